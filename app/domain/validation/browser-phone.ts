/**
 * The check of a telephone number while it is typed, with the short metadata: load it where a form needs it. It knows
 * how long numbers are; whether the number exists in its country the server says.
 */
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { EXCLUDED_PHONE_COUNTRIES } from "./phone-countries";
import { isPhone, plainPhone } from "./contact";

/** @param country ISO 3166 alpha-2, "" for none */
export function looksLikePhone(text: string, country: string): boolean {
  const number = parsePhoneNumberFromString(plainPhone(text), {
    extract: false,
    ...(isSupportedCountry(country) ? { defaultCountry: country } : {}),
  });
  if (number === undefined || !number.isValid() || EXCLUDED_PHONE_COUNTRIES.includes(number.country ?? ""))
    return false;
  return isPhone(number.formatInternational());
}

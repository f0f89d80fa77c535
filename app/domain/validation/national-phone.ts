import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isPhone } from "./contact";

/**
 * A telephone number as people of the country write it among themselves, with its country code: '232 12 34' of LI is
 * '+423 232 12 34'. Null for what is no valid number there.
 * @param country ISO 3166 alpha-2
 */
export function completedPhone(text: string, country: string): string | null {
  if (text.startsWith("+") || !isSupportedCountry(country)) return null;
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (number === undefined || !number.isValid()) return null;
  const whole = number.formatInternational();
  return isPhone(whole) ? whole : null;
}

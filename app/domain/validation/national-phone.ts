import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import type { CountryCode } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { isPhone, plainPhone } from "./contact";
import { EXCLUDED_PHONE_COUNTRIES } from "./phone-countries";

/** What a telephone number of a country looks like: '+423 660 234 567'. @param country ISO 3166 alpha-2; null: none */
export function examplePhone(country: string | null): string {
  const number = isSupportedCountry(country ?? "") ? getExampleNumber(country as CountryCode, examples) : undefined;
  return number?.formatInternational() ?? "+423 2345678";
}

interface WholePhone {
  /** in full international form: '+423 232 12 34' */
  phone: string;
  /** ISO 3166 alpha-2; null for a number that belongs to no single country */
  country: string | null;
}

/**
 * A person's telephone number in full international form; null for what is no valid number, or one of a country that
 * is left out.
 * @param country ISO 3166 alpha-2 of numbers without a country code, "" for none
 */
export function wholePhone(text: string, country: string): WholePhone | null {
  const number = parsePhoneNumberFromString(plainPhone(text), {
    extract: false,
    ...(isSupportedCountry(country) ? { defaultCountry: country } : {}),
  });
  if (number === undefined || !number.isValid()) return null;
  if (number.country !== undefined && EXCLUDED_PHONE_COUNTRIES.includes(number.country)) return null;
  const phone = number.formatInternational();
  return isPhone(phone) ? { phone, country: number.country ?? null } : null;
}

/** A stored number as its form shows it; what is no known number stays as it is. */
export function nationalPhone(phone: string): { country: string; national: string } {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  return number?.country === undefined
    ? { country: "", national: phone }
    : { country: number.country, national: number.formatNational() };
}

/** The countries of the choice, each with its calling code: 'LI' and '423'. */
export const phoneCountries = (): { code: string; callingCode: string }[] =>
  getCountries()
    .filter((code) => !EXCLUDED_PHONE_COUNTRIES.includes(code))
    .map((code) => ({ code, callingCode: getCountryCallingCode(code) }));

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

/** A number that messages can be sent to: '+4232321234', with its country; null for what is none. */
export interface DialledPhone {
  e164: string;
  /** ISO 3166 alpha-2; null for a number that belongs to no single country */
  country: string | null;
}

/** @param country ISO 3166 alpha-2 of numbers without a country code, "" for none */
export function dialledPhone(text: string, country: string): DialledPhone | null {
  const written = plainPhone(text).trim().replace(/^00/, "+");
  const number = parsePhoneNumberFromString(written, {
    extract: false,
    ...(isSupportedCountry(country) ? { defaultCountry: country } : {}),
  });
  return number?.isValid() === true ? { e164: number.number, country: number.country ?? null } : null;
}

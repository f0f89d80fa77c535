import type { CountryRow } from "~/db/tables";
import { phoneCountries } from "~/domain/validation/national-phone";

/** The countries that a phone may be of, by their names: 'Liechtenstein (+423)'. */
export function phoneOptions(countries: readonly CountryRow[]): { value: string; label: string }[] {
  const callingCodes = new Map(phoneCountries().map(({ code, callingCode }) => [code, callingCode]));
  return countries.flatMap(({ code, title }) => {
    const callingCode = callingCodes.get(code);
    return callingCode === undefined ? [] : [{ value: code, label: `${title} (+${callingCode})` }];
  });
}

/** Which countries an address is looked for in. */
import type { Place } from "../place";
import { distanceMeters } from "../validation/coordinates";
import { countryAtEnd } from "./countries";

/** A country's code, then those of the others by how far their middles are from its own. */
export function nearestFirst(own: string, countries: readonly (Place & { code: string })[]): string[] {
  const home = countries.find(({ code }) => code === own);
  if (home === undefined) return [own];
  return [...countries]
    .sort((a, b) => distanceMeters(home, a) - distanceMeters(home, b) || (a.code < b.code ? -1 : 1))
    .map(({ code }) => code);
}

/**
 * Two letters each, the likeliest first; none means everywhere.
 * @param countries the only ones that are wanted
 * @param area where the company works; a country that the text ends with comes before it
 */
export function countriesToAsk(
  text: string,
  { countries = [], area = [] }: { countries?: readonly string[]; area?: readonly string[] },
): readonly string[] {
  if (countries.length > 0 || area.length === 0) return countries;
  const named = countryAtEnd(text)?.code;
  return named === undefined ? area : [...new Set([named, ...area])];
}

import { addTo } from "~/lib/grouped";
import { timeZoneOf, zonesOfCountry } from "./time-zone.server";

/** Countries by their time zones, from the tables of the JavaScript engine. */
const byZone = new Map<string, string[]>();
/** The codes that are in it, or have no zone. */
const known = new Set<string>();

/**
 * ISO code of the country of a place, by its time zone; no network. Null where a zone belongs to several of the
 * countries, or to none.
 * @param codes of the countries that are known
 */
export function countryOf(lat: number, lng: number, codes: readonly string[]): string | null {
  for (const code of codes) {
    if (known.has(code)) continue;
    known.add(code);
    for (const zone of zonesOfCountry(code)) addTo(byZone, zone, code);
  }
  const found = (byZone.get(timeZoneOf(lat, lng)) ?? []).filter((code) => codes.includes(code));
  return found.length === 1 ? found[0]! : null;
}

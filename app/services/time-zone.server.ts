import lookup from "@photostructure/tz-lookup";

/** The table counts all of Tutuila, American Samoa's main island, to Samoa, whose calendar is a day ahead. */
const TUTUILA = { south: -14.42, north: -14.2, west: -170.9, east: -170.5, zone: "Pacific/Pago_Pago" };

function zoneAt(lat: number, lng: number): string {
  const { south, north, west, east, zone } = TUTUILA;
  return lat > south && lat < north && lng > west && lng < east ? zone : lookup(lat, lng);
}

/** IANA names of a country's zones, from the tables of the JavaScript engine. */
export const zonesOfCountry = (code: string): string[] =>
  (new Intl.Locale(`und-${code}`) as Intl.Locale & { timeZones?: string[] }).timeZones ?? [];

/** The engine takes its time to look up a zone, and a list of warehouses asks for the same few. */
const oneNames = new Map<string, string>();
/** There are some 600 names; to newer engines offsets are zones too. */
const MAX_NAMES = 1_000;

/** One name for a zone that has several: 'Europe/Kiev' and 'Europe/Kyiv'. */
function oneName(timeZone: string): string {
  const key = timeZone.toLowerCase();
  let name = oneNames.get(key);
  if (name === undefined) {
    name = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
    if (oneNames.size >= MAX_NAMES) oneNames.clear();
    oneNames.set(key, name);
  }
  return name;
}

/** The engine takes longer for the list of a country than the table for all places around one. */
const zonesOfCountries = new Map<string, ReadonlySet<string>>();

function namesOfZones(code: string): ReadonlySet<string> {
  let names = zonesOfCountries.get(code);
  if (names === undefined) {
    names = new Set(zonesOfCountry(code).map(oneName));
    zonesOfCountries.set(code, names);
  }
  return names;
}

export const isZoneOfCountry = (timeZone: string, code: string): boolean => namesOfZones(code).has(oneName(timeZone));

/** The table is that inexact near borders, at most; a place farther away from its country has a wrong country. */
const RINGS_KM = [2, 5, 10, 20, 40];
const DIRECTIONS = 16;
const KM_PER_DEGREE = 111.2;

/**
 * IANA zone of a place on land or at sea, from a table inside the package (no network). Degrees, WGS 84.
 * @param country ISO code where it is known: near a border its zone that is nearest counts, and not the neighbour's
 */
export function timeZoneOf(lat: number, lng: number, country: string | null = null): string {
  const found = zoneAt(lat, lng);
  if (country === null || isZoneOfCountry(found, country)) return found;
  const own = namesOfZones(country);
  for (const km of RINGS_KM)
    for (let nth = 0; nth < DIRECTIONS; nth++) {
      const angle = (2 * Math.PI * nth) / DIRECTIONS;
      const north = lat + (km / KM_PER_DEGREE) * Math.cos(angle);
      const east = lng + ((km / KM_PER_DEGREE) * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180);
      if (Math.abs(north) > 90 || Math.abs(east) > 180) continue;
      const near = zoneAt(north, east);
      if (own.has(oneName(near))) return near;
    }
  return found;
}

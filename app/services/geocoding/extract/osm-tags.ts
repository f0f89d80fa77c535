/** What tags mean: https://wiki.openstreetmap.org/wiki/Key:addr and its neighbours. */
import type { Tags } from "../../osm/osm-types";
import type { PlaceKind, RawAddress } from "./extract-types";
import type { Place } from "~/domain/place";

const PLACE_KINDS: Readonly<Record<string, PlaceKind>> = {
  city: "city",
  town: "town",
  village: "village",
  municipality: "village",
  borough: "suburb",
  suburb: "suburb",
  hamlet: "hamlet",
  quarter: "quarter",
  neighbourhood: "neighbourhood",
  city_block: "neighbourhood",
  isolated_dwelling: "isolated_dwelling",
  farm: "farm",
  locality: "locality",
  allotments: "locality",
  square: "locality",
};

export const placeKindOf = (tags: Tags): PlaceKind | null => PLACE_KINDS[tags.place ?? ""] ?? null;

/** The name that is shown first, then all others it goes by. */
export function namesOf(tags: Tags): string[] {
  const found: string[] = [];
  const add = (text: string | undefined) => {
    for (const name of (text ?? "").split(";")) {
      const plain = name.trim().replace(/\s+/g, " ");
      if (plain !== "" && plain.length <= 150 && !found.includes(plain)) found.push(plain);
    }
  };
  add(tags.name);
  for (const key of ["official_name", "short_name", "alt_name", "loc_name", "old_name", "int_name"]) add(tags[key]);
  for (const key of Object.keys(tags)) if (/^name:[a-z]{2,3}$/.test(key)) add(tags[key]);
  return found.slice(0, 12);
}

type AddressTags = Omit<RawAddress, keyof Place>;

const clean = (text: string | undefined): string => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 150);
const firstOf = (...texts: (string | undefined)[]): string => texts.map(clean).find((text) => text !== "") ?? "";

/** One of the two numbers of a house may stand alone: that of the village, that of the street. */
function numberIn(tags: Tags): string {
  const written = firstOf(tags["addr:housenumber"]);
  if (written !== "") return written;
  const [village, street] = [clean(tags["addr:conscriptionnumber"]), clean(tags["addr:streetnumber"])];
  return [village, street].filter((part) => part !== "").join("/");
}

/** The parts of an address that an element says; null when it has no number. */
export function addressOf(tags: Tags): AddressTags | null {
  const number = numberIn(tags);
  if (number === "" || !/\d/.test(number)) return null;
  return { ...withoutNumber(tags), number: number.slice(0, 50) };
}

/** The same without a number: of points, and of buildings whose entrances have the numbers. */
export function withoutNumber(tags: Tags): Omit<AddressTags, "number"> {
  return {
    street: firstOf(tags["addr:street"], tags["addr:street:name"]),
    hamlet: firstOf(tags["addr:place"], tags["addr:hamlet"], tags["addr:neighbourhood"]),
    city: firstOf(tags["addr:city"], tags["addr:village"], tags["addr:town"]),
    suburb: firstOf(tags["addr:suburb"], tags["addr:district"], tags["addr:quarter"]),
    postcode: clean(firstOf(tags["addr:postcode"]).split(/[;,]/)[0]).slice(0, 20),
    country: /^[A-Za-z]{2}$/.test(clean(tags["addr:country"])) ? clean(tags["addr:country"]).toUpperCase() : "",
  };
}

const POINT_KEYS = ["amenity", "shop", "office", "tourism", "craft", "healthcare", "aeroway", "leisure", "club"];
const NO_POINTS = new Set([
  "no",
  "vacant",
  "bench",
  "parking_space",
  "waste_basket",
  "recycling",
  "artwork",
  "information",
]);
const LARGE = new Set(["hospital", "university", "townhall", "aerodrome", "mall", "station", "stadium"]);

/** Anything with a name that people drive to; null for what isn't. */
export function pointOf(tags: Tags): { isLarge: boolean } | null {
  if (tags.name === undefined) return null;
  for (const key of POINT_KEYS) {
    const value = tags[key];
    if (value !== undefined && !NO_POINTS.has(value)) return { isLarge: LARGE.has(value) };
  }
  const isStation = tags.railway === "station" || tags.railway === "halt" || tags.public_transport === "station";
  if (isStation) return { isLarge: tags.railway !== "halt" };
  const isNamedGround = tags.landuse === "industrial" || tags.landuse === "commercial" || tags.landuse === "retail";
  return isNamedGround || (tags.building !== undefined && tags.building !== "no") ? { isLarge: false } : null;
}

export const isNamedStreet = (tags: Tags): boolean =>
  tags.highway !== undefined &&
  tags.name !== undefined &&
  !["platform", "bus_stop", "proposed", "razed"].includes(tags.highway);

/** Towns are among these levels; 2 is the country. */
export function boundaryLevel(tags: Tags): number | null {
  if (tags.boundary === "postal_code") return 0;
  if (tags.boundary !== "administrative") return null;
  const level = Number(tags.admin_level);
  return level === 2 || (level >= 7 && level <= 10) ? level : null;
}

export const postcodesOf = (tags: Tags): string[] =>
  (tags.postal_code ?? tags["addr:postcode"] ?? "").split(/[;,]/).flatMap((code) => clean(code) || []);

import { fold } from "~/domain/address/fold";
import type { Place } from "~/domain/place";
import { distanceMeters } from "~/domain/validation/coordinates";
import { AreaMap } from "./area-map";
import type { NewEntry, PlaceKind, RawArea, RawExtract, RawPlace, RawPoint } from "./extract-types";
import { byFrequency, makeStreets } from "./make-streets";
import { PointGrid } from "./point-grid";
import { Neighbourhood, REACH_M } from "./surroundings";

const WEIGHT: Readonly<Record<PlaceKind, number>> = {
  city: 95,
  town: 85,
  village: 75,
  suburb: 58,
  hamlet: 55,
  quarter: 50,
  neighbourhood: 50,
  isolated_dwelling: 40,
  farm: 40,
  locality: 30,
};
const TOWN_WEIGHT = 65;
const LARGEST_REACH_M = 20_000;
/** A town of that name within so many metres is the same. */
const SAME_TOWN_M = 10_000;

/** All that can be searched for, one entry after the other. @param codes of the countries that are known */
export function* makeEntries(extract: RawExtract, codes: readonly string[]): Generator<NewEntry> {
  const neighbourhood = new Neighbourhood(extract, codes);
  const postcodes = new Map<string, PostcodeSum>();
  const towns = new Map<string, TownSum>();
  for (const street of makeStreets(extract.addresses, extract.streets, neighbourhood)) {
    for (const { postcode, lat, lng } of street.addresses) {
      if (postcode !== "") sumUp(postcodes, `${street.countryCode} ${postcode}`, { lat, lng }, street.city);
      if (street.city !== "") sumUp(towns, fold(street.city), { lat, lng }, postcode, street);
    }
    yield street;
  }
  const known = new PointGrid<Place & { name: string }>(0.1);
  for (const place of extract.places) {
    for (const name of place.names) known.add({ lat: place.lat, lng: place.lng, name: fold(name) });
    yield toPlace(place, neighbourhood, extract.areas, towns.get(fold(place.names[0]!)));
  }
  const isKnown = (name: string, place: Place): boolean =>
    known.nearest(place, SAME_TOWN_M, (one, distance) => (one.name === name ? distance : Infinity)) !== null;
  for (const area of extract.areas) {
    const [name] = area.names;
    if (area.level < 7 || name === undefined) continue;
    const middle = middleOfArea(area);
    if (isKnown(fold(name), middle)) continue;
    known.add({ ...middle, name: fold(name) });
    yield toTown(area.names, middle, AreaMap.reachM(area, middle), neighbourhood, towns.get(fold(name)));
  }
  for (const [name, sum] of towns) {
    const middle = sum.places[Math.floor(sum.places.length / 2)]!;
    if (!isKnown(name, middle)) yield toTown([sum.name], middle, reachOf(sum.places, middle), neighbourhood, sum);
  }
  for (const [key, sum] of postcodes) yield toPostcode(key, sum);
  for (const point of extract.points) yield toPoint(point, neighbourhood);
}

interface PostcodeSum {
  places: Place[];
  /** the other names of each: a postcode's towns, a town's postcodes */
  others: string[];
}
interface TownSum extends PostcodeSum {
  name: string;
  countryCode: string;
}

/** Enough places to know where something is and how far it reaches. */
const MOST_PLACES = 400;

function sumUp<T extends PostcodeSum>(
  sums: Map<string, T | TownSum>,
  key: string,
  place: Place,
  other: string,
  street?: NewEntry,
): void {
  let sum = sums.get(key);
  if (!sum)
    sums.set(key, (sum = { places: [], others: [], name: street?.city ?? "", countryCode: street?.countryCode ?? "" }));
  if (sum.places.length < MOST_PLACES) sum.places.push(place);
  if (other !== "" && sum.others.length < MOST_PLACES) sum.others.push(other);
}

/** Of most of them: one mistyped postcode would reach across the country. */
function reachOf(places: readonly Place[], middle: Place): number {
  const distances = places.map((place) => distanceMeters(place, middle)).sort((a, b) => a - b);
  return (distances[Math.floor((distances.length - 1) * 0.95)] ?? 0) * 1.3 + 300;
}

function meanOf(places: readonly Place[]): Place {
  const mean = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return { lat: mean(places.map(({ lat }) => lat)), lng: mean(places.map(({ lng }) => lng)) };
}

function middleOfArea({ polygons }: RawArea): Place {
  const ring = polygons.reduce(
    (longest, { outer }) => (outer.length > longest.length ? outer : longest),
    [] as number[],
  );
  const lngs = ring.filter((_, index) => index % 2 === 0);
  const lats = ring.filter((_, index) => index % 2 === 1);
  const middle = (values: readonly number[]) =>
    (values.reduce((a, b) => Math.min(a, b), Infinity) + values.reduce((a, b) => Math.max(a, b), -Infinity)) / 2;
  return { lat: middle(lats), lng: middle(lngs) };
}

const reach = (metres: number): number => Math.round(Math.min(LARGEST_REACH_M, metres));

function toPlace(
  { kind, names, population, postcodes, lat, lng }: RawPlace,
  neighbourhood: Neighbourhood,
  areas: readonly RawArea[],
  sum: TownSum | undefined,
): NewEntry {
  const around = neighbourhood.of({ lat, lng });
  const own = areas.find(
    (area) =>
      area.level >= 7 && fold(area.names[0] ?? "") === fold(names[0]!) && AreaMap.reachM(area, { lat, lng }) < 30_000,
  );
  const found = sum ? byFrequency(sum.others) : [];
  return {
    kind: "place",
    names,
    city: around.city === names[0] ? "" : around.city,
    areas: around.areas.filter((area) => !names.includes(area)),
    postcodes: [...new Set([...postcodes, ...found])].slice(0, 12),
    line: "",
    countryCode: around.countryCode,
    lat,
    lng,
    radiusM: reach(Math.max(REACH_M[kind], own ? AreaMap.reachM(own, { lat, lng }) : 0)),
    weight: WEIGHT[kind] + Math.round(Math.log10(1 + population)),
    addresses: [],
    spots: [{ lat, lng }],
  };
}

function toTown(
  names: string[],
  middle: Place,
  radiusM: number,
  neighbourhood: Neighbourhood,
  sum: TownSum | undefined,
): NewEntry {
  return {
    kind: "place",
    names,
    city: "",
    areas: [],
    postcodes: sum ? byFrequency(sum.others).slice(0, 12) : [],
    line: "",
    countryCode: sum?.countryCode || neighbourhood.of(middle).countryCode,
    ...middle,
    radiusM: reach(Math.max(1500, radiusM)),
    weight: TOWN_WEIGHT,
    addresses: [],
    spots: [middle],
  };
}

function toPostcode(key: string, { places, others }: PostcodeSum): NewEntry {
  const [countryCode = "", ...code] = key.split(" ");
  const middle = meanOf(places);
  const towns = byFrequency(others);
  return {
    kind: "postcode",
    names: [code.join(" ")],
    city: towns[0] ?? "",
    areas: towns.slice(1, 6),
    postcodes: [code.join(" ")],
    line: "",
    countryCode,
    ...middle,
    radiusM: reach(reachOf(places, middle)),
    weight: 45,
    addresses: [],
    spots: [],
  };
}

function toPoint(point: RawPoint, neighbourhood: Neighbourhood): NewEntry {
  const { lat, lng, names, isLarge, street, number } = point;
  const around = neighbourhood.of({ lat, lng }, point);
  return {
    kind: "point",
    names,
    city: around.city,
    areas: around.areas,
    postcodes: around.postcode === "" ? [] : [around.postcode],
    line: [street, number].filter((part) => part !== "").join(" "),
    countryCode: around.countryCode,
    lat,
    lng,
    radiusM: 0,
    weight: isLarge ? 25 : 12,
    addresses: [],
    spots: [],
  };
}

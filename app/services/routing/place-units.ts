/** Places as the cache of travel times numbers them: in steps of 1e-5 degrees, which is about a metre. */
import type { Place } from "./engine";

export const unitsOf = ({ lat, lng }: Place): [number, number] => [Math.round(lat * 1e5), Math.round(lng * 1e5)];

/** "lat,lng": the name of a row of the cache. */
export const originOf = (place: Place): string => unitsOf(place).join(",");

/** One number for a pair of units: quicker to look up than text. */
export const numberOf = (lat: number, lng: number): number => (lat + 9_000_000) * 36_000_001 + lng + 18_000_000;

/** Places within about a metre are one: a depot that is also an end, parcels for one door. */
export function uniquePlaces(places: readonly Place[]): { unique: Place[]; indexOf: number[] } {
  const unique: Place[] = [];
  const seen = new Map<string, number>();
  const indexOf = places.map((place) => {
    const key = originOf(place);
    const index = seen.get(key) ?? unique.push(place) - 1;
    seen.set(key, index);
    return index;
  });
  return { unique, indexOf };
}

import { distanceMeters } from "~/domain/validation/coordinates";

interface Place {
  lat: number;
  lng: number;
}

/** With fewer places none of them is the odd one out. */
const LEAST_PLACES = 4;
/** A wrong coordinate is rarely nearer, and a day's own places may well be that far apart. */
const FAR_M = 50_000;
/** As many times as far from the middle as three quarters of the places are. */
const TIMES_UPPER_QUARTILE = 4;
/** One of fewer than forty places, one of twenty beyond that; more than three are a part of the day. */
const SHARE = 1 / 20;
const MOST = 3;

/** @param share 0.5 for the median */
function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
}

/**
 * The few places that lie so far from all others that a map of everything would show nothing: most often a wrong
 * coordinate. Empty as soon as there are too many of them, as for a day in two towns.
 */
export function outlyingPlaces<P extends Place>(places: readonly P[]): P[] {
  if (places.length < LEAST_PLACES) return [];
  const middle = {
    lat: quantile(
      places.map(({ lat }) => lat),
      0.5,
    ),
    lng: quantile(
      places.map(({ lng }) => lng),
      0.5,
    ),
  };
  const distances = places.map((place) => distanceMeters(middle, place));
  const limit = Math.max(FAR_M, quantile(distances, 0.75) * TIMES_UPPER_QUARTILE);
  const far = places.filter((_, index) => distances[index]! > limit);
  return far.length > Math.min(MOST, Math.max(1, Math.floor(places.length * SHARE))) ? [] : far;
}

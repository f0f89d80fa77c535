import type { TravelProfile } from "~/domain/calculation/calculation-input";
import type { Place, TravelMatrix } from "./engine";

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Great-circle distance in metres (haversine formula; R. W. Sinnott, "Virtues of the Haversine", 1984). */
export function haversineM(a: Place, b: Place): number {
  const dLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const dLng = Math.sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = dLat * dLat + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * dLng * dLng;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/**
 * Typical speeds by the length of a trip: town streets first, then main roads, then motorways.
 * Each band applies to the part of the trip beyond its start, so that duration is a concave function of distance
 * and a detour over a third place is never quicker than the direct way.
 */
const SPEED_BANDS = [
  { fromM: 0, kmh: 32 },
  { fromM: 4_000, kmh: 55 },
  { fromM: 20_000, kmh: 85 },
] as const;

const PROFILE_SLOWDOWN: Record<TravelProfile, number> = { car: 1, truck: 1.18 };

export function travelSeconds(distanceM: number, profile: TravelProfile): number {
  let seconds = 0;
  for (let band = SPEED_BANDS.length - 1, upTo = distanceM; band >= 0; band--) {
    const { fromM, kmh } = SPEED_BANDS[band]!;
    if (upTo <= fromM) continue;
    seconds += ((upTo - fromM) * 3.6) / kmh;
    upTo = fromM;
  }
  return seconds * PROFILE_SLOWDOWN[profile];
}

/** Roads are on average this much longer than the straight line where nothing else is configured. */
interface StraightLine {
  /** whole seconds and metres, the same both ways */
  leg(from: Place, to: Place, profile: TravelProfile): { durationSec: number; distanceM: number };
}

/**
 * Times where no road is known: great-circle distance times a detour factor (roads are on average about 1.3 times as
 * long as the straight line; Ballou, Rahardja and Sakai, "Selected country circuity factors for road travel distance
 * estimation", 2002).
 */
export const straightLine = (detourFactor: number): StraightLine => ({
  leg(from, to, profile) {
    const distanceM = haversineM(from, to) * detourFactor;
    return { durationSec: Math.round(travelSeconds(distanceM, profile)), distanceM: Math.round(distanceM) };
  },
});

/** How long one slice of the table may hold the event loop. */
const SLICE_MS = 8;

/** Fills in the pairs of a table that `isWanted` names, in short slices. */
export async function fillWithStraightLines(
  matrix: TravelMatrix,
  places: readonly Place[],
  { leg }: StraightLine,
  profile: TravelProfile,
  {
    isWanted = () => true,
    signal,
  }: { isWanted?: (from: number, to: number) => boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  const { size, durationsSec, distancesM } = matrix;
  let sliceEnd = performance.now() + SLICE_MS;
  for (let from = 0; from < size; from++) {
    for (let to = from + 1; to < size; to++) {
      if (!isWanted(from, to)) continue;
      const { durationSec, distanceM } = leg(places[from]!, places[to]!, profile);
      durationsSec[from * size + to] = durationsSec[to * size + from] = durationSec;
      distancesM[from * size + to] = distancesM[to * size + from] = distanceM;
    }
    if (performance.now() > sliceEnd) {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
}

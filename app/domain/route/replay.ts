/** A day as it was driven: where a vehicle was at an instant, and what had been reported by then. Epoch seconds. */

export interface TrailPoint {
  atSec: number;
  lat: number;
  lng: number;
  /** nobody knows how the vehicle came here from the point before */
  isBreak?: boolean;
}

interface ReplayPlace {
  lat: number;
  lng: number;
  /** degrees from north, clockwise; null while it stands */
  headingDeg: number | null;
  /** when the newest position that it follows from was taken */
  atSec: number;
}

/** Between positions that lie further apart in time, and between which none was left out, the way is unknown. */
export const KNOWN_GAP_SEC = 15 * 60;

/** @param isThinned positions between the two were left out, because the vehicle went straight and evenly */
export const isBreak = (gapSec: number, isThinned: boolean): boolean => !isThinned && gapSec > KNOWN_GAP_SEC;

/** How many of the points, which are oldest first, were taken by then. */
export function countUntil(points: readonly { atSec: number }[], atSec: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.atSec <= atSec) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Between two positions the vehicle goes straight and evenly. Null before the first position. */
export function placeAt(trail: readonly TrailPoint[], atSec: number): ReplayPlace | null {
  const passed = countUntil(trail, atSec);
  const last = trail[passed - 1];
  if (last === undefined) return null;
  const next = trail[passed];
  const before = trail[passed - 2];
  const headingDeg = (next && heading(last, next)) ?? (before && heading(before, last)) ?? null;
  if (next === undefined || next.isBreak === true)
    return { lat: last.lat, lng: last.lng, headingDeg, atSec: last.atSec };
  const share = (atSec - last.atSec) / (next.atSec - last.atSec);
  return {
    lat: last.lat + (next.lat - last.lat) * share,
    lng: last.lng + (next.lng - last.lng) * share,
    headingDeg,
    atSec,
  };
}

/** Null for two positions at one place. */
function heading(from: TrailPoint, to: TrailPoint): number | null {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  const north = to.lat - from.lat;
  if (Math.hypot(east, north) < 1e-6) return null;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** From the first to the last thing that is known of the day; null: nothing is. */
export function replaySpan(
  trails: readonly (readonly TrailPoint[])[],
  reportSecs: readonly number[],
): { fromSec: number; toSec: number } | null {
  const ends = trails.flatMap((trail) => (trail.length === 0 ? [] : [trail[0]!.atSec, trail.at(-1)!.atSec]));
  const all = [...ends, ...reportSecs];
  if (all.length === 0) return null;
  let [fromSec, toSec] = [all[0]!, all[0]!];
  for (const at of all) {
    fromSec = Math.min(fromSec, at);
    toSec = Math.max(toSec, at);
  }
  return { fromSec, toSec };
}

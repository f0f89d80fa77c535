/** Where another route could take a stop, by the straight line: which of them are worth working out exactly. */
import { distanceMeters } from "../validation/coordinates";

interface Place {
  lat: number;
  lng: number;
}

export interface TakingRoute {
  id: number;
  /** in the order of driving; null where a place is not set */
  stops: readonly (Place | null)[];
  /** how many stops at the beginning nothing is put ahead of */
  fixed: number;
  /** where it starts when it has no stops; null: unknown */
  start: Place | null;
  /** where it ends; null: at its last stop */
  end: Place | null;
}

interface Insertion {
  routeId: number;
  /** 1 is the first stop */
  position: number;
  /** metres of the straight way around */
  detourM: number;
}

/** For each route its best place, nearest first, at most so many. */
export function bestInsertions(at: Place, routes: readonly TakingRoute[], most: number): Insertion[] {
  return routes
    .flatMap((route) => bestOf(at, route) ?? [])
    .sort((a, b) => a.detourM - b.detourM || a.routeId - b.routeId)
    .slice(0, most);
}

function bestOf(at: Place, { id, stops, fixed, start, end }: TakingRoute): Insertion | null {
  let best: Insertion | null = null;
  for (let index = fixed; index <= stops.length; index++) {
    const before = index === 0 ? start : (stops[index - 1] ?? null);
    const after = index === stops.length ? end : (stops[index] ?? null);
    const detourM = detour(before, at, after);
    if (detourM !== null && (best === null || detourM < best.detourM))
      best = { routeId: id, position: index + 1, detourM };
  }
  return best;
}

function detour(before: Place | null, at: Place, after: Place | null): number | null {
  if (before === null && after === null) return null;
  if (before === null) return distanceMeters(at, after!);
  if (after === null) return distanceMeters(before, at);
  return distanceMeters(before, at) + distanceMeters(at, after) - distanceMeters(before, after);
}

import type { Place } from "../place";
import { hasCoordinates } from "../validation/coordinates";

/** Where somebody was, and when. */
export interface TimedPlace extends Place {
  /** seconds since 1970 */
  atSec: number;
}

/** A position that a driver's phone has shared. */
export interface Position extends TimedPlace {
  /** whose phone it was; null for a place between two of them */
  memberId: number | null;
  accuracyM: number | null;
  /** degrees from north, clockwise */
  headingDeg: number | null;
  speedKmh: number | null;
}

/** Days that a company may keep positions. */
export const KEPT_DAYS = { min: 1, max: 400, usual: 30 } as const;

/** In one request, as a phone sends what it could not send before. */
export const POSITIONS_AT_ONCE = 60;
/** A phone may have been without a network for two days. */
const LONGEST_AGE_SEC = 48 * 3600;
/** The phone knows the server's clock by a second or two. */
const AHEAD_SEC = 10;

/** A rougher place says nothing about a vehicle. Phones that find themselves by cells alone give many kilometres. */
const ROUGHEST_M = 1_000;

/** Whether a place is near enough to the truth to tell arrivals, and how far a stop is. */
export const isPrecise = ({ accuracyM }: { accuracyM?: number | null | undefined }): boolean =>
  (accuracyM ?? 0) <= ROUGHEST_M;

interface Counting {
  nowSec: number;
  /** when the route was started; null: not yet */
  startSec: number | null;
  /** when it was finished; null: it is on the road */
  endSec?: number | null;
}

/**
 * Which positions count, one for each second, oldest first: none from before the start of the route or after its end,
 * from the future, or more than two days ago, and none without coordinates or too rough. One that is a little ahead was
 * taken now.
 */
export function countedPositions<P extends TimedPlace & Partial<Pick<Position, "accuracyM">>>(
  given: readonly P[],
  { nowSec, startSec, endSec = null }: Counting,
): P[] {
  if (startSec === null) return [];
  const earliest = Math.max(startSec, nowSec - LONGEST_AGE_SEC);
  const latest = Math.min(endSec ?? Infinity, nowSec + AHEAD_SEC);
  const bySecond = new Map<number, P>();
  for (const one of given) {
    if (one.atSec > latest || one.atSec < earliest || !hasCoordinates(one) || !isPrecise(one)) continue;
    const atSec = Math.min(one.atSec, nowSec);
    if (!bySecond.has(atSec)) bySecond.set(atSec, { ...one, atSec });
  }
  return [...bySecond.values()].sort((a, b) => a.atSec - b.atSec);
}

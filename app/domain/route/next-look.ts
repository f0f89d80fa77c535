/** When the way from a vehicle to its next stop is measured again: engines are asked as seldom as windows allow. */
import type { Place } from "../place";
import { distanceMeters } from "../validation/coordinates";
import { isAt } from "../visit/began-at";

/** A vehicle that has moved less stands still: the way that it has left is the same. */
const STANDING_M = 50;

/** A route's way is measured at most once in this time; the way far ahead may be older. */
export const LEAST_SEC = 60;
const MOST_SEC = 180;
/** Measured again after this share of the way that was left. */
const SHARE = 0.1;

/** Off the way that was measured by more than this, beyond a quarter of it: measured again at once. */
const OFF_M = 500;
const OFF_SHARE = 0.25;
/** … but not within so many seconds. */
const OFF_LEAST_SEC = 20;

/** What was measured last, with instants in epoch seconds. */
export interface MeasuredWay extends Place {
  sinceSec: number;
  durationSec: number;
}

interface SeenVehicle extends Place {
  sec: number;
}

/**
 * - `there`: it has reached the stop
 * - `standing`: as far away as before
 * - `measure`: an engine has to say
 * - `wait`: what was measured is still good enough
 */
export type NextLook = "there" | "standing" | "measure" | "wait";

export function nextLook(stop: Place, seen: SeenVehicle, last: MeasuredWay | null): NextLook {
  if (isAt(stop, seen)) return "there";
  if (last === null) return "measure";
  const passed = seen.sec - last.sinceSec;
  if (passed <= 0) return "wait";
  if (distanceMeters(last, seen) < STANDING_M) return passed >= OFF_LEAST_SEC ? "standing" : "wait";
  if (passed >= Math.min(MOST_SEC, Math.max(LEAST_SEC, last.durationSec * SHARE))) return "measure";
  return passed >= OFF_LEAST_SEC && isOff(stop, seen, last, passed) ? "measure" : "wait";
}

/** Nearer or farther than the way that was measured would have brought it by now, as the crow flies. */
function isOff(stop: Place, seen: Place, last: MeasuredWay, passed: number): boolean {
  const whole = distanceMeters(last, stop);
  const expected = whole * Math.max(0, 1 - passed / Math.max(1, last.durationSec));
  return Math.abs(distanceMeters(seen, stop) - expected) > Math.max(OFF_M, whole * OFF_SHARE);
}

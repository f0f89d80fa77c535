/** How often a phone finds out and tells where it is, and what it keeps while it has no network. */
import { distanceMeters } from "../validation/coordinates";
import type { TimedPlace } from "./position";

export interface Power {
  /** 0 to 1 */
  level: number;
  isCharging: boolean;
}

const DRIVING_KMH = 8;
const MOVING_KMH = 2;
/** Seconds between two positions: in traffic, on foot or in a yard, and at a door. */
const EACH_SEC = { driving: 5, moving: 10, standing: 30 } as const;

/** Below these levels each position has to last longer. */
const LOW = 0.2;
const VERY_LOW = 0.1;

const isLow = (power: Power | null, level: number): boolean =>
  power !== null && !power.isCharging && power.level <= level;

/** A rough place by the network takes less of the battery than satellites. */
export const savesPower = (power: Power | null): boolean => isLow(power, LOW);

/** Seconds until the next position. @param power null where the phone doesn't tell */
export function sharingIntervalSec(speedKmh: number, power: Power | null): number {
  const pace = speedKmh >= DRIVING_KMH ? "driving" : speedKmh >= MOVING_KMH ? "moving" : "standing";
  const times = isLow(power, VERY_LOW) ? 6 : isLow(power, LOW) ? 3 : 1;
  return EACH_SEC[pace] * times;
}

/** Between two positions where the phone doesn't tell how fast it is. */
export function speedBetween(before: TimedPlace | undefined, now: TimedPlace): number {
  const seconds = before === undefined ? 0 : now.atSec - before.atSec;
  return before === undefined || seconds <= 0 ? 0 : (distanceMeters(before, now) / seconds) * 3.6;
}

/** Two hours of driving are as much as one of them in half the detail. */
export const MOST_WAITING = 600;

/** Adds a position to those that wait. Where they become too many, every second one of the older half goes. */
export function withPosition<P extends TimedPlace>(waiting: readonly P[], next: P): P[] {
  if (waiting[waiting.length - 1]?.atSec === next.atSec) return [...waiting];
  const all = [...waiting, next];
  if (all.length <= MOST_WAITING) return all;
  const half = all.length / 2;
  return all.filter((_, index) => index >= half || index % 2 === 0);
}

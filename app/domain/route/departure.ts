/**
 * When a vehicle leaves: nothing later than necessary, then as late as costs no time and leaves a reserve of the
 * windows on the way. The solver's plan mode does the same.
 */

import { driveTimes } from "./drive-times";
import type { StopAhead } from "./drive-times";

/**
 * What a stop keeps of its window, in seconds, where the vehicle could leave so early: who waits at a later stop anyway
 * is not late at this one by a red light.
 */
export const WINDOW_RESERVE_SEC = 600;

interface Run {
  /** seconds of waiting over all stops */
  waitingSec: number;
  /** seconds by which the departure can be later without making anything late, or taking the reserve */
  slackSec: number;
  /** seconds after the windows, over all stops, and after the end of the shift */
  lateSec: number;
}

function run(departure: number, stops: readonly StopAhead[], shiftEnd: number | null, reserveSec = 0): Run {
  const result: Run = { waitingSec: 0, slackSec: Infinity, lateSec: 0 };
  const times = driveTimes(departure, stops);
  times.forEach(({ arrival, begin, drivenSec }, index) => {
    const { closes, isBreak } = stops[index]!;
    result.waitingSec += begin - arrival;
    if (closes === null) return;
    // Savelsbergh 1992, forward time slack: waiting at stops absorbs a later departure. So does driving before a
    // break's hours, for the break itself: it begins no later. Of a break nobody is waiting for the vehicle.
    const room = Math.max(0, closes - begin - (isBreak === true ? 0 : reserveSec));
    result.slackSec = Math.min(result.slackSec, result.waitingSec + drivenSec + room);
    result.lateSec += Math.max(0, begin - closes);
  });
  if (shiftEnd !== null) result.lateSec += Math.max(0, (times.at(-1)?.end ?? departure) - shiftEnd);
  return result;
}

/**
 * The departure that ends the route earliest, and of these the latest that leaves the reserve.
 * @param earliest epoch seconds
 */
export function bestDeparture(
  earliest: number,
  stops: readonly StopAhead[],
  reserveSec: number = WINDOW_RESERVE_SEC,
): number {
  const { waitingSec, slackSec } = run(earliest, stops, null, reserveSec);
  return earliest + Math.min(waitingSec, slackSec);
}

/** The planned departure, or the best one where that is earlier and avoids lateness. */
export function keptDeparture(
  planned: number,
  best: number,
  stops: readonly StopAhead[],
  shiftEnd: number | null,
): number {
  const late = run(planned, stops, shiftEnd).lateSec;
  if (late === 0 || best >= planned) return planned;
  return run(best, stops, shiftEnd).lateSec < late ? best : planned;
}

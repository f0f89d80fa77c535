/**
 * When a vehicle leaves: nothing later than necessary, then as late as costs no time. The solver's plan mode does the
 * same.
 */

import { driveTimes } from "./drive-times";
import type { StopAhead } from "./drive-times";

interface Run {
  /** seconds of waiting over all stops */
  waitingSec: number;
  /** seconds by which the departure can be later without making anything late */
  slackSec: number;
  /** seconds after the windows, over all stops, and after the end of the shift */
  lateSec: number;
}

function run(departure: number, stops: readonly StopAhead[], shiftEnd: number | null): Run {
  const result: Run = { waitingSec: 0, slackSec: Infinity, lateSec: 0 };
  const times = driveTimes(departure, stops);
  times.forEach(({ arrival, begin, drivenSec }, index) => {
    const closes = stops[index]!.closes;
    result.waitingSec += begin - arrival;
    if (closes === null) return;
    // Savelsbergh 1992, forward time slack: waiting at stops absorbs a later departure. So does driving before a
    // break's hours, for the break itself: it begins no later.
    result.slackSec = Math.min(result.slackSec, result.waitingSec + drivenSec + Math.max(0, closes - begin));
    result.lateSec += Math.max(0, begin - closes);
  });
  if (shiftEnd !== null) result.lateSec += Math.max(0, (times.at(-1)?.end ?? departure) - shiftEnd);
  return result;
}

/** The departure that ends the route earliest, and of these the latest. @param earliest epoch seconds */
export function bestDeparture(earliest: number, stops: readonly StopAhead[]): number {
  const { waitingSec, slackSec } = run(earliest, stops, null);
  return earliest + Math.min(waitingSec, slackSec);
}

/** The planned departure, or the best one where an earlier departure avoids lateness. */
export function keptDeparture(
  planned: number,
  earliest: number,
  stops: readonly StopAhead[],
  shiftEnd: number | null,
): number {
  const late = run(planned, stops, shiftEnd).lateSec;
  if (late === 0 || earliest >= planned) return planned;
  const best = Math.min(planned, bestDeparture(earliest, stops));
  return run(best, stops, shiftEnd).lateSec < late ? best : planned;
}

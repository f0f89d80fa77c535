import type { Problem, Vehicle } from "./problem";
import { tasksOf } from "./tasks";

/** Units of the search's clock: every sum of two times stays below 2^31. */
export const HORIZON = 1_050_000_000;

/** Of a leg's time in units of that clock, and of its cost in those of the search: two of them stay below 2^31. */
export const MAX_ENTRY = 500_000_000;

/** A vehicle may have begun its work so long before the first window, for stops without one. */
const MOST_MARGIN_SEC = 40 * 86_400;
/** What is left of the clock behind the last moment at which something may begin. */
const LAST_SEC = 10 * 86_400;

/** Travel time in hundredths of the matrix unit, as VROOM and the checker define it. */
export const speedPercent = (vehicle: Vehicle): number => Math.round(100 / (vehicle.speedFactor ?? 1));

/** Units of that clock in a second: hundredths where a vehicle has a speed of its own. */
export const timeScaleOf = ({ vehicles }: Problem): 1 | 100 =>
  vehicles.every((vehicle) => speedPercent(vehicle) === 100) ? 1 : 100;

/** How far behind the time zero of the clock a window may open. */
export const longestSpanSec = (problem: Problem): number => Math.floor(HORIZON / timeScaleOf(problem)) - LAST_SEC;

/**
 * Time zero of the clock: the first begin of a shift, or a while before anything opens where shifts begin long before
 * that or have no hours. So absolute timestamps fit, and nothing is cut off.
 */
export function timeBaseSec(problem: Problem): number {
  const windows = [...problem.vehicles.flatMap(({ breaks }) => breaks ?? []), ...tasksOf(problem)].flatMap(
    ({ timeWindows }) => timeWindows ?? [],
  );
  let begin = Infinity;
  let opens = Infinity;
  let last = -Infinity;
  for (const [from] of windows) {
    opens = Math.min(opens, from);
    last = Math.max(last, from);
  }
  const hasWindows = opens < Infinity;
  for (const { timeWindow, strictStart, breaks } of problem.vehicles) {
    begin = Math.min(begin, timeWindow?.[0] ?? 0);
    if (timeWindow == null) continue;
    last = Math.max(last, timeWindow[0]);
    // no shift may end before time zero, nor begin where its begin counts
    const countsBegin = strictStart === true || breaks?.some(({ onlyIfDue }) => onlyIfDue === true) === true;
    opens = Math.min(opens, timeWindow[countsBegin ? 0 : 1]);
  }
  if (!hasWindows) return begin;
  const margin = Math.min(MOST_MARGIN_SEC, longestSpanSec(problem) - (last - opens));
  return Math.max(begin, opens - Math.max(0, margin));
}

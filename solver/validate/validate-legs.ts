import { ErrorCode, SolverError } from "../contract";
import type { Problem, TravelModel } from "../contract";
import { MAX_ENTRY, speedPercent, timeBaseSec, timeScaleOf } from "../contract/time-span";
import { tasksOf } from "../contract/tasks";

/**
 * Where a vehicle has a speed factor times count in hundredths, and the search cuts legs that are too long for that.
 * They stay longer than any day, and may stand for ways that nobody takes. Refuses them where a limit is as long.
 */
export function validateLegs(problem: Problem): void {
  if (timeScaleOf(problem) === 1) return;
  const limit = longestLimit(problem);
  if (limit < MAX_ENTRY / 100) return;
  const slowest = new Map<string, number>();
  for (const vehicle of problem.vehicles)
    slowest.set(vehicle.profile, Math.max(slowest.get(vehicle.profile) ?? 0, speedPercent(vehicle)));
  for (const [profile, percent] of slowest) {
    const most = Math.floor(MAX_ENTRY / percent);
    const longest = longestOf(problem.matrices[profile]);
    if (longest <= most) continue;
    throw new SolverError(
      ErrorCode.OutOfRange,
      `matrices.${profile}`,
      `A leg of ${longest} s is longer than ${most} s, the most with a speed factor and a limit of ${limit} s.`,
      "Count all times in seconds, and plan less at once.",
    );
  }
}

/** The latest moment that a window or a shift knows, from time zero, or the most that a vehicle may travel: seconds. */
function longestLimit(problem: Problem): number {
  const base = timeBaseSec(problem);
  let longest = 0;
  for (const { timeWindow, overtimeSec = 0, maxTravelTimeSec = 0 } of problem.vehicles)
    longest = Math.max(longest, maxTravelTimeSec, timeWindow == null ? 0 : timeWindow[1] + overtimeSec - base);
  for (const { timeWindows } of tasksOf(problem))
    if (timeWindows !== undefined) longest = Math.max(longest, timeWindows[timeWindows.length - 1][1] - base);
  return longest;
}

/** Seconds; for points no less than the longest leg. */
function longestOf(model: TravelModel): number {
  if (model.kind === "points") return acrossOf(model.points);
  let longest = 0;
  for (const seconds of model.durations) if (seconds > longest) longest = seconds;
  return longest;
}

/** From corner to corner of all points. @param points x and y by turns */
function acrossOf(points: Float64Array): number {
  const least = [Infinity, Infinity];
  const most = [-Infinity, -Infinity];
  points.forEach((value, k) => {
    least[k % 2] = Math.min(least[k % 2], value);
    most[k % 2] = Math.max(most[k % 2], value);
  });
  return points.length === 0 ? 0 : Math.ceil(Math.hypot(most[0] - least[0], most[1] - least[1]));
}

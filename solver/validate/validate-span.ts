import { ErrorCode, SolverError } from "../contract";
import type { Problem, TimeWindow } from "../contract";
import { longestSpanSec, timeBaseSec } from "../contract/time-span";

/**
 * Refuses times that open so long after the first one that the search can't tell them from never, such as seconds of a
 * day beside seconds since 1970.
 */
export function validateSpan(problem: Problem): void {
  const base = timeBaseSec(problem);
  const longest = longestSpanSec(problem);
  const check = (opens: number | undefined, field: string): void => {
    if (opens === undefined || opens - base <= longest) return;
    throw new SolverError(
      ErrorCode.OutOfRange,
      field,
      `${opens} s is more than ${Math.floor(longest / 86_400)} days behind the first time that counts, ${base} s.`,
      "Count all times from one moment, and plan less at once.",
    );
  };
  const checkLast = (windows: readonly TimeWindow[] | undefined, path: string): void => {
    if (windows !== undefined) check(windows[windows.length - 1][0], `${path}.timeWindows[${windows.length - 1}][0]`);
  };
  problem.vehicles.forEach(({ timeWindow, breaks }, v) => {
    check(timeWindow?.[0], `vehicles[${v}].timeWindow[0]`);
    breaks?.forEach(({ timeWindows }, k) => checkLast(timeWindows, `vehicles[${v}].breaks[${k}]`));
  });
  problem.jobs.forEach(({ timeWindows }, j) => checkLast(timeWindows, `jobs[${j}]`));
  problem.shipments.forEach(({ pickup, delivery }, s) => {
    checkLast(pickup.timeWindows, `shipments[${s}].pickup`);
    checkLast(delivery.timeWindows, `shipments[${s}].delivery`);
  });
}

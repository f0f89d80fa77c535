import type { Break } from "./problem";

type Conditional = Pick<Break, "timeWindows" | "onlyIfDue" | "dueAfterSec">;

const opensAt = ({ timeWindows }: Conditional): number => timeWindows?.[0]?.[0] ?? 0;
const closesAt = ({ timeWindows }: Conditional): number => timeWindows?.at(-1)?.[1] ?? Infinity;

/**
 * Whether a break has to be taken on a route that without it leaves and ends at these times. A break that isn't marked
 * `onlyIfDue` always has to. Others only where the vehicle is on the road when the break may begin, and either still is
 * when it may no longer begin or the route is longer than `dueAfterSec`. The only definition of a due break.
 */
export function isBreakDue(rest: Conditional, leavesSec: number, endsSec: number): boolean {
  if (rest.onlyIfDue !== true) return true;
  const closes = closesAt(rest);
  if (leavesSec > closes || endsSec <= opensAt(rest)) return false;
  return endsSec > closes || (rest.dueAfterSec !== undefined && endsSec - leavesSec > rest.dueAfterSec);
}

/**
 * The latest end at which the break is not due whenever the vehicle leaves, if not before `earliestSec`; -Infinity
 * where it always is. Safe rather than exact with `dueAfterSec`: a route that leaves later may end later without it.
 */
export function latestEndWithout(rest: Conditional, earliestSec: number): number {
  if (rest.onlyIfDue !== true) return -Infinity;
  const closes = closesAt(rest);
  if (earliestSec > closes) return Infinity;
  return Math.max(
    opensAt(rest),
    Math.min(closes, rest.dueAfterSec === undefined ? Infinity : earliestSec + rest.dueAfterSec),
  );
}

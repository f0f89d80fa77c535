import { HORIZON, NEVER } from "./instance";
import type { Instance } from "./instance";

/**
 * Time along a route is a chain of functions "depart at t -> depart at t' >= t" (waiting is free), so the
 * earliest departure dominates, and a stop fits when its neighbours' earliest and latest departures allow it.
 * Breaks are not part of the order: layer k of a node says that k breaks (in order) are taken before it is left.
 * A break that starts at s on a leg with travel T left at t costs nothing of the driving done while waiting:
 * arrival = service + max(s, t + T), s >= t inside one of its windows.
 */

/** Earliest begin at or after `time` inside the windows of a node; NEVER when all are over. */
export function beginAt(instance: Instance, node: number, time: number): number {
  if (time > instance.windowEnd[node]) return NEVER;
  if (time <= instance.windowStart[node]) return instance.windowStart[node];
  if (!instance.hasMoreWindows || node >= instance.taskCount) return time;
  const windows = instance.moreWindows;
  for (let k = instance.moreFrom[node]; k < instance.moreFrom[node + 1]; k++) {
    if (time <= windows[2 * k + 1]) return time < windows[2 * k] ? windows[2 * k] : time;
  }
  return time;
}

/** Latest arrival at a node such that service can begin by `limit`; -1 when that is impossible. */
export function arriveBy(instance: Instance, node: number, limit: number): number {
  if (limit < instance.windowStart[node]) return -1;
  if (limit >= instance.windowEnd[node]) return instance.windowEnd[node];
  if (!instance.hasMoreWindows || node >= instance.taskCount) return limit;
  const windows = instance.moreWindows;
  for (let k = instance.moreFrom[node + 1] - 1; k >= instance.moreFrom[node]; k--) {
    if (limit >= windows[2 * k]) return limit < windows[2 * k + 1] ? limit : windows[2 * k + 1];
  }
  return limit;
}

/** Arrival over a leg of `travel` left at `time` with breaks first .. last-1 (indices of all breaks) taken on it. */
export function arriveWithBreaks(instance: Instance, time: number, travel: number, first: number, last: number): number {
  let clock = time;
  let left = travel;
  for (let b = first; b < last; b++) {
    const windows = instance.breakWindows[b];
    let begin = NEVER;
    for (let k = 0; k < windows.length; k += 2) {
      if (clock <= windows[k + 1]) {
        begin = clock < windows[k] ? windows[k] : clock;
        break;
      }
    }
    if (begin === NEVER) return NEVER;
    left = Math.max(0, left - (begin - clock));
    clock = begin + instance.breakService[b];
    if (clock > HORIZON) return NEVER;
  }
  return clock + left;
}

/** Latest departure over a leg such that the arrival, after breaks first .. last-1, is at most `limit`; -1 when impossible. */
export function departWithBreaks(instance: Instance, limit: number, travel: number, first: number, last: number): number {
  let clockLimit = limit;
  let arriveLimit = limit;
  for (let b = last - 1; b >= first; b--) {
    const service = instance.breakService[b];
    const latest = Math.min(clockLimit, arriveLimit) - service;
    const windows = instance.breakWindows[b];
    let found = -1;
    for (let k = windows.length - 2; k >= 0; k -= 2) {
      if (windows[k] <= latest) {
        found = Math.min(windows[k + 1], latest);
        break;
      }
    }
    if (found < 0) return -1;
    clockLimit = found;
    arriveLimit -= service;
  }
  const result = Math.min(clockLimit, arriveLimit - travel);
  return result < 0 ? -1 : result;
}

import { HORIZON, NEVER } from "./instance";
import type { Instance } from "./instance";

/**
 * Time along a route is a chain of functions "depart at t -> depart at t' >= t" (waiting is free), so the
 * earliest departure dominates, and a stop fits when its neighbours' earliest and latest departures allow it.
 * Breaks are not part of the order: the layer of a node tells which breaks are taken before it is left.
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

/**
 * Arrival over a leg of `travel` left at `time` by vehicle v, with the breaks taken on it that lead from one layer to
 * another.
 */
export function arriveWithBreaks(
  instance: Instance,
  v: number,
  time: number,
  travel: number,
  from: number,
  to: number,
): number {
  const first = instance.breakFrom[v];
  const orders = instance.breakOrders[v];
  if (orders === null) {
    let clock = time;
    let left = travel;
    for (let b = first + from; b < first + to; b++) {
      const begin = beginBreak(instance, b, clock);
      if (begin === NEVER) return NEVER;
      left = Math.max(0, left - (begin - clock));
      clock = begin + instance.breakService[b];
      if (clock > HORIZON) return NEVER;
    }
    return clock + left;
  }
  let best = NEVER;
  for (const order of orders[from * instance.breakStates[v] + to]) {
    let clock = time;
    let left = travel;
    for (let k = 0; k < order.length && clock <= HORIZON; k++) {
      const begin = beginBreak(instance, first + order[k], clock);
      left = begin === NEVER ? 0 : Math.max(0, left - (begin - clock));
      clock = begin === NEVER ? NEVER : begin + instance.breakService[first + order[k]];
    }
    if (clock <= HORIZON && clock + left < best) best = clock + left;
  }
  return best;
}

/** Earliest begin of a break at or after `time`; NEVER when its windows are over. */
export function beginBreak(instance: Instance, b: number, time: number): number {
  const windows = instance.breakWindows[b];
  for (let k = 0; k < windows.length; k += 2) if (time <= windows[k + 1]) return time < windows[k] ? windows[k] : time;
  return NEVER;
}

/**
 * Latest departure over a leg such that the arrival, after the breaks between two layers, is at most `limit`; -1 when
 * impossible.
 */
export function departWithBreaks(
  instance: Instance,
  v: number,
  limit: number,
  travel: number,
  from: number,
  to: number,
): number {
  const first = instance.breakFrom[v];
  const orders = instance.breakOrders[v];
  let clockLimit = limit;
  let arriveLimit = limit;
  if (orders === null) {
    for (let b = first + to - 1; b >= first + from && clockLimit >= 0; b--) {
      clockLimit = endBreak(instance, b, Math.min(clockLimit, arriveLimit));
      arriveLimit -= instance.breakService[b];
    }
    return clockLimit < 0 ? -1 : Math.max(-1, Math.min(clockLimit, arriveLimit - travel));
  }
  let best = -1;
  for (const order of orders[from * instance.breakStates[v] + to]) {
    clockLimit = arriveLimit = limit;
    for (let k = order.length - 1; k >= 0 && clockLimit >= 0; k--) {
      clockLimit = endBreak(instance, first + order[k], Math.min(clockLimit, arriveLimit));
      arriveLimit -= instance.breakService[first + order[k]];
    }
    if (clockLimit >= 0) best = Math.max(best, Math.min(clockLimit, arriveLimit - travel));
  }
  return best;
}

/** Latest begin of a break that is over by `limit`; -1 when there is none. */
export function endBreak(instance: Instance, b: number, limit: number): number {
  const latest = limit - instance.breakService[b];
  const windows = instance.breakWindows[b];
  for (let k = windows.length - 2; k >= 0; k -= 2) if (windows[k] <= latest) return Math.min(windows[k + 1], latest);
  return -1;
}

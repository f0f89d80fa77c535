import { NO_WAY_COST } from "./gaps";
import type { Instance } from "./instance";

/**
 * For each task the other tasks in order of nearness: those of task t are list[t * width] .. list[t * width + width -
 * 1].
 */
export interface Neighbours {
  readonly width: number;
  readonly list: Int32Array;
  /**
   * Cost of the leg between a task and its neighbour in the cheaper direction, after the first cost matrix; laid out as
   * `list`.
   */
  readonly legs: Int32Array;
}

/**
 * Weights of waiting and of lateness that one stop right after another would cause (Vidal et al. 2013, as used by HGS).
 */
const WAITING = 0.2;
const LATENESS = 1;

/**
 * Nearness is the cost of a leg in its cheaper direction and, with `withTime`, what the windows of both make
 * unavoidable. Stops without a way to each other come last.
 */
export function buildNeighbours(
  instance: Instance,
  width: number,
  withTime: boolean,
  checkpoint: () => void = () => undefined,
): Neighbours {
  const { taskCount: n, size, place, windowStart, windowEnd } = instance;
  const used = Math.max(0, Math.min(width, n - 1));
  const list = new Int32Array(n * used);
  const legs = new Int32Array(n * used);
  const cost = instance.cost[0];
  const travel = instance.travel[0];
  const rate = meanRatio(instance);
  // nearness and number of a stop in one value, which is sorted many times faster than numbers by their nearness
  const keys = new Float64Array(n);
  const largest = Math.floor(Number.MAX_SAFE_INTEGER / n) - 1;
  const nearness = (i: number, j: number): number => {
    const k = place[i] * size + place[j];
    if (!withTime) return cost[k];
    const reach = travel[k] + instance.service[i];
    const waiting = windowStart[j] - reach - windowEnd[i];
    const lateness = windowStart[i] + reach - windowEnd[j];
    return cost[k] + rate * ((waiting > 0 ? WAITING * waiting : 0) + (lateness > 0 ? LATENESS * lateness : 0));
  };
  for (let i = 0; i < n; i++) {
    checkpoint();
    let m = 0;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const there = nearness(i, j);
      const back = nearness(j, i);
      keys[m++] = Math.min(Math.round(there < back ? there : back), largest) * n + j;
    }
    select(keys, 0, m - 1, used);
    const best = keys.subarray(0, used).sort();
    for (let k = 0; k < used; k++) {
      const j = best[k] % n;
      const there = cost[place[i] * size + place[j]];
      const back = cost[place[j] * size + place[i]];
      list[i * used + k] = j;
      legs[i * used + k] = there < back ? there : back;
    }
  }
  return { width: used, list, legs };
}

function meanRatio(instance: Instance): number {
  const { taskCount: n, size, place } = instance;
  let costs = 0;
  let times = 0;
  for (let i = 0; i + 1 < n; i++) {
    const k = place[i] * size + place[i + 1];
    if (instance.cost[0][k] >= NO_WAY_COST) continue;
    costs += instance.cost[0][k];
    times += instance.travel[0][k];
  }
  return times === 0 ? 1 : costs / times;
}

/** Moves the `count` smallest keys to the front (quickselect). */
function select(keys: Float64Array, from: number, to: number, count: number): void {
  while (from < to) {
    const pivot = keys[(from + to) >> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i <= j) {
        const swap = keys[i];
        keys[i++] = keys[j];
        keys[j--] = swap;
      }
    }
    if (count - 1 <= j) to = j;
    else if (count - 1 >= i) from = i;
    else return;
  }
}

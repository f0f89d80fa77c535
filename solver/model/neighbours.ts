import { columnsOf } from "./columns";
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

const LEAST_CANDIDATES = 256;

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
  const costIn = columnsOf(cost, instance, checkpoint);
  const travel = instance.travel[0];
  const travelIn = withTime ? columnsOf(travel, instance, checkpoint) : travel;
  const rate = meanRatio(instance);
  // Nearness and number of a stop in one value, which is sorted many times faster than numbers by their nearness. Only
  // candidates are kept: once there is no room for more, the nearest ones of them say how near the others have to be.
  const count = Math.min(n, used + 1);
  const keys = new Float64Array(Math.min(n, Math.max(LEAST_CANDIDATES, 2 * count)));
  const largest = Math.floor(Number.MAX_SAFE_INTEGER / n) - 1;
  /** What the windows make unavoidable when j follows i right after this travel time. */
  const waste = (i: number, j: number, travelSec: number): number => {
    const reach = travelSec + instance.service[i];
    const waiting = windowStart[j] - reach - windowEnd[i];
    const lateness = windowStart[i] + reach - windowEnd[j];
    return rate * ((waiting > 0 ? WAITING * waiting : 0) + (lateness > 0 ? LATENESS * lateness : 0));
  };
  /** Of all tasks, task i among them, the nearest ones, one more than its neighbours. */
  const nearestTo = (i: number): Float64Array => {
    const row = place[i] * size;
    let m = 0;
    let most = Infinity;
    for (let j = 0; j < n; j++) {
      const k = row + place[j];
      let there = cost[k];
      let back = costIn[k];
      if (withTime) {
        there += waste(i, j, travel[k]);
        back += waste(j, i, travelIn[k]);
      }
      const key = Math.min(Math.round(there < back ? there : back), largest) * n + j;
      if (key >= most) continue;
      if (m === keys.length) {
        select(keys, 0, m - 1, count);
        m = count;
        most = keys[0];
        for (let k = 1; k < count; k++) if (keys[k] > most) most = keys[k];
        if (key >= most) continue;
      }
      keys[m++] = key;
    }
    select(keys, 0, m - 1, count);
    return keys.subarray(0, count).sort();
  };
  const tasksAt = new Int32Array(size);
  for (let i = 0; i < n; i++) tasksAt[place[i]]++;
  // without times, what is near depends on the place alone
  const nearestAt = new Map<number, Float64Array>();
  for (let i = 0; i < n; i++) {
    checkpoint();
    const row = place[i] * size;
    const nearest = nearestAt.get(place[i]) ?? nearestTo(i);
    if (!withTime && tasksAt[place[i]] > 1 && !nearestAt.has(place[i])) nearestAt.set(place[i], nearest.slice());
    for (let k = 0, at = i * used; at < (i + 1) * used; k++) {
      const j = nearest[k] % n;
      if (j === i) continue;
      const there = cost[row + place[j]];
      const back = costIn[row + place[j]];
      list[at] = j;
      legs[at++] = there < back ? there : back;
    }
  }
  return { width: used, list, legs };
}

/** The nearest `width` of each task's neighbours. */
export function nearestOf(neighbours: Neighbours, width: number): Neighbours {
  if (width >= neighbours.width) return neighbours;
  const count = neighbours.list.length / neighbours.width;
  const list = new Int32Array(count * width);
  const legs = new Int32Array(count * width);
  for (let i = 0; i < count; i++) {
    const from = i * neighbours.width;
    list.set(neighbours.list.subarray(from, from + width), i * width);
    legs.set(neighbours.legs.subarray(from, from + width), i * width);
  }
  return { width, list, legs };
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

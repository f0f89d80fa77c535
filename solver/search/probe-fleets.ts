import { insertByRegret, insertInOrder, openTasks } from "../construct/insertion";
import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { loadRoutes } from "./journal";

const PROBES = 8;
const SHARE = 0.04;

/**
 * With different vehicles the choice of those that are used decides more than the order of stops, and it is hard
 * to change later. So short searches start from plans with a random part of the fleet that is just large enough; the best
 * of them is where the search goes on. Returns the share of the time that is used.
 */
export function probeFleets(search: Anneal, stop: Stop, random: Random, onBest: () => void): number {
  const { plan, inserter, journal } = search;
  const stopped = (): boolean => stop.raised();
  // the first plan, from all classes, is a probe too
  search.run(stop, { first: 1, last: 0.1 }, 0, SHARE, onBest, () => undefined);
  const empty: number[][] = Array.from({ length: plan.instance.vehicleCount }, () => []);
  let share = Math.max(SHARE, stop.share);
  for (let probe = 1; probe < PROBES && !stop.reached(search.iterations); probe++) {
    const chosen = justEnough(plan.instance, random);
    loadRoutes(plan, empty);
    plan.hide((v) => chosen[v] === 0);
    journal.markAllDirty();
    if (openTasks(plan).length > 300 || probe % 2 === 0 || !insertByRegret(plan, inserter, stopped)) {
      const order = plan.instance.windowEnd;
      insertInOrder(plan, inserter, (task) => (probe % 4 < 2 ? random.real() : order[task]), stopped);
    }
    search.run(stop, { first: 1, last: 0.1 }, share, share + SHARE, onBest, () => undefined);
    share = Math.max(share + SHARE, stop.share);
  }
  plan.hide(() => false);
  search.adopt(journal.bestRoutes());
  return Math.min(share, 0.999);
}

/** A random part of the fleet with some more room than the tasks need; classes are drawn with random weights. */
function justEnough(instance: Instance, random: Random): Uint8Array {
  const { classCount, classVehicles, dimensions, taskCount: n } = instance;
  const chosen = new Uint8Array(instance.vehicleCount);
  const slack = 1.02 + 0.3 * random.real() * random.real();
  // room for loads, for the number of stops, and for working time
  const needed = new Float64Array(dimensions + 2);
  for (let d = 0; d < dimensions; d++) {
    let delivered = 0;
    let taken = 0;
    for (let t = 0; t < n; t++) {
      if (instance.paired[t] >= 0) continue;
      delivered += instance.atStart[t * dimensions + d];
      taken += instance.taken[t * dimensions + d];
    }
    needed[d] = slack * Math.max(delivered, taken);
  }
  needed[dimensions] = n;
  for (let t = 0; t < n; t++) needed[dimensions + 1] += slack * instance.service[t];
  const weight = Float64Array.from({ length: classCount }, () => random.real() ** 2);
  const used = new Int32Array(classCount);
  while (needed.some((value) => value > 0)) {
    let sum = 0;
    for (let c = 0; c < classCount; c++) if (used[c] < classVehicles[c].length) sum += weight[c];
    if (sum <= 0) break;
    let draw = random.real() * sum;
    let c = -1;
    for (let k = 0; k < classCount && draw >= 0; k++) {
      if (used[k] >= classVehicles[k].length) continue;
      draw -= weight[k];
      c = k;
    }
    const v = classVehicles[c][used[c]++];
    chosen[v] = 1;
    for (let d = 0; d < dimensions; d++) needed[d] -= instance.capacity[v * dimensions + d];
    needed[dimensions] -= instance.maxTasks[v];
    needed[dimensions + 1] -= instance.windowEnd[n + v] - instance.windowStart[n + v];
  }
  return chosen;
}

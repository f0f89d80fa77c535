import { snapshot } from "../construct/construct";
import { insertByRegret, insertInOrder, openTasks } from "../construct/insertion";
import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { loadRoutes } from "./journal";
import type { Plan } from "./plan";
import { fullness } from "./room";

/** Random fleets, then fleets that differ a little from the best one, and the share of the time for each. */
const RANDOM_PROBES = 7;
const CHANGED_PROBES = 3;
const SHARE = 0.03;

/**
 * With different vehicles the choice of those that are used decides more than the order of stops, and it is hard
 * to change later. So short searches start from plans with a random part of the fleet that is just large enough, and from
 * the best plan with some of its vehicles replaced by others; the best of all is where the search goes on. Returns the
 * share of the time that is used.
 */
export function probeFleets(search: Anneal, stop: Stop, random: Random, onBest: () => void): number {
  const { plan, inserter, journal } = search;
  const stopped = (): boolean => stop.raised();
  const anneal = (first: number, share: number): number => {
    search.run(stop, { first, last: 0.1 }, share, share + SHARE, onBest, () => undefined);
    return Math.max(share + SHARE, stop.share);
  };
  // the first plan, from all classes, is a probe too
  let share = anneal(1, 0);
  const empty: number[][] = Array.from({ length: plan.instance.vehicleCount }, () => []);
  for (let probe = 0; probe < RANDOM_PROBES && !stop.reached(search.iterations); probe++) {
    const chosen = justEnough(plan.instance, random);
    loadRoutes(plan, empty);
    plan.hide((v) => chosen[v] === 0);
    journal.markAllDirty();
    if (openTasks(plan).length > 300 || probe % 2 === 1 || !insertByRegret(plan, inserter, stopped)) {
      const order = plan.instance.windowEnd;
      insertInOrder(plan, inserter, (task) => (probe % 4 < 2 ? random.real() : order[task]), stopped);
    }
    share = anneal(1, share);
  }
  for (let probe = 0; probe < CHANGED_PROBES && !stop.reached(search.iterations); probe++) {
    plan.hide(() => false);
    search.adopt(journal.bestRoutes());
    if (!replaceVehicles(plan, random, probe === 0)) continue;
    journal.markAllDirty();
    search.run(stop, { first: 0.5, last: 0.5 }, share, share + SHARE / 2, onBest, () => undefined, true);
    share = plan.openCount === 0 ? anneal(0.5, Math.max(share, stop.share)) : Math.max(share, stop.share);
  }
  plan.hide(() => false);
  search.adopt(journal.bestRoutes());
  return Math.min(share, 0.999);
}

/**
 * Takes one to three vehicles out of the plan (just one with `oneLess`) and shows some others instead, all in all with
 * just enough room; further vehicles are barred. False when no such change was found.
 */
function replaceVehicles(plan: Plan, random: Random, oneLess: boolean): boolean {
  const { instance } = plan;
  const { vehicleCount: V } = instance;
  const used = Array.from({ length: V }, (_, v) => v).filter((v) => plan.count[v] > 0);
  if (plan.openCount > 0 || used.length < 2) return false;
  const least = Math.min(fullness(plan, used), 0.9);
  for (let attempt = 0; attempt < 50; attempt++) {
    const fleet = new Set(used);
    const dropped: number[] = [];
    for (let k = oneLess ? 1 : 1 + random.below(3); k > 0 && fleet.size > 1; k--) {
      const v = used[random.below(used.length)];
      if (fleet.delete(v)) dropped.push(v);
    }
    for (let k = oneLess ? 0 : random.below(dropped.length + 1); k > 0; k--) {
      const members = instance.classVehicles[random.below(instance.classCount)];
      const free = members.find((v) => plan.count[v] === 0 && !fleet.has(v));
      if (free !== undefined) fleet.add(free);
    }
    const full = fullness(plan, [...fleet]);
    if (full > 1 || full < least) continue;
    loadRoutes(plan, snapshot(plan).map((tasks, v) => (fleet.has(v) ? tasks : [])));
    plan.hide((v) => !fleet.has(v), true);
    return true;
  }
  return false;
}

/** A random part of the fleet with some more room than the tasks need; classes are drawn with random weights. */
function justEnough(instance: Instance, random: Random): Uint8Array {
  const { classCount, classVehicles, dimensions, taskCount: n } = instance;
  const chosen = new Uint8Array(instance.vehicleCount);
  const slack = 1.005 + 0.3 * random.real() * random.real();
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

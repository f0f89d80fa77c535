import { snapshot } from "../construct/construct";
import { insertByRegret, insertInOrder, openTasks } from "../construct/insertion";
import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Anneal } from "./anneal";
import { loadRoutes } from "./journal";
import type { Plan } from "./plan";
import { lockedRoutes, lockedVehicles } from "./plan-locked";
import { fullness } from "./room";
import { compositionOf, kindsOf, usedVehicles } from "./vehicle-kinds";
import type { Kinds } from "./vehicle-kinds";

/**
 * Random fleets, then fleets that differ a little from the best one, the share of the time for each, and the share in
 * which the last one has begun: where stops can't be served at all, every fleet takes longer.
 */
const RANDOM_PROBES = 4;
const CHANGED_PROBES = 8;
const SHARE = 0.06;
const LAST_FROM = 0.75;

export interface FleetChoice {
  readonly search: Anneal;
  readonly stop: Stop;
  readonly random: Random;
  readonly onBest: () => void;
  /** The share of the time that is used. */
  readonly from: number;
}

/**
 * With different vehicles the choice of those that are used decides more than the order of stops, and it is hard to
 * change later. So short searches start from plans with a random part of the fleet that is just large enough, and from
 * the best plan with some of its vehicles replaced by others; no two from the same numbers of each kind. The search
 * continues from the best of all. Returns the share of the time that is used.
 */
export function probeFleets({ search, stop, random, onBest, from }: FleetChoice): number {
  const { plan, inserter, journal } = search;
  const { instance } = plan;
  const kinds = kindsOf(instance);
  const stopped = (): boolean => stop.raised();
  const known = new Set<string>();
  const isNew = (fleet: ReadonlySet<number>): boolean => !known.has(compositionOf(kinds, fleet));
  let share = from;
  const left = 1 - from;
  const mayProbe = (): boolean => share < from + left * LAST_FROM && !stop.reached(search.iterations);
  const anneal = (first: number, part = SHARE * left, untilComplete = false): void => {
    const until = share + part;
    search.run(
      stop,
      { first, last: untilComplete ? first : 0.1 },
      share,
      until,
      onBest,
      () => undefined,
      untilComplete,
    );
    share = untilComplete ? Math.max(share, stop.share) : Math.max(until, stop.share);
  };
  /** With these vehicles alone until every task is served, then with the others too where they save something. */
  const probe = (fleet: ReadonlySet<number>, first: number): void => {
    known.add(compositionOf(kinds, fleet));
    journal.markAllDirty();
    if (plan.openCount > 0) anneal(0.5, (SHARE * left) / 2, true);
    plan.hide((v) => !fleet.has(v));
    if (plan.openCount > 0) insertInOrder(plan, inserter, (task) => task, stopped);
    // what no fleet can serve is no reason to give this one up
    if (plan.missing <= journal.bestMissing) anneal(first);
  };
  // the first plan, from all classes, is a probe too
  known.add(compositionOf(kinds, usedVehicles(plan)));
  anneal(1);
  for (let k = 0; k < RANDOM_PROBES && mayProbe(); k++) {
    let fleet = justEnough(instance, random);
    for (let attempt = 0; attempt < 20 && !isNew(fleet); attempt++) fleet = justEnough(instance, random);
    if (!isNew(fleet)) continue;
    loadRoutes(plan, lockedRoutes(instance));
    plan.hide((v) => !fleet.has(v), true);
    if (openTasks(plan).length > 300 || !insertByRegret(plan, inserter, stopped))
      insertInOrder(plan, inserter, () => random.real(), stopped);
    probe(fleet, 1);
  }
  for (let k = 0; k < CHANGED_PROBES && mayProbe(); k++) {
    plan.hide(() => false);
    search.adopt(journal.bestRoutes());
    const fleet = changedFleet(plan, kinds, isNew, random, k === 0);
    if (fleet === null) continue;
    loadRoutes(
      plan,
      snapshot(plan).map((tasks, v) => (fleet.has(v) ? tasks : [])),
    );
    plan.hide((v) => !fleet.has(v), true);
    probe(fleet, 0.5);
  }
  plan.hide(() => false);
  search.adopt(journal.bestRoutes());
  return Math.min(share, 0.999);
}

/**
 * A new fleet: one to three of the vehicles in use replaced by others, with just enough room; with `oneLess` there is
 * one fewer than before. Null when none was found.
 */
function changedFleet(
  plan: Plan,
  kinds: Kinds,
  isNew: (fleet: ReadonlySet<number>) => boolean,
  random: Random,
  oneLess: boolean,
): Set<number> | null {
  const present = usedVehicles(plan);
  const used = [...present];
  if (used.length < 2) return null;
  const least = Math.min(fullness(plan, used), 0.9);
  for (let attempt = 0; attempt < 50; attempt++) {
    const fleet = new Set(used);
    let dropped = 0;
    for (let k = oneLess ? 1 + (attempt % 3) : 1 + random.below(3); k > 0 && fleet.size > 1; k--) {
      const v = used[random.below(used.length)];
      if (plan.instance.locked[v].length === 0 && fleet.delete(v)) dropped++;
    }
    for (let k = oneLess ? dropped - 1 : random.below(dropped + 1); k > 0; k--) {
      const free = kinds[random.below(kinds.length)].filter((v) => !present.has(v) && !fleet.has(v));
      if (free.length > 0) fleet.add(free[random.below(free.length)]);
    }
    const full = fullness(plan, [...fleet]);
    if (full <= 1 && full >= least && isNew(fleet)) return fleet;
  }
  return null;
}

/** A random part of the fleet with some more room than the tasks need; classes are drawn with random weights. */
function justEnough(instance: Instance, random: Random): Set<number> {
  const { classCount, classVehicles, dimensions, taskCount: n } = instance;
  const chosen = new Set<number>();
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
  const take = (v: number): void => {
    chosen.add(v);
    for (let d = 0; d < dimensions; d++) needed[d] -= instance.capacity[v * dimensions + d];
    needed[dimensions] -= instance.maxTasks[v];
    needed[dimensions + 1] -= instance.windowEnd[n + v] - instance.windowStart[n + v];
  };
  for (const v of lockedVehicles(instance)) take(v);
  const free = classVehicles.map((members) => members.filter((v) => !chosen.has(v)));
  while (needed.some((value) => value > 0)) {
    let sum = 0;
    for (let c = 0; c < classCount; c++) if (used[c] < free[c].length) sum += weight[c];
    if (sum <= 0) break;
    let draw = random.real() * sum;
    let c = -1;
    for (let k = 0; k < classCount && draw >= 0; k++) {
      if (used[k] >= free[k].length) continue;
      draw -= weight[k];
      c = k;
    }
    take(free[c][used[c]++]);
  }
  return chosen;
}

import { NO_WAY_COST } from "../model/gaps";
import type { Plan } from "../search/plan";
import { mayServe } from "../search/route-rules";

/** Other open jobs that a chain may lead over: the nearest ones. */
const MOST_LINKS = 60;
/** Places tried for a chain on a route, the cheapest first. */
const MOST_PLACES = 20;

interface Chain {
  readonly tasks: readonly number[];
  readonly after: number;
  readonly delta: number;
}

/**
 * Inserts one of the open stops at once with others that are its only way there or on: alone none of them has a place.
 * False when there is no such chain. `beforeChange` is called with every vehicle whose route changes, for a while or to
 * stay.
 */
export function insertChain(
  plan: Plan,
  open: readonly number[],
  stopped: () => boolean,
  beforeChange: (v: number) => void = () => undefined,
): boolean {
  const { instance } = plan;
  // no shipments, but for deliveries whose pickup is locked
  const jobs = open.filter(
    (task) => plan.route[task] < 0 && (instance.paired[task] < 0 || plan.onlyVehicle[task] >= 0),
  );
  if (jobs.length < 2) return false;
  const vehicles = Array.from({ length: instance.vehicleCount }, (_, v) => v).filter((v) => plan.count[v] > 0);
  for (let c = 0; c < instance.classCount; c++) {
    const v = plan.emptyVehicle(c, true);
    if (v >= 0) vehicles.push(v);
  }
  for (const task of jobs) {
    const chains: Chain[] = [];
    for (const v of vehicles) {
      if (stopped()) return false;
      if (mayTake(plan, v, task)) for (const chain of chainsOn(plan, v, task, jobs)) chains.push(chain);
    }
    chains.sort((a, b) => a.delta - b.delta);
    for (const chain of chains) {
      if (stopped()) return false;
      beforeChange(plan.route[chain.after]);
      if (fits(plan, chain)) return true;
    }
  }
  return false;
}

function mayTake(plan: Plan, v: number, task: number): boolean {
  const only = plan.onlyVehicle[task];
  return mayServe(plan.instance, v, task) && (only < 0 || only === v);
}

/** The cheapest chain with a task at each place of a route, as far as roads go. */
function chainsOn(plan: Plan, v: number, task: number, jobs: readonly number[]): Chain[] {
  const { cost, costOf, place, size } = plan.instance;
  const costs = cost[costOf[v]];
  const leg = (from: number, to: number): number => {
    const value = costs[place[from] * size + place[to]];
    return value < NO_WAY_COST ? value : Infinity;
  };
  const near = (other: number): number => Math.min(leg(task, other), leg(other, task));
  const links = jobs
    .filter((other) => other !== task && mayTake(plan, v, other))
    .sort((a, b) => (near(a) < near(b) ? -1 : near(a) > near(b) ? 1 : a - b))
    .slice(0, MOST_LINKS);
  const tasks = [task, ...links];
  const there = shortestPaths(tasks, (from, to) => leg(to, from));
  const on = shortestPaths(tasks, leg);
  const chains: Chain[] = [];
  const end = plan.endOf(v);
  for (let after = plan.startOf(v); after !== end; after = plan.next[after]) {
    const before = plan.next[after];
    if (plan.isLocked[before] === 1) continue;
    const first = least(tasks, (k) => leg(after, tasks[k]) + there.length[k]);
    const last = least(tasks, (k) => on.length[k] + leg(tasks[k], before));
    if (first === null || last === null) continue;
    const chain = [...there.path(first.k), ...on.path(last.k).reverse().slice(1)];
    if (chain.length < 2 || new Set(chain).size < chain.length) continue;
    const present = plan.count[v] === 0 ? -plan.instance.fixedCost[v] : plan.legCost[after];
    chains.push({ tasks: chain, after, delta: first.length + last.length - present });
  }
  return chains.sort((a, b) => a.delta - b.delta).slice(0, MOST_PLACES);
}

function least(tasks: readonly number[], lengthOf: (k: number) => number): { k: number; length: number } | null {
  let best: { k: number; length: number } | null = null;
  for (let k = 0; k < tasks.length; k++) {
    const length = lengthOf(k);
    if (length < (best?.length ?? Infinity)) best = { k, length };
  }
  return best;
}

/** Shortest paths from the first task to all (Dijkstra 1959); `path` leads from a task back to the first one. */
function shortestPaths(
  tasks: readonly number[],
  leg: (from: number, to: number) => number,
): { length: readonly number[]; path: (k: number) => number[] } {
  const length = tasks.map((_, k) => (k === 0 ? 0 : Infinity));
  const previous = tasks.map(() => -1);
  const left = new Set(tasks.keys());
  while (left.size > 0) {
    let nearest = -1;
    for (const k of left) if (nearest < 0 || length[k] < length[nearest]) nearest = k;
    if (length[nearest] === Infinity) break;
    left.delete(nearest);
    for (const k of left) {
      const over = length[nearest] + leg(tasks[nearest], tasks[k]);
      if (over >= length[k]) continue;
      length[k] = over;
      previous[k] = nearest;
    }
  }
  return {
    length,
    path: (k) => {
      const path: number[] = [];
      for (let at = k; at >= 0; at = previous[at]) path.push(tasks[at]);
      return path;
    },
  };
}

/** Puts a chain into the plan where that keeps every rule. */
function fits(plan: Plan, { tasks, after }: Chain): boolean {
  const v = plan.route[after];
  let last = after;
  for (const task of tasks) {
    plan.link(task, last);
    last = task;
  }
  plan.refresh(v);
  if (plan.isFeasible(v)) return true;
  for (const task of tasks) plan.unlink(task);
  plan.refresh(v);
  return false;
}

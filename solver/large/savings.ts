import { hasWay, legSec } from "../contract";
import type { Problem, Task, Vehicle } from "../contract";
import { nearTasks } from "./near-tasks";
import type { LargeTasks } from "./tasks";

/** Tasks that may follow each other: each and its nearest ones. */
const WIDTH = 40;
/**
 * How much the leg between two jobs weighs in their saving (Gaskell 1967, Yellow 1970). Where a depot lies far outside,
 * savings without a weight join jobs that are as far from it rather than near to each other.
 */
const LEG_WEIGHTS = [1, 1.4];
/** With windows at more than this share of the jobs, routes made without looking at them would be torn apart again. */
const WINDOWS = 0.3;

/**
 * Routes by savings (Clarke & Wright 1964): each job has a route of its own, and routes are joined end to end, the
 * greatest saving first, as long as load, number of stops and length of the day allow it; the cheapest of a few weights
 * of the leg between. Windows of jobs and whatever else there is are left to whoever follows the routes. Null where
 * vehicles differ (a saving would have to know which one it is for), where there are shipments, or many windows.
 */
export function savingsRoutes(
  problem: Problem,
  tasks: LargeTasks,
  points: Float64Array,
  weights: readonly number[] = LEG_WEIGHTS,
): number[][] | null {
  const { vehicles, jobs, shipments } = problem;
  const van = vehicles[0];
  const kind = kindOf(van);
  if (shipments.length > 0 || van.startIndex === null || van.endIndex === null) return null;
  if (vehicles.some((vehicle) => kindOf(vehicle) !== kind)) return null;
  if (jobs.filter(({ timeWindows }) => timeWindows !== undefined).length > WINDOWS * jobs.length) return null;
  const model = problem.matrices[van.profile];
  const { place } = tasks;
  const n = tasks.count;
  const percent = Math.round(100 / (van.speedFactor ?? 1)) / 100;
  const leg = (from: number, to: number): number => legSec(model, from, to) * percent;
  const isSymmetric = model.kind === "points";

  const out = Float64Array.from(place, (to) => leg(van.startIndex!, to));
  const home = Float64Array.from(place, (from) => leg(from, van.endIndex!));
  const near = nearTasks(tasks, points, WIDTH);
  const dimensions = Math.max(0, van.capacity?.length ?? 0);
  const most = dayOf(van);
  const mostStops = van.maxTasks ?? Infinity;
  const demands = new Float64Array(n * dimensions);
  jobs.forEach((job, t) => {
    for (let d = 0; d < dimensions; d++)
      demands[t * dimensions + d] = Math.max(job.delivery?.[d] ?? 0, job.pickup?.[d] ?? 0);
  });
  const work = Float64Array.from(jobs, workOf);

  const join = (weight: number): number[][] => {
    const pairs = joins(n, near, isSymmetric, (i, j) =>
      hasWay(model, place[i], place[j]) ? home[i] + out[j] - weight * leg(place[i], place[j]) : 0,
    );
    // routes as paths: up to two neighbours per task; what a route is stands with its root
    const links = new Int32Array(2 * n).fill(-1);
    const root = Int32Array.from({ length: n }, (_, t) => t);
    const first = root.slice();
    const last = root.slice();
    const count = new Int32Array(n).fill(1);
    const load = demands.slice();
    const inner = work.slice();
    const find = (t: number): number => {
      while (root[t] !== t) t = root[t] = root[root[t]];
      return t;
    };
    const holds = (a: number, b: number, i: number, j: number): boolean => {
      if (count[a] + count[b] > mostStops) return false;
      for (let d = 0; d < dimensions; d++)
        if (load[a * dimensions + d] + load[b * dimensions + d] > van.capacity![d]) return false;
      const begin = i === last[a] ? first[a] : last[a];
      const end = j === first[b] ? last[b] : first[b];
      return inner[a] + inner[b] + leg(place[i], place[j]) + out[begin] + home[end] <= most;
    };
    for (const pair of pairs) {
      const [i, j] = [Math.floor(pair / n), pair % n];
      const [a, b] = [find(i), find(j)];
      if (a === b) continue;
      const fits = isSymmetric
        ? (i === first[a] || i === last[a]) && (j === first[b] || j === last[b])
        : i === last[a] && j === first[b];
      if (!fits || !holds(a, b, i, j)) continue;
      inner[a] += inner[b] + leg(place[i], place[j]);
      for (let d = 0; d < dimensions; d++) load[a * dimensions + d] += load[b * dimensions + d];
      count[a] += count[b];
      root[b] = a;
      const [begin, end] = [i === last[a] ? first[a] : last[a], j === first[b] ? last[b] : first[b]];
      first[a] = begin;
      last[a] = end;
      links[links[2 * i] < 0 ? 2 * i : 2 * i + 1] = j;
      links[links[2 * j] < 0 ? 2 * j : 2 * j + 1] = i;
    }
    const roots = Array.from(root.keys()).filter((t) => root[t] === t);
    return roots.sort((a, b) => count[b] - count[a] || a - b).map((route) => walk(first[route], links));
  };

  /** Tasks for which no vehicle is left, and seconds of driving. */
  const judged = (routes: number[][]): { routes: number[][]; left: number; sec: number } => {
    const left = routes.slice(vehicles.length).reduce((sum, route) => sum + route.length, 0);
    let sec = 0;
    for (const route of routes) {
      sec += out[route[0]] + home[route.at(-1)!];
      for (let k = 1; k < route.length; k++) sec += leg(place[route[k - 1]], place[route[k]]);
    }
    return { routes, left, sec };
  };
  return weights
    .map((weight) => judged(join(weight)))
    .reduce((best, other) =>
      other.left < best.left || (other.left === best.left && other.sec < best.sec) ? other : best,
    ).routes;
}

/** Joins in order of their savings, as i * n + j for i before j. */
function joins(
  n: number,
  near: Int32Array,
  isSymmetric: boolean,
  saving: (i: number, j: number) => number,
): Float64Array {
  const width = near.length / n;
  const known: { pair: number; value: number }[] = [];
  const add = (i: number, j: number): void => {
    const value = saving(i, j);
    if (value > 0) known.push({ pair: i * n + j, value });
  };
  const isNear = (i: number, j: number): boolean => near.subarray(i * width, (i + 1) * width).includes(j);
  for (let i = 0; i < n; i++)
    for (let k = i * width; k < (i + 1) * width && near[k] >= 0; k++) {
      const j = near[k];
      // a pair that is near from both ends is seen once
      if (j < i && isNear(j, i)) continue;
      add(i, j);
      if (!isSymmetric) add(j, i);
    }
  known.sort((a, b) => b.value - a.value || a.pair - b.pair);
  return Float64Array.from(known, ({ pair }) => pair);
}

function walk(from: number, links: Int32Array): number[] {
  const tasks: number[] = [];
  for (let before = -1, here = from; here >= 0;) {
    tasks.push(here);
    const next = links[2 * here] !== before ? links[2 * here] : links[2 * here + 1];
    before = here;
    here = next;
  }
  return tasks;
}

const workOf = ({ serviceSec, setupSec }: Task): number => (serviceSec ?? 0) + (setupSec ?? 0);

/** Seconds that a route may take. */
function dayOf({ timeWindow, overtimeSec, breaks, maxTravelTimeSec }: Vehicle): number {
  const rest = (breaks ?? []).reduce((sum, { serviceSec }) => sum + (serviceSec ?? 0), 0);
  const hours = timeWindow == null ? Infinity : timeWindow[1] - timeWindow[0] + (overtimeSec ?? 0) - rest;
  return Math.min(hours, maxTravelTimeSec ?? Infinity);
}

const kindOf = (vehicle: Vehicle): string => {
  const { id: _id, description: _description, steps: _steps, ...kind } = vehicle;
  return JSON.stringify(kind);
};

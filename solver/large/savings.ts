import { hasWay, legSec } from "../contract";
import type { Problem, Task, Vehicle } from "../contract";
import { JoinedRoutes } from "./joined-routes";
import type { JoinRules } from "./joined-routes";
import { Joins } from "./joins";
import { nearTasks } from "./near-tasks";
import type { LargeTasks } from "./tasks";

/** Tasks that may follow each other: each and its nearest ones. */
const WIDTH = 40;
/**
 * How much the leg between two jobs weighs in their saving (Gaskell 1967, Yellow 1970). Where a depot lies far outside,
 * savings without a weight join jobs that are as far from it rather than near to each other.
 */
const LEG_WEIGHTS = [1, 1.2, 1.4];
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
  const dimensions = van.capacity?.length ?? 0;
  const demands = new Float64Array(n * dimensions);
  jobs.forEach((job, t) => {
    for (let d = 0; d < dimensions; d++)
      demands[t * dimensions + d] = Math.max(job.delivery?.[d] ?? 0, job.pickup?.[d] ?? 0);
  });
  const rules: JoinRules = {
    count: n,
    out: Float64Array.from(place, (to) => leg(van.startIndex!, to)),
    home: Float64Array.from(place, (from) => leg(from, van.endIndex!)),
    work: Float64Array.from(jobs, workOf),
    dimensions,
    demands,
    capacity: van.capacity ?? [],
    mostStops: van.maxTasks ?? Infinity,
    mostSec: dayOf(van),
    isSymmetric: model.kind === "points",
  };
  const pairs = new Joins(n, nearTasks(tasks, points, WIDTH), !rules.isSymmetric, (i, j) =>
    hasWay(model, place[i], place[j]) ? leg(place[i], place[j]) : Infinity,
  );
  let best: number[][] = [];
  let leastLeft = Infinity;
  let leastSec = Infinity;
  for (const weight of weights) {
    const { routes, drivingSec } = joinBySavings(rules, pairs, weight);
    const left = routes.slice(vehicles.length).reduce((sum, route) => sum + route.length, 0);
    if (left > leastLeft || (left === leastLeft && drivingSec >= leastSec)) continue;
    [best, leastLeft, leastSec] = [routes, left, drivingSec];
  }
  return best;
}

function joinBySavings(rules: JoinRules, pairs: Joins, weight: number): ReturnType<JoinedRoutes["result"]> {
  const { out, home } = rules;
  const { from, to, leg } = pairs;
  const joined = new JoinedRoutes(rules);
  for (const pair of pairs.inOrder((p) => home[from[p]] + out[to[p]] - weight * leg[p]))
    joined.join(from[pair], to[pair], leg[pair]);
  return joined.result();
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

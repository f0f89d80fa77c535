/**
 * A search keeps every time window, and leaves out what would be late. A stop of a route that is on the road is on the
 * driver's list, and what it gets is on board: it stays there and is late, as after a change by hand (decision 021).
 */
import { routesOf, schedule, timeRoutes } from "solver/index";
import type { GivenRoute, Job, Problem, Solution, StepRef } from "solver/index";
import type { CalculationInput } from "~/domain/calculation/calculation-input";

interface LaterSearch {
  /** stops that may not be left out have later ends of their windows */
  problem: Problem;
  /** what to begin from */
  routes: GivenRoute[];
}

/**
 * Searches again while stops of routes on the road are left out that would be late: first these may be as late as they
 * are in the present order of their route, then all stops of these routes, with which the present order holds.
 * @param again a search that begins from a plan
 * @returns the last result, timed with the windows as they are: what is late has its violation
 */
export async function keepOnRoad<Result extends { solution: Solution }>(
  input: CalculationInput,
  problem: Problem,
  first: Result,
  again: (later: LaterSearch) => Promise<Result>,
): Promise<Result> {
  let found = first;
  for (const everyLate of [false, true]) {
    const later = laterSearch(input, problem, found.solution, everyLate);
    if (later !== null) found = await again(later);
  }
  return found === first ? found : { ...found, solution: timedWith(problem, found.solution) };
}

/** Null: nothing of a route on the road is left out, or it isn't lateness that keeps it out. */
function laterSearch(
  { fleet, visits, solution: present }: CalculationInput,
  problem: Problem,
  solution: Solution,
  everyLate: boolean,
): LaterSearch | null {
  // A route that has begun, and isn't on the road, keeps the end of its shift: there it may be too late for a stop.
  const isOnRoad = (routeId: number | null | undefined): routeId is number => {
    const entry = fleet[routeId ?? 0];
    return entry?.is_out === true && entry.shift_end === undefined;
  };
  const left = new Set(solution.unassigned.filter(({ id }) => isOnRoad(visits[id]?.route_id)).map(({ id }) => id));
  if (left.size === 0) return null;
  const orders = [...new Set([...left].map((id) => visits[id]!.route_id!))].map((vehicleId) => ({
    vehicleId,
    steps: stepsOf(present[vehicleId] ?? [], visits),
  }));
  const lateSec = new Map(
    schedule(problem, orders)
      .flatMap(({ violations }) => violations)
      .flatMap(({ code, step, amount }) => (code === "delay" && step?.type === "job" ? [[step.id, amount ?? 0]] : [])),
  );
  const isLater = ({ id }: Job): boolean => lateSec.has(id) && (everyLate || left.has(id));
  if (!problem.jobs.some(isLater)) return null;
  const found = routesOf(solution);
  return {
    problem: {
      ...problem,
      jobs: problem.jobs.map((job) => (isLater(job) ? endingLater(job, lateSec.get(job.id)!) : job)),
    },
    routes: everyLate
      ? [...found.filter(({ vehicleId }) => !orders.some((one) => one.vehicleId === vehicleId)), ...orders]
      : found,
  };
}

/** Without its breaks, which plan mode puts where the times want them. */
const stepsOf = (order: CalculationInput["solution"][string], visits: CalculationInput["visits"]): StepRef[] =>
  order.flatMap((entry) => (entry === "break" || visits[entry] === undefined ? [] : [{ type: "job", id: entry }]));

const endingLater = (job: Job, sec: number): Job => {
  const [[from, to] = [0, 0]] = job.timeWindows ?? [];
  return { ...job, timeWindows: [[from, to + sec]] };
};

function timedWith(problem: Problem, solution: Solution): Solution {
  const { iterations, computingTimes, unassigned } = solution;
  return { ...timeRoutes(problem, routesOf(solution)), iterations, computingTimes, unassigned };
}

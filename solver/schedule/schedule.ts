import type { GivenRoute, Problem, Solution, SolutionRoute, Summary, TaskKind, Totals, Unassigned } from "../contract";
import { largest } from "../contract/largest";
import { COST_UNITS, scheduleRoute } from "./schedule-route";
import { TaskIndex } from "./timeline";

/**
 * Plan mode: best times for a fixed order, each violation with its amount. Unknown steps are left out and reported. The
 * problem and the vehicles of the routes have to be valid.
 */
export function schedule(problem: Problem, routes: readonly GivenRoute[]): SolutionRoute[] {
  const index = new TaskIndex(problem);
  const seen = new Set<string>();
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  return routes.map(({ vehicleId, steps }) => {
    const { costUnits: _, ...scheduled } = scheduleRoute(problem, vehicles.get(vehicleId)!, steps, index, seen);
    return scheduled;
  });
}

/** What routes cost together, exactly. */
export function costOf(problem: Problem, routes: readonly GivenRoute[]): number {
  const index = new TaskIndex(problem);
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  return routes
    .filter(({ steps }) => steps.length > 0)
    .reduce((sum, { vehicleId, steps }) => {
      const { costUnits } = scheduleRoute(problem, vehicles.get(vehicleId)!, steps, index);
      return sum + costUnits / COST_UNITS;
    }, 0);
}

/** The routes of a solution as other calls take them: to start from (`warmStart`), or to be timed anew. */
export function routesOf({ routes }: Pick<Solution, "routes">): GivenRoute[] {
  return routes.map(({ vehicleId, steps }) => ({
    vehicleId,
    steps: steps.flatMap((step) =>
      step.type === "start" || step.type === "end" ? [] : [{ type: step.type, id: step.id }],
    ),
  }));
}

/**
 * Times routes and discards the result: for large problems, so that this code is compiled when a stop flag is raised
 * and thousands of stops have to be timed within some milliseconds. Ends once `stopped` is true.
 */
export function rehearse(problem: Problem, routes: readonly GivenRoute[], stopped: () => boolean): void {
  const index = new TaskIndex(problem);
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  for (const { vehicleId, steps } of routes) {
    if (stopped()) return;
    scheduleRoute(problem, vehicles.get(vehicleId)!, steps, index);
  }
}

/** A whole solution with times, totals and what is left out (without reasons). */
export function assemble(
  problem: Problem,
  routes: readonly GivenRoute[],
  run: Pick<Solution, "iterations" | "computingTimes">,
): Solution {
  const index = new TaskIndex(problem);
  const byVehicle = new Map(routes.map((route) => [route.vehicleId, route.steps]));
  const served = new Set<string>();
  const seen = new Set<string>();
  let units = 0;
  const out: SolutionRoute[] = [];
  for (const vehicle of problem.vehicles) {
    const steps = byVehicle.get(vehicle.id);
    if (steps === undefined || !steps.some((step) => step.type !== "break")) continue;
    for (const step of steps) served.add(`${step.type} ${step.id}`);
    const { costUnits, ...route } = scheduleRoute(problem, vehicle, steps, index, seen);
    units += costUnits;
    out.push(route);
  }
  const unassigned: Unassigned[] = [];
  const leave = (type: TaskKind, task: { id: number; locationIndex: number; description?: string }): void => {
    if (served.has(`${type} ${task.id}`)) return;
    unassigned.push({
      type,
      id: task.id,
      locationIndex: task.locationIndex,
      ...(task.description === undefined ? {} : { description: task.description }),
      reasons: [],
    });
  };
  for (const job of problem.jobs) leave("job", job);
  for (const shipment of problem.shipments) {
    leave("pickup", shipment.pickup);
    leave("delivery", shipment.delivery);
  }
  const cost = Math.round(units / COST_UNITS);
  return { cost, routes: out, unassigned, summary: summarise(out, cost, unassigned.length), ...run };
}

function summarise(routes: readonly SolutionRoute[], cost: number, unassigned: number): Summary {
  const sum = (value: (route: Totals) => number): number => routes.reduce((total, route) => total + value(route), 0);
  const sums = (value: (route: Totals) => readonly number[]): number[] => {
    const dimensions = largest(routes.map((route) => value(route).length));
    return Array.from({ length: dimensions }, (_, d) => sum((route) => value(route)[d] ?? 0));
  };
  const withDistance = routes.some((route) => route.distanceM !== undefined);
  return {
    cost,
    routes: routes.length,
    unassigned,
    durationSec: sum((route) => route.durationSec),
    waitingSec: sum((route) => route.waitingSec),
    serviceSec: sum((route) => route.serviceSec),
    setupSec: sum((route) => route.setupSec),
    ...(withDistance ? { distanceM: sum((route) => route.distanceM ?? 0) } : {}),
    priority: sum((route) => route.priority),
    delivery: sums((route) => route.delivery),
    pickup: sums((route) => route.pickup),
    violations: routes.flatMap((route) => route.violations),
  };
}

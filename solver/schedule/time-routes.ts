import type { GivenRoute, Problem, Solution } from "../contract";
import { assemble } from "./schedule";

/**
 * Plan mode as a whole solution, which `check` and `writeVroom` take: best times for the given order of each vehicle
 * (by default `Vehicle.steps`), totals, and stops that stand in no route as unassigned, without reasons. Broken rules
 * are listed with their amounts, nothing is refused.
 */
export function timeRoutes(problem: Problem, routes?: readonly GivenRoute[]): Solution {
  const started = performance.now();
  const given = routes ?? problem.vehicles.map(({ id, steps }) => ({ vehicleId: id, steps: steps ?? [] }));
  const solution = assemble(problem, given, { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } });
  return { ...solution, computingTimes: { firstSolutionMs: 0, solvingMs: performance.now() - started } };
}

import type { GivenRoute, Problem, Solution } from "../contract";
import { assemble } from "./schedule";

/**
 * Plan mode as a whole solution: routes (by default `Vehicle.steps`) with their times and totals, and stops that stand
 * in none. The problem and the vehicles of the routes have to be valid (`plan-mode.ts`).
 */
export function timeRoutes(problem: Problem, routes?: readonly GivenRoute[]): Solution {
  const started = performance.now();
  const given = routes ?? problem.vehicles.map(({ id, steps }) => ({ vehicleId: id, steps: steps ?? [] }));
  const solution = assemble(problem, given, { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } });
  return { ...solution, computingTimes: { firstSolutionMs: 0, solvingMs: performance.now() - started } };
}

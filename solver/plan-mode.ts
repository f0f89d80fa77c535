/**
 * Plan mode and the checker as the package has them: they refuse what they are given wrong, as `solve` does. Inside the
 * solver, where problems are valid, the functions behind them are called.
 */
import { check as checkValid } from "./check";
import type { GivenRoute, Problem, Solution, SolutionRoute, Violation } from "./contract";
import { schedule as scheduleValid } from "./schedule/schedule";
import { timeRoutes as timeValid } from "./schedule/time-routes";
import { validateFor } from "./validate/validate-problem";
import { validateSolution } from "./validate/validate-solution";
import { validateTimedRoutes } from "./validate/validate-steps";

/**
 * Plan mode: best times for a fixed order, each violation with its amount. Steps that the problem doesn't have are left
 * out and reported. Throws SolverError on a wrong problem and on wrong routes: one of a vehicle that the problem
 * doesn't have, two of one vehicle. The values of a matrix are looked at once: give a new object where they change.
 */
export function schedule(problem: Problem, routes: readonly GivenRoute[]): SolutionRoute[] {
  validateFor("plan", problem);
  validateTimedRoutes(problem, routes, "routes");
  return scheduleValid(problem, routes);
}

/**
 * Plan mode as a whole solution, which `check` and `writeVroom` take: best times for the given order of each vehicle
 * (by default `Vehicle.steps`), totals, and stops that stand in no route as unassigned, without reasons. Broken rules
 * are listed with their amounts. Throws SolverError as `schedule` does.
 */
export function timeRoutes(problem: Problem, routes?: readonly GivenRoute[]): Solution {
  validateFor("plan", problem);
  if (routes !== undefined) validateTimedRoutes(problem, routes, "routes");
  return timeValid(problem, routes);
}

/**
 * What a solution breaks; empty when all is right. Independent of the search and of plan mode: it recomputes everything
 * from the problem, with arithmetic of its own. Throws SolverError on a wrong problem, and on a solution that lacks
 * numbers; what is wrong in a whole solution is a violation. The values of a matrix are looked at once: give a new
 * object where they change.
 */
export function check(problem: Problem, solution: Solution): Violation[] {
  validateFor("plan", problem);
  validateSolution(solution);
  return checkValid(problem, solution);
}

import type { Solution } from "../contract";
import { missing, wrong } from "./refusals";
import { each, identifier, list, number, object } from "./values";

const MOST = Number.MAX_SAFE_INTEGER;
const STEP_NUMBERS = ["arrivalSec", "waitingSec", "setupSec", "serviceSec", "durationSec"] as const;

/**
 * Refuses what has not the form of a solution: rules compare numbers, and one that is missing would break none. What
 * the numbers and names say is for the checker to judge.
 */
export function validateSolution(solution: Solution): void {
  object(solution, "solution");
  each(solution.routes, "solution.routes", (route, at) => {
    identifier(route.vehicleId, `${at}.vehicleId`);
    for (const key of ["cost", "durationSec"] as const) reported(route[key], `${at}.${key}`);
    each(route.steps, `${at}.steps`, (step, path) => {
      text(step.type, `${path}.type`);
      for (const key of STEP_NUMBERS) reported(step[key], `${path}.${key}`);
      list(step.load, `${path}.load`);
      for (let d = 0; d < step.load.length; d++) reported(step.load[d], `${path}.load[${d}]`);
    });
  });
  each(solution.unassigned, "solution.unassigned", ({ type }, at) => text(type, `${at}.type`));
  object(solution.summary, "solution.summary");
  for (const key of ["cost", "routes", "unassigned"] as const)
    reported(solution.summary[key], `solution.summary.${key}`);
}

const reported = (value: number, path: string): void => number(value, path, -MOST, MOST, false);

function text(value: unknown, path: string): void {
  if (value === undefined) throw missing(path);
  if (typeof value !== "string") throw wrong(path, value, "a text");
}

import type { Solution, Totals } from "../contract";
import { missing, wrong } from "./refusals";
import { each, identifier, list, number, object } from "./values";

const MOST = Number.MAX_SAFE_INTEGER;
const TOTALS = ["cost", "durationSec", "waitingSec", "serviceSec", "setupSec", "priority"] as const;
const STEP_NUMBERS = ["arrivalSec", "waitingSec", "setupSec", "serviceSec", "durationSec"] as const;

/**
 * Refuses what has not the form of a solution: rules compare numbers, and one that is missing would break none. What
 * the numbers and names say is for the checker to judge.
 */
export function validateSolution(solution: Solution): void {
  object(solution, "solution");
  each(solution.routes, "solution.routes", (route, at) => {
    identifier(route.vehicleId, `${at}.vehicleId`);
    totals(route, at);
    each(route.steps, `${at}.steps`, (step, path) => {
      text(step.type, `${path}.type`);
      for (const key of STEP_NUMBERS) reported(step[key], `${path}.${key}`);
      amounts(step.load, `${path}.load`);
      if (step.distanceM !== undefined) reported(step.distanceM, `${path}.distanceM`);
    });
  });
  each(solution.unassigned, "solution.unassigned", ({ type }, at) => text(type, `${at}.type`));
  object(solution.summary, "solution.summary");
  totals(solution.summary, "solution.summary");
  for (const key of ["routes", "unassigned"] as const) reported(solution.summary[key], `solution.summary.${key}`);
  reported(solution.cost, "solution.cost");
}

function totals(whole: Totals, path: string): void {
  for (const key of TOTALS) reported(whole[key], `${path}.${key}`);
  if (whole.distanceM !== undefined) reported(whole.distanceM, `${path}.distanceM`);
  for (const key of ["delivery", "pickup"] as const) amounts(whole[key], `${path}.${key}`);
}

function amounts(values: readonly number[], path: string): void {
  list(values, path);
  for (let d = 0; d < values.length; d++) reported(values[d], `${path}[${d}]`);
}

const reported = (value: number, path: string): void => number(value, path, -MOST, MOST, false);

function text(value: unknown, path: string): void {
  if (value === undefined) throw missing(path);
  if (typeof value !== "string") throw wrong(path, value, "a text");
}

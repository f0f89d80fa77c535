import type { Options, Problem, Solution, Violation } from "solver/index";
import { effortMs } from "solver/index";
import { refusalError } from "~/domain/decision";
import { refuseTooLarge } from "~/domain/calculation/memory";
import type { CalculationSize } from "~/domain/calculation/memory";
import { AppError } from "~/lib/errors";
import type { Routing } from "../../routing/routing.server";

/** What solving a problem takes, whatever its format. */
export interface FormatTools {
  roads: Routing;
  /** in its own thread, with the independent check */
  search(problem: Problem, options: Options): Promise<{ solution: Solution; violations: Violation[] }>;
  memoryMb: number;
  signal: AbortSignal;
}

/** Whoever waits for an answer doesn't get longer than this. */
const MOST_WAITING_MS = 30_000;
const LEAST_MS = 100;
/** A handful of stops needs no seconds. */
const MS_PER_TASK = 100;

/** @param askedMs the caller's own limit */
export function searchMs(tasks: number, exploration: number, { isLong = false, askedMs = Infinity } = {}): number {
  const effort = Math.max(LEAST_MS, Math.min(effortMs(tasks, exploration), tasks * MS_PER_TASK));
  return Math.max(1, Math.min(effort, askedMs, isLong ? Infinity : MOST_WAITING_MS));
}

/** @throws AppError calculation.too_large */
export function assertFits(size: CalculationSize, memoryMb: number): void {
  const tooLarge = refuseTooLarge(size, memoryMb * 1e6);
  if (tooLarge !== null) throw refusalError(tooLarge.error);
}

/** The checked solution. @throws AppError calculation.check_failed */
export async function searchChecked(tools: FormatTools, problem: Problem, options: Options): Promise<Solution> {
  const { solution, violations } = await tools.search(problem, options);
  const [first] = violations;
  if (first !== undefined)
    throw new AppError("calculation.check_failed", `The calculated plan broke a rule (${first.message}).`, {
      status: 500,
      details: violations,
    });
  return solution;
}

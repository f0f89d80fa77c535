import type { Options, Problem, Solution, Violation } from "solver/index";
import { effortMs } from "solver/index";
import { refusalError } from "~/domain/decision";
import { refuseTooLarge, threadsThatFit } from "~/domain/calculation/memory";
import type { CalculationSize } from "~/domain/calculation/memory";
import { AppError } from "~/lib/errors";
import type { Routing } from "../../routing/routing.server";

/** What solving a problem takes, whatever its format. */
export interface FormatTools {
  roads: Routing;
  /** in threads of its own, with the independent check */
  search(problem: Problem, options: Options): Promise<{ solution: Solution; violations: Violation[] }>;
  memoryMb: number;
  /** that search, as far as the memory has room for them */
  mostThreads: number;
  /** from so many places on only near pairs are asked for; undefined: NEAR_FROM_PLACES */
  nearFrom: number | undefined;
  signal: AbortSignal;
  /** the best so far is asked for */
  isStopped(): boolean;
}

/** Whoever waits for an answer doesn't get longer than this without asking for it. */
const MOST_WAITING_MS = 30_000;
/** From so many tasks on they get as much as a long job; the solver then searches near pairs and points in parts. */
export const MANY_TASKS = 2_000;
const LEAST_MS = 100;
/** A handful of stops needs no seconds. */
const MS_PER_TASK = 100;

/** @param askedMs the caller's own limit, if there is one */
export function searchMs(tasks: number, exploration: number, { isLong = false, askedMs = Infinity } = {}): number {
  const effort = Math.max(LEAST_MS, Math.min(effortMs(tasks, exploration), tasks * MS_PER_TASK));
  const isShort = !isLong && tasks < MANY_TASKS && askedMs === Infinity;
  return Math.max(1, Math.min(effort, askedMs, isShort ? MOST_WAITING_MS : Infinity));
}

/** The threads that may search it. @throws AppError calculation.too_large */
export function threadsFor(
  size: Omit<CalculationSize, "threads">,
  { memoryMb, mostThreads }: Pick<FormatTools, "memoryMb" | "mostThreads">,
): number {
  const tooLarge = refuseTooLarge({ ...size, threads: 1 }, memoryMb * 1e6);
  if (tooLarge !== null) throw refusalError(tooLarge.error);
  return threadsThatFit(size, mostThreads, memoryMb * 1e6);
}

/** The checked solution. @throws AppError calculation.check_failed */
export async function searchChecked(tools: FormatTools, problem: Problem, options: Options): Promise<Solution> {
  const { solution, violations } = await tools.search(problem, options);
  assertChecked(violations);
  return solution;
}

/** @throws AppError calculation.check_failed */
export function assertChecked(violations: readonly Violation[]): void {
  const [first] = violations;
  if (first !== undefined)
    throw new AppError("calculation.check_failed", `The calculated plan broke a rule (${first.message}).`, {
      status: 500,
      details: violations,
    });
}

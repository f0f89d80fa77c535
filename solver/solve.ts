import type { Options, Problem, Solution } from "./contract";
import { explain } from "./explain/explain";
import { assemble } from "./schedule/schedule";
import { limitOf, searchProblem, wallMs } from "./search-problem";
import type { Found } from "./search-problem";
import { isRaised } from "./stop/stop";
import { validateOptions } from "./validate/validate-options";
import { validateProblem } from "./validate/validate-problem";

/** Time for reasons after the stop flag is raised. */
const STOPPED_REASONS_MS = 5;
/** Time for reasons behind a time limit: a share of it, and at least so much. */
const REASONS_SHARE = 0.2;
const LEAST_REASONS_MS = 2000;

/** Threads that search along. Dismissed at the end, whatever happens. */
export interface Crew {
  search(problem: Problem, options: Options, startedMs: number): Found;
  dismiss(): void;
}

/**
 * Solves a problem, synchronously: it returns when the time is over, so call it in a worker. In Node `options.threads`
 * above 1 lets so many less one threads search beside the caller's; in browsers the caller's searches alone. Throws
 * SolverError on a wrong problem or option.
 */
export function solve(problem: Problem, options: Options = {}): Solution {
  return solveWith(problem, options, null);
}

/** The same with the threads of a crew beside the caller's; null: none. */
export function solveWith(problem: Problem, options: Options, crew: Crew | null): Solution {
  try {
    validateOptions(options);
    const now = options.now ?? wallMs;
    const startedMs = now();
    const { stopFlag } = options;
    validateProblem(problem, () => isRaised(stopFlag));
    const limited = options.changeBudget !== undefined;
    const found = crew === null ? searchProblem(problem, options, startedMs) : crew.search(problem, options, startedMs);
    const solvedMs = now();
    const computingTimes = { firstSolutionMs: found.firstSolutionMs, solvingMs: solvedMs - startedMs };
    const solution = assemble(problem, found.routes, { iterations: found.iterations, computingTimes });
    const mostMs = Math.max(LEAST_REASONS_MS, REASONS_SHARE * limitOf(problem, options));
    const mayGoOn = untilEnded(options.stopFlag, now, solvedMs + mostMs);
    const explained = explain(problem, solution, limited, mayGoOn, options.alternatives);
    return { ...explained, computingTimes: { ...computingTimes, explainingMs: now() - solvedMs } };
  } finally {
    crew?.dismiss();
  }
}

/** True until a moment, or until the flag is raised and for STOPPED_REASONS_MS more. */
function untilEnded(flag: Int32Array | undefined, now: () => number, endMs: number): () => boolean {
  let endsAt = endMs;
  let isStopped = false;
  return () => {
    if (!isStopped && isRaised(flag)) {
      isStopped = true;
      endsAt = Math.min(endsAt, now() + STOPPED_REASONS_MS);
    }
    return endsAt === Infinity || now() < endsAt;
  };
}

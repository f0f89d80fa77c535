import type { Options, Problem, Solution } from "./contract";
import { givenRoutes } from "./construct/warm-start";
import { explain } from "./explain/explain";
import { searchWithThreads } from "./parallel/threads";
import { assemble } from "./schedule/schedule";
import { searchProblem, wallMs } from "./search-problem";
import { validateProblem } from "./validate/validate-problem";

/** Time for reasons after the stop flag is up. */
const REASONS_MS = 5;

/**
 * Solves a problem, synchronously: call it in a worker. With `options.threads` above 1 it starts that many less one
 * threads beside its own. Throws SolverError on a wrong problem.
 */
export function solve(problem: Problem, options: Options = {}): Solution {
  const now = options.now ?? wallMs;
  const startedMs = now();
  const { stopFlag } = options;
  validateProblem(problem, () => stopFlag !== undefined && Atomics.load(stopFlag, 0) !== 0);
  // a budget without a plan to change: all stops are open
  const limited = options.changeBudget !== undefined;
  const asked = limited && givenRoutes(problem, options.warmStart) === null ? { ...options, warmStart: [] } : options;
  const threads = options.iterationLimit !== undefined || limited ? 1 : Math.max(1, Math.min(options.threads ?? 1, 64));
  const found = threads > 1 ? searchWithThreads(problem, asked, startedMs, threads) : searchProblem(problem, asked, startedMs);
  const solution = assemble(problem, found.routes, {
    iterations: found.iterations,
    computingTimes: { firstSolutionMs: found.firstSolutionMs, solvingMs: now() - startedMs },
  });
  return explain(problem, solution, limited, untilStopped(options.stopFlag, now));
}

/** True until the flag is up, and for a moment more. */
function untilStopped(flag: Int32Array | undefined, now: () => number): () => boolean {
  let endsAt = Infinity;
  return () => {
    if (flag !== undefined && endsAt === Infinity && Atomics.load(flag, 0) !== 0) endsAt = now() + REASONS_MS;
    return endsAt === Infinity || now() < endsAt;
  };
}

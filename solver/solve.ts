import type { Options, Problem, Solution } from "./contract";
import { givenRoutes } from "./construct/warm-start";
import { explain } from "./explain/explain";
import { Crew } from "./parallel/threads";
import { assemble } from "./schedule/schedule";
import { searchProblem, wallMs } from "./search-problem";
import { validateProblem } from "./validate/validate-problem";

/** Time for reasons after the stop flag is raised. */
const REASONS_MS = 5;

/**
 * Solves a problem, synchronously: call it in a worker. With `options.threads` above 1 it starts that many less one
 * threads beside its own, if the `crew` isn't there already. Throws SolverError on a wrong problem.
 */
export function solve(problem: Problem, options: Options = {}, crew = crewOf(options)): Solution {
  const now = options.now ?? wallMs;
  const startedMs = now();
  const { stopFlag } = options;
  try {
    validateProblem(problem, () => stopFlag !== undefined && Atomics.load(stopFlag, 0) !== 0);
    // a budget without a plan to change: all stops are open
    const limited = options.changeBudget !== undefined;
    const asked = limited && givenRoutes(problem, options.warmStart) === null ? { ...options, warmStart: [] } : options;
    const found = crew === null ? searchProblem(problem, asked, startedMs) : crew.search(problem, asked, startedMs);
    const solution = assemble(problem, found.routes, {
      iterations: found.iterations,
      computingTimes: { firstSolutionMs: found.firstSolutionMs, solvingMs: now() - startedMs },
    });
    return explain(problem, solution, limited, untilStopped(options.stopFlag, now), options.alternatives);
  } finally {
    crew?.dismiss();
  }
}

/** The threads beside the caller's own that a search with these options has; null for none. */
export function crewOf(options: Options): Crew | null {
  const alone = options.iterationLimit !== undefined || options.changeBudget !== undefined;
  const threads = alone ? 1 : Math.min(options.threads ?? 1, 64);
  return threads > 1 ? new Crew(threads - 1) : null;
}

/** True until the flag is raised, and for REASONS_MS more. */
function untilStopped(flag: Int32Array | undefined, now: () => number): () => boolean {
  let endsAt = Infinity;
  return () => {
    if (flag !== undefined && endsAt === Infinity && Atomics.load(flag, 0) !== 0) endsAt = now() + REASONS_MS;
    return endsAt === Infinity || now() < endsAt;
  };
}

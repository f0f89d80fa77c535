import type { Options, Problem, Solution } from "./contract";
import { explain } from "./explain/explain";
import { toGiven } from "./model/given-routes";
import { searchWithThreads } from "./parallel/threads";
import { assemble } from "./schedule/schedule";
import { searchProblem, wallMs } from "./search-problem";
import { validateProblem } from "./validate/validate-problem";

/**
 * Solves a problem, synchronously: call it in a worker. With `options.threads` above 1 it starts that many less one
 * threads beside its own. Throws SolverError on a wrong problem.
 */
export function solve(problem: Problem, options: Options = {}): Solution {
  const now = options.now ?? wallMs;
  const startedMs = now();
  validateProblem(problem);
  const threads = options.iterationLimit !== undefined || options.changeBudget !== undefined ? 1 : Math.max(1, Math.min(options.threads ?? 1, 64));
  const found = threads > 1 ? searchWithThreads(problem, options, startedMs, threads) : searchProblem(problem, options, startedMs);
  const solution = assemble(problem, toGiven(found.instance, found.routes), {
    iterations: found.iterations,
    computingTimes: { firstSolutionMs: found.firstSolutionMs, solvingMs: now() - startedMs },
  });
  return explain(problem, solution, options.changeBudget !== undefined);
}

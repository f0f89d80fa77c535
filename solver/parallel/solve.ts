import type { Options, Problem, Solution } from "../contract";
import { solveWith } from "../solve";
import { validateOptions } from "../validate/validate-options";
import { crewOf } from "./threads";

/**
 * Solves a problem, synchronously: call it in a worker. With `options.threads` above 1 it starts that many less one
 * threads beside its own. Throws SolverError on a wrong problem.
 */
export function solve(problem: Problem, options: Options = {}): Solution {
  // before threads are started for them
  validateOptions(options);
  return solveWith(problem, options, crewOf(options));
}

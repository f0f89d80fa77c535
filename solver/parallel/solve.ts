import type { Options, Problem, Solution } from "../contract";
import { solveWith } from "../solve";
import { validateOptions } from "../validate/validate-options";
import { crewOf } from "./threads";

/** The same `solve` as browsers have (`../solve.ts`, whose words the package's types have), with threads. */
export function solve(problem: Problem, options: Options = {}): Solution {
  // before threads are started for them
  validateOptions(options);
  return solveWith(problem, options, crewOf(options));
}

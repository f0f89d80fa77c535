import type { GivenRoute, Options, Problem, Solution, SolutionRoute, Violation } from "./contract";

export * from "./contract";

/** Throws SolverError naming the first field that is wrong. */
export declare function validateProblem(problem: Problem): void;
/** Single thread, synchronous: meant for a worker. */
export declare function solve(problem: Problem, options?: Options): Solution;
/** Independent checker: every broken rule, empty when the solution is right. */
export declare function check(problem: Problem, solution: Solution): Violation[];
/** Plan mode: best times for a fixed order; reports each violation with its amount, never refuses an order. */
export declare function schedule(problem: Problem, routes: readonly GivenRoute[]): SolutionRoute[];

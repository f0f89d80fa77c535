import type { GivenRoute, Options, Problem, Solution, StepRef, TaskKind } from "./contract";
import { explain } from "./explain/explain";
import type { Instance } from "./model/instance";
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
  return explain(problem, solution);
}

/** Routes of task numbers in the contract's words. */
export function toGiven(instance: Instance, routes: readonly (readonly number[])[]): GivenRoute[] {
  const { problem } = instance;
  return routes.map((tasks, v) => ({ vehicleId: problem.vehicles[v].id, steps: tasks.map((task) => stepOf(instance, task)) }));
}

const KINDS: readonly TaskKind[] = ["job", "pickup", "delivery"];

export function stepOf(instance: Instance, task: number): StepRef {
  const type = KINDS[instance.taskType[task]];
  const { jobs, shipments } = instance.problem;
  const source = instance.source[task];
  if (type === "job") return { type, id: jobs[source].id };
  return { type, id: shipments[source][type === "pickup" ? "pickup" : "delivery"].id };
}

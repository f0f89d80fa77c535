import type { GivenRoute, Options, Problem, Solution, StepRef, TaskKind } from "./contract";
import { construct } from "./construct/construct";
import { insertInOrder } from "./construct/insertion";
import { followRoutes, givenRoutes } from "./construct/warm-start";
import { buildInstance } from "./model/build";
import type { Instance } from "./model/instance";
import { buildNeighbours } from "./model/neighbours";
import { Random } from "./random";
import { assemble } from "./schedule/schedule";
import { Anneal } from "./search/anneal";
import { Plan } from "./search/plan";
import { effortMs } from "./stop/effort";
import { Stop } from "./stop/stop";
import { validateProblem } from "./validate/validate-problem";

const INSERTION_NEIGHBOURS = 40;
const RUIN_NEIGHBOURS = 100;

/** Single thread, synchronous: meant for a worker. Throws SolverError on a wrong problem. */
export function solve(problem: Problem, options: Options = {}): Solution {
  const now = options.now ?? (() => performance.now());
  const startedMs = now();
  validateProblem(problem);
  const instance = buildInstance(problem);
  const limitMs = (options.timeLimitMs ?? 0) > 0 ? options.timeLimitMs! : options.iterationLimit !== undefined ? Infinity : effortMs(instance.taskCount, options.exploration ?? 5);
  const stop = new Stop(now, limitMs, options.iterationLimit ?? Infinity, options.stopFlag, startedMs);
  const random = new Random(options.seed ?? 1);
  const near = buildNeighbours(instance, INSERTION_NEIGHBOURS, instance.hasTime);
  const close = buildNeighbours(instance, RUIN_NEIGHBOURS, false);
  const plan = new Plan(instance);
  const search = new Anneal(plan, near, close, random);

  const given = givenRoutes(problem, options.warmStart);
  if (given !== null) {
    followRoutes(plan, given);
    insertInOrder(plan, search.inserter, (task) => task);
  } else {
    const fixed = options.iterationLimit !== undefined;
    construct(plan, search.inserter, () => instance.taskCount <= 200 || (!fixed && stop.elapsedMs() < Math.min(300, limitMs / 10)));
  }
  const firstSolutionMs = now() - startedMs;

  let reportedMs = -Infinity;
  const report = (): void => {
    if (options.onProgress === undefined || now() - reportedMs < 200) return;
    reportedMs = now();
    options.onProgress({
      cost: Math.round(search.journal.bestCost / instance.costScale),
      unassigned: search.openInBest(),
      share: Math.min(1, stop.share),
      iterations: search.iterations,
    });
  };
  const warm = given !== null;
  search.run(stop, warm ? { first: 0.1, last: 0.01 } : { first: 1, last: 0.01 }, report, report);
  return assemble(problem, toGiven(instance, search.journal.bestRoutes()), {
    iterations: search.iterations,
    computingTimes: { firstSolutionMs, solvingMs: now() - startedMs },
  });
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

import type { GivenRoute, Options, Problem } from "../contract";
import { Stop, StopRaised } from "../stop/stop";
import { divide } from "./divide";
import { beginPart, improvePart } from "./improve-part";
import { SharedParts } from "./shared-parts";
import type { Round, SharedPartsMemory, TakenPart } from "./shared-parts";
import { LargeTasks, pointsOf } from "./tasks";
import { toSteps, wholePlan } from "./whole-plan";
import type { WholePlan } from "./whole-plan";
import { Random } from "../random";

/** From this number of tasks on a problem whose travel is no square matrix is searched in parts. */
export const LARGE_FROM = 2000;

/** Rounds of a whole annealing: parts have other borders in each. Fewer where a part would get less time than this. */
const MOST_ROUNDS = 25;
const LEAST_ROUNDS = 4;
const LEAST_PART_MS = 250;
/** Temperatures in mean legs between two stops of a part. */
const FIRST = 0.7;
const LAST = 0.03;
/** From a given plan. */
const WARM = { first: 0.1, last: 0.01 };
/** How long the leader waits for a thread that has a part beyond the end of a round. */
const PATIENCE_MS = 2000;
/** Of a part that would get none, because its round is over. */
const LEAST_MS = 20;

/** Where places lie: of the first profile that says so. */
function placesOf(problem: Problem): Float64Array | null {
  for (const { profile } of problem.vehicles) {
    const points = pointsOf(problem.matrices[profile]);
    if (points !== null) return points;
  }
  return null;
}

/** Whether a problem is searched in parts: many tasks, and travel that says where they lie. */
export function isLarge(problem: Problem, options: Options): boolean {
  return (
    problem.jobs.length + 2 * problem.shipments.length >= LARGE_FROM &&
    options.changeBudget === undefined &&
    placesOf(problem) !== null
  );
}

export interface LargeSearch {
  readonly problem: Problem;
  readonly options: Options;
  readonly limitMs: number;
  readonly startedMs: number;
  readonly now: () => number;
  readonly memory: SharedPartsMemory;
  readonly threads: number;
}

/** What every thread has of a large problem. */
class PartSearcher {
  readonly tasks: LargeTasks;
  readonly shared: SharedParts;

  constructor(
    readonly search: LargeSearch,
    /** Number of iterations of a part instead of the clock. */
    private readonly iterations: number,
  ) {
    this.tasks = new LargeTasks(search.problem);
    this.shared = new SharedParts(search.memory);
  }

  /** Takes parts until none is left. */
  work(): void {
    for (let taken = this.shared.take(); taken !== null; taken = this.shared.take()) this.searchPart(taken);
  }

  private searchPart(taken: TakenPart): void {
    const { problem, options, now, threads } = this.search;
    const { endsAtMs, temperatures, takesBest } = this.shared.round;
    const leftMs = endsAtMs - now();
    // what is left of the round is shared out among what is left of its parts
    const waves = Math.ceil((this.shared.left + 1) / threads);
    const limitMs = this.iterations === Infinity ? Math.max(LEAST_MS, leftMs / waves) : Infinity;
    const stop = new Stop(now, limitMs, this.iterations, options.stopFlag);
    const work = {
      problem,
      tasks: this.tasks,
      part: taken.part,
      stop,
      seed: (options.seed ?? 1) + 7919 * this.shared.roundNumber + 104729 * taken.index,
    };
    try {
      this.shared.write(taken, temperatures === null ? beginPart(work) : improvePart(work, temperatures, takesBest));
    } catch (error) {
      if (!(error instanceof StopRaised)) throw error;
      const { routes, open } = taken.part;
      this.shared.write(taken, { routes, open, gained: 0, iterations: 0 });
    }
  }
}

/** A thread beside the leader: takes parts of round after round until there is no further one. */
export function helpLarge(search: LargeSearch): void {
  const searcher = new PartSearcher(search, Infinity);
  for (let round = 0; searcher.shared.waitForRound(round);) {
    round = searcher.shared.roundNumber;
    searcher.work();
  }
}

export interface FoundLarge {
  readonly routes: readonly GivenRoute[];
  readonly iterations: number;
  readonly firstSolutionMs: number;
}

/**
 * Searches a large problem in parts: the plan is cut into neighbouring routes, each part is annealed by itself on a
 * square matrix of its own, and after each round the cuts are others, while temperatures fall from round to round as in
 * one annealing (decomposition by barycentres, Santini et al. 2023; POPMUSIC, Taillard & Voss 2002). Nothing in a round
 * depends on the number of all tasks but for the cutting.
 */
export function searchLarge(search: LargeSearch): FoundLarge {
  const { problem, options, limitMs, startedMs, now, threads } = search;
  const points = placesOf(problem)!;
  const raised = (): boolean => options.stopFlag !== undefined && Atomics.load(options.stopFlag, 0) !== 0;
  const rounds = { count: MOST_ROUNDS, done: 0 };
  const random = new Random(options.seed ?? 1);
  const isLimited = options.iterationLimit !== undefined;
  const tasks = new LargeTasks(problem);
  const searcher = new PartSearcher(
    search,
    isLimited ? iterationsOfPart(options.iterationLimit!, tasks.count) : Infinity,
  );
  const plan = wholePlan(problem, tasks, options.warmStart);
  const isGiven = plan.routes.some((route) => route.length > 0) && plan.open.length < tasks.count / 2;
  let cost = 0;

  const run = (round: Round): void => {
    const parts = divide(problem, tasks, points, plan, random);
    searcher.shared.begin(parts, round);
    searcher.work();
    const until = raised() ? now() + 30 : Math.max(now(), round.endsAtMs) + PATIENCE_MS;
    const end = searcher.shared.end(until, now);
    cost -= end.gained;
    put(plan, end.parts);
  };

  const endsAtMs = startedMs + limitMs;
  run({ endsAtMs, temperatures: null, takesBest: true });
  const firstSolutionMs = now() - startedMs;
  const beganMs = now();
  const leftMs = endsAtMs - beganMs;
  const { first, last } = isGiven ? WARM : { first: FIRST, last: LAST };
  const temperature = (share: number): number => first * (last / first) ** share;
  for (; rounds.done < rounds.count && !raised() && (isLimited || now() < endsAtMs - LEAST_MS); rounds.done++) {
    const share = rounds.done / rounds.count;
    if (!isLimited && rounds.done === 0) {
      const parts = Math.max(1, tasks.count / 400);
      rounds.count = Math.round(
        Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, (leftMs * threads) / (parts * LEAST_PART_MS))),
      );
    }
    const next = (rounds.done + 1) / rounds.count;
    run({
      endsAtMs: beganMs + leftMs * next,
      temperatures: { first: temperature(share), last: temperature(next) },
      takesBest: rounds.done === rounds.count - 1,
    });
    options.onProgress?.({
      cost: Math.round(cost),
      unassigned: plan.open.length,
      share: Math.min(1, next),
      iterations: searcher.shared.iterations,
      bestRoutes: () => toSteps(problem, tasks, plan).filter(({ steps }) => steps.length > 0),
    });
  }
  searcher.shared.finish();
  return { routes: toSteps(problem, tasks, plan), iterations: searcher.shared.iterations, firstSolutionMs };
}

/** Parts of a round share the limit evenly. */
const iterationsOfPart = (limit: number, tasks: number): number =>
  Math.max(1, Math.floor(limit / MOST_ROUNDS / Math.max(1, tasks / 400)));

/** The parts of a round together are the whole plan. */
function put(plan: WholePlan, parts: ReturnType<SharedParts["end"]>["parts"]): void {
  const open: number[] = [];
  for (const part of parts) {
    part.vehicles.forEach((v, k) => (plan.routes[v] = part.routes[k]));
    for (const task of part.open) open.push(task);
  }
  plan.open = open;
}

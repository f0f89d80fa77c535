import { planAtOnce } from "../construct/at-once";
import type { GivenRoute, Options, Problem } from "../contract";
import { isDense } from "../model/dense";
import { Random } from "../random";
import { costOf } from "../schedule/schedule";
import { Stop, StopRaised, isRaised } from "../stop/stop";
import { BestPlan } from "./best-plan";
import { divide, partSizeFor } from "./divide";
import type { PartSize } from "./divide";
import { beginPart, improvePart } from "./improve-part";
import { savingsRoutes } from "./savings";
import { SharedParts } from "./shared-parts";
import type { EndedRound, Round, SharedPartsMemory, TakenPart } from "./shared-parts";
import { LargeTasks, placesOf } from "./tasks";
import { toSteps, wholePlan } from "./whole-plan";
import type { WholePlan } from "./whole-plan";

/** From this number of tasks on a problem whose travel is no square matrix is searched in parts. */
const LARGE_FROM = 2000;

/** Rounds of a whole annealing: parts have other borders in each. */
const ROUNDS = 25;
/** Fewer where a part would get less time than this, but not less than that many. */
const LEAST_PART_MS = 600;
const LEAST_ROUNDS = 4;
/** More where it would get more. */
const MOST_PART_MS = 2500;
const MOST_ROUNDS = 60;
/** Temperatures in mean legs between two stops of a part. */
const FIRST = 1;
const LAST = 0.03;
/** From a given plan. */
const WARM = { first: 0.1, last: 0.01 };
/** A given plan is held against a first plan of its own unless its beginning took more than this share of the time. */
const OWN_PLAN_SHARE = 0.05;
/** How long the leader waits for a thread that has a part beyond the end of a round. */
const PATIENCE_MS = 2000;
/** The same once the stop flag is raised. */
const STOP_PATIENCE_MS = 30;
const REPORT_MS = 200;
/** Of a part that would get none, because its round is over. */
const LEAST_MS = 20;

/** Whether a problem is searched in parts: many tasks, and travel that says where they lie. */
export function isLarge(problem: Problem): boolean {
  return (
    problem.jobs.length + 2 * problem.shipments.length >= LARGE_FROM &&
    problem.vehicles.some(({ profile }) => !isDense(problem.matrices[profile]))
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
  /** Default: `partSizeFor` the tasks and threads. */
  readonly partSize?: PartSize;
}

/** What every thread has of a large problem. */
class PartSearcher {
  readonly shared: SharedParts;

  constructor(
    readonly search: LargeSearch,
    readonly tasks: LargeTasks,
    /** Number of iterations of a round instead of the clock. */
    private readonly iterations: number,
    private readonly onRound: () => void,
  ) {
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
    // an iteration limit alone decides how far a part gets, and the clock only when everything ends
    const limitMs = Math.max(LEAST_MS, this.iterations === Infinity ? leftMs / waves : leftMs);
    const iterations = Math.max(1, Math.floor(this.iterations / this.shared.count));
    const stop = new Stop(now, limitMs, iterations, options.stopFlag);
    const work = {
      problem,
      tasks: this.tasks,
      part: taken.part,
      stop,
      onRound: this.onRound,
      seed: (options.seed ?? 1) + 7919 * this.shared.roundNumber + 104729 * taken.index,
    };
    const { routes, open, vehicles } = taken.part;
    const asItIs = { routes, open, gained: 0, iterations: 0 };
    // unassigned stops may lie together where no vehicle is left
    if (vehicles.length === 0) return this.shared.write(taken, asItIs);
    try {
      this.shared.write(taken, temperatures === null ? beginPart(work) : improvePart(work, temperatures, takesBest));
    } catch (error) {
      if (!(error instanceof StopRaised)) throw error;
      this.shared.write(taken, asItIs);
    }
  }
}

/** A thread beside the leader: takes parts of round after round until there is no further one. */
export function helpLarge(search: LargeSearch): void {
  const searcher = new PartSearcher(search, new LargeTasks(search.problem), Infinity, () => undefined);
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
  const { problem, options, limitMs, startedMs, now } = search;
  const points = placesOf(problem)!;
  const raised = (): boolean => isRaised(options.stopFlag);
  const random = new Random(options.seed ?? 1);
  const isLimited = options.iterationLimit !== undefined;
  const tasks = new LargeTasks(problem);
  const perRound = isLimited ? options.iterationLimit / ROUNDS : Infinity;
  const partSize = search.partSize ?? partSizeFor(tasks.count, search.threads);
  const plan = wholePlan(problem, tasks, options.warmStart);
  const isGiven = plan.open.length < tasks.count / 2;
  const putSavings = (): void => {
    if (plan.open.length === tasks.count) beginWithSavings(plan, savingsRoutes(problem, tasks, points));
  };
  putSavings();
  const best = new BestPlan(tasks);
  let cost = 0;
  let share = 0;
  let reportedMs = -Infinity;
  const report = (): void => {
    const hasPlan = best.cost < Infinity;
    if (options.onProgress === undefined || !hasPlan || now() - reportedMs < REPORT_MS) return;
    reportedMs = now();
    // a part's cost has its share of the balance in it
    const costs = problem.balance ? costOf(problem, toSteps(problem, tasks, best.plan)) : best.cost;
    options.onProgress({
      cost: Math.round(costs),
      unassigned: best.plan.open.length,
      share: Math.min(1, isLimited ? share : (now() - startedMs) / limitMs),
      iterations: searcher.shared.iterations,
      bestRoutes: () => toSteps(problem, tasks, best.plan).filter(({ steps }) => steps.length > 0),
    });
  };
  const searcher = new PartSearcher(search, tasks, perRound, report);

  const run = (round: Round): number => {
    searcher.shared.begin(divide(problem, tasks, points, plan, random, partSize), round);
    searcher.work();
    const until = raised() ? now() + STOP_PATIENCE_MS : Math.max(now(), round.endsAtMs) + PATIENCE_MS;
    const end = searcher.shared.end(until, now);
    cost -= end.gained;
    put(plan, end.parts);
    return end.givenUp;
  };

  const endsAtMs = startedMs + limitMs;
  const firstRound = { endsAtMs, temperatures: null, takesBest: true };
  const givenUp = run(firstRound);
  const firstSolutionMs = now() - startedMs;
  if (raised() || givenUp > 0) {
    // routes of parts that nobody looked at may break a rule
    const routes = planAtOnce(problem, toSteps(problem, tasks, plan));
    if (raised()) {
      searcher.shared.finish();
      return { routes, iterations: 0, firstSolutionMs };
    }
    Object.assign(plan, wholePlan(problem, tasks, routes));
  }
  best.see(plan, cost);
  report();
  /**
   * Goes on with a first plan of its own instead. @returns false where that costs no less for what it serves, or leaves
   * more out, and the given one stays
   */
  const leavesGiven = (): boolean => {
    const given = { ...plan };
    const givenCost = cost;
    Object.assign(plan, wholePlan(problem, tasks, []));
    putSavings();
    cost = 0;
    const isWhole = run(firstRound) === 0 && !raised();
    const perTask = (of: number, { open }: WholePlan): number => of / Math.max(1, tasks.count - open.length);
    if (isWhole && perTask(cost, plan) < perTask(givenCost, given) && best.see(plan, cost)) return true;
    Object.assign(plan, given);
    cost = givenCost;
    return false;
  };
  const hasTime = isLimited || now() - startedMs < OWN_PLAN_SHARE * limitMs;
  const isKept = isGiven && !(hasTime && leavesGiven());
  const beganMs = now();
  const leftMs = endsAtMs - beganMs;
  const rounds = isLimited ? ROUNDS : roundsFor((leftMs * search.threads) / Math.max(1, tasks.count / partSize.least));
  const { first, last } = isKept ? WARM : { first: FIRST, last: LAST };
  const temperature = (at: number): number => first * (last / first) ** at;
  for (let round = 0; round < rounds && !raised() && now() < endsAtMs - LEAST_MS; round++) {
    const next = (round + 1) / rounds;
    run({
      endsAtMs: isLimited ? endsAtMs : beganMs + leftMs * next,
      temperatures: { first: temperature(round / rounds), last: temperature(next) },
      takesBest: round === rounds - 1,
    });
    best.see(plan, cost);
    share = next;
    report();
  }
  searcher.shared.finish();
  return { routes: toSteps(problem, tasks, best.plan), iterations: searcher.shared.iterations, firstSolutionMs };
}

/** The largest routes get the vehicles that there are. */
function beginWithSavings(plan: WholePlan, routes: readonly (readonly number[])[] | null): void {
  if (routes === null) return;
  const count = plan.routes.length;
  routes.slice(0, count).forEach((route, v) => (plan.routes[v] = route));
  plan.open = routes.slice(count).flat();
}

/** By the milliseconds that a part has in all rounds together. */
function roundsFor(partMs: number): number {
  const few = Math.max(LEAST_ROUNDS, Math.min(ROUNDS, partMs / LEAST_PART_MS));
  return Math.round(Math.max(few, Math.min(MOST_ROUNDS, partMs / MOST_PART_MS)));
}

/** The parts of a round together are the whole plan. */
function put(plan: WholePlan, parts: EndedRound["parts"]): void {
  const open: number[] = [];
  for (const part of parts) {
    part.vehicles.forEach((v, k) => (plan.routes[v] = part.routes[k]));
    for (const task of part.open) open.push(task);
  }
  plan.open = open;
}

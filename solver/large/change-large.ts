import { planAtOnce } from "../construct/at-once";
import type { StepRef } from "../contract";
import { Random } from "../random";
import { costOf } from "../schedule/schedule";
import { scheduleRoute } from "../schedule/schedule-route";
import { TaskIndex } from "../schedule/timeline";
import { Anneal } from "../search/anneal";
import { loadRoutes } from "../search/journal";
import { changeAtMost } from "../search/limited-change";
import { Stop, StopRaised, isRaised } from "../stop/stop";
import { choosePart } from "./choose-part";
import { partSizeFor } from "./divide";
import { followPart, openPart, resultOf } from "./improve-part";
import type { PartWork } from "./improve-part";
import type { Part } from "./part";
import type { FoundLarge, LargeSearch } from "./search-large";
import { singleMoves } from "./single-moves";
import type { SingleMove } from "./single-moves";
import { LargeTasks, placesOf } from "./tasks";
import { putPart, toSteps, wholePlan } from "./whole-plan";
import type { WholePlan } from "./whole-plan";

/** Share of the time until which moves are held against the rules. */
const MOVES_SHARE = 0.3;
/** Moves that are looked at for each change that may be made, and in any case. */
const LOOKS_PER_CHANGE = 20;
const LEAST_LOOKS = 200;
/** Moves that keep the rules are looked for until there are so many for each change. */
const SPARE_MOVES = 2;
/** A part that would have less is the last one. */
const LEAST_PART_MS = 500;
/** Of a part's search. */
const LEAST_MS = 20;
const REPORT_MS = 200;

/**
 * Changes a large given plan in at most `budget` stops. The single moves that gain most say where: the routes that they
 * concern are searched as a part of their own (`changeAtMost`), and where one part can't hold them, as several, each
 * with as many changes as it has of these moves and what those before it didn't use. What changes in several parts, one
 * after the other, is no more than the sum of what changes in each.
 */
export function changeLarge(search: LargeSearch, budget: number): FoundLarge {
  const { problem, options, limitMs, startedMs, now } = search;
  const tasks = new LargeTasks(problem);
  const points = placesOf(problem)!;
  const elapsedMs = (): number => now() - startedMs;
  const size = search.partSize ?? partSizeFor(tasks.count, 1);
  const change = new LargeChange(search, tasks);
  const { plan } = change;
  if (!change.keepRules(size.most)) {
    return { routes: planAtOnce(problem, options.warmStart), iterations: 0, firstSolutionMs: elapsedMs() };
  }
  const firstSolutionMs = elapsedMs();
  let cost = change.cost();
  let iterations = 0;
  let reportedMs = -Infinity;
  const report = (): void => {
    if (options.onProgress === undefined || now() - reportedMs < REPORT_MS) return;
    reportedMs = now();
    options.onProgress({
      cost: Math.round(cost),
      unassigned: plan.open.length,
      share: Math.min(1, elapsedMs() / limitMs),
      iterations,
      bestRoutes: () => toSteps(problem, tasks, plan).filter(({ steps }) => steps.length > 0),
    });
  };
  report();
  if (budget > 0) {
    const random = new Random(options.seed ?? 1);
    const moves = change.movesInOrder(singleMoves(problem, tasks, points, plan), budget);
    // the moves that would be made if nothing else were tried
    let wanted = new Set(withinBudget(moves.kept, budget));
    let waiting = [...moves.kept, ...moves.others];
    // the first part serves what it can though the time is over
    const mayGoOn = (index: number): boolean => !change.raised() && (index === 0 || elapsedMs() < limitMs);
    for (let left = budget, index = 0; left > 0 && mayGoOn(index); index++) {
      const chosen = choosePart({ problem, tasks, points, plan, random }, waiting, size.most);
      if (chosen === null) break;
      const changes = (some: Iterable<SingleMove>): number => [...some].reduce((sum, one) => sum + one.tasks.length, 0);
      const inside = changes(chosen.moves.filter((move) => wanted.has(move)));
      wanted = new Set([...wanted].filter((move) => chosen.rest.includes(move)));
      const outside = limitMs - elapsedMs() < 2 * LEAST_PART_MS ? 0 : changes(wanted);
      const most = outside === 0 ? left : Math.min(left, inside);
      const share = outside === 0 ? 1 : inside / (inside + outside);
      const stop = new Stop(
        now,
        Math.max(LEAST_MS, share * (limitMs - elapsedMs())),
        Math.ceil(share * ((options.iterationLimit ?? Infinity) - iterations)),
        options.stopFlag,
      );
      const result = change.improve(chosen.part, stop, most, index, report);
      left -= result.changes;
      cost -= result.gained;
      iterations += result.iterations;
      waiting = chosen.rest;
      report();
    }
  }
  return { routes: toSteps(problem, tasks, plan), iterations, firstSolutionMs };
}

/** The first moves that together change so many stops at most. */
function withinBudget(moves: readonly SingleMove[], budget: number): SingleMove[] {
  let left = budget;
  return moves.filter(({ tasks }) => {
    if (tasks.length > left) return false;
    left -= tasks.length;
    return true;
  });
}

/** A plan that is changed. */
class LargeChange {
  readonly plan: WholePlan;
  private readonly index: TaskIndex;

  constructor(
    private readonly search: LargeSearch,
    private readonly tasks: LargeTasks,
  ) {
    const { problem, options } = search;
    this.index = new TaskIndex(problem);
    this.plan = wholePlan(problem, tasks, options.warmStart);
  }

  raised(): boolean {
    return isRaised(this.search.options.stopFlag);
  }

  cost(): number {
    const { problem } = this.search;
    return costOf(problem, toSteps(problem, this.tasks, this.plan));
  }

  /** Leaves out what breaks a rule where it stands. False when the flag was raised meanwhile. */
  keepRules(mostStops: number): boolean {
    const { routes } = this.plan;
    let broken: number[] = [];
    let stops = 0;
    const mend = (): void => {
      const part = { vehicles: broken, routes: broken.map((v) => routes[v]), open: [] };
      const work = this.workOn(part, new Stop(this.search.now, Infinity, Infinity, this.search.options.stopFlag), 0);
      const opened = openPart(work);
      followPart(opened, work);
      putPart(this.plan, { ...part, ...resultOf(opened, part, 0, 0, 0) });
      broken = [];
      stops = 0;
    };
    try {
      for (let v = 0; v < routes.length; v++) {
        if (this.raised()) return false;
        if (routes[v].length === 0 || this.holds(v, routes[v])) continue;
        broken.push(v);
        stops += routes[v].length;
        if (stops >= mostStops) mend();
      }
      if (broken.length > 0) mend();
      return !this.raised();
    } catch (error) {
      if (error instanceof StopRaised) return false;
      throw error;
    }
  }

  /** The first move of each stop that keeps the rules, as far as they were looked at, and all others. */
  movesInOrder(moves: readonly SingleMove[], budget: number): { kept: SingleMove[]; others: SingleMove[] } {
    const { limitMs, startedMs, now, options } = this.search;
    const looks = Math.min(moves.length, LEAST_LOOKS + LOOKS_PER_CHANGE * budget);
    const kept = new Map<number, SingleMove>();
    for (let k = 0; k < looks && kept.size < SPARE_MOVES * budget && !this.raised(); k++) {
      const move = moves[k];
      // the clock must not steer a search of so many rounds
      if (options.iterationLimit === undefined && now() - startedMs > MOVES_SHARE * limitMs) break;
      if (move.weight === 0 && move.gain <= 0) break;
      if (!kept.has(move.tasks[0]) && this.isPossible(move)) kept.set(move.tasks[0], move);
    }
    const isKept = new Set(kept.values());
    return { kept: [...isKept], others: moves.filter((move) => !isKept.has(move)) };
  }

  improve(
    part: Part,
    stop: Stop,
    budget: number,
    index: number,
    onRound: () => void,
  ): { changes: number; gained: number; iterations: number } {
    const work = this.workOn(part, stop, index, onRound);
    try {
      const opened = openPart(work);
      const { plan, made, numbers, random, inserter, close } = opened;
      loadRoutes(plan, made.routesIn(numbers));
      const before = plan.cost;
      const search = new Anneal(plan, inserter, close, random);
      const changes = changeAtMost(search, budget, stop, random, onRound);
      const result = resultOf(opened, part, before, plan.cost, search.iterations);
      putPart(this.plan, { ...part, ...result });
      return { changes, gained: result.gained, iterations: result.iterations };
    } catch (error) {
      if (error instanceof StopRaised) return { changes: 0, gained: 0, iterations: 0 };
      throw error;
    }
  }

  private workOn(part: Part, stop: Stop, index: number, onRound: () => void = () => undefined): PartWork {
    const { problem, options } = this.search;
    return { problem, tasks: this.tasks, part, stop, onRound, seed: (options.seed ?? 1) + 104729 * index };
  }

  private isPossible({ tasks, from, to, position }: SingleMove): boolean {
    const { routes } = this.plan;
    const without = (v: number): number[] => routes[v].filter((task) => !tasks.includes(task));
    const rest = without(to);
    return (
      this.holds(to, [...rest.slice(0, position), ...tasks, ...rest.slice(position)]) &&
      (from < 0 || from === to || this.holds(from, without(from)))
    );
  }

  private holds(v: number, route: readonly number[]): boolean {
    return this.schedule(v, route).violations.length === 0;
  }

  private schedule(v: number, route: readonly number[]): ReturnType<typeof scheduleRoute> {
    const { problem } = this.search;
    const steps = route.map((task): StepRef => this.tasks.step(task));
    return scheduleRoute(problem, problem.vehicles[v], steps, this.index);
  }
}

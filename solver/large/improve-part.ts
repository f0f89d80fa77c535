import { construct, snapshot } from "../construct/construct";
import { insertInOrder } from "../construct/insertion";
import { followRoutes } from "../construct/warm-start";
import type { Problem } from "../contract";
import { buildInstance } from "../model/build";
import { buildNeighbours, nearestOf } from "../model/neighbours";
import type { Neighbours } from "../model/neighbours";
import { Random } from "../random";
import { Anneal } from "../search/anneal";
import type { Temperatures } from "../search/anneal";
import { Inserter } from "../search/inserter";
import { loadRoutes } from "../search/journal";
import { PARAMETERS } from "../search/parameters";
import { Plan } from "../search/plan";
import type { Stop } from "../stop/stop";
import { PartProblem } from "./part";
import type { Part } from "./part";
import type { PartResult } from "./shared-parts";
import type { LargeTasks } from "./tasks";

export interface PartWork {
  readonly problem: Problem;
  readonly tasks: LargeTasks;
  readonly part: Part;
  /** Of this part alone. */
  readonly stop: Stop;
  readonly seed: number;
  /** Called now and then while it is annealed. */
  readonly onRound: () => void;
}

/** A part as the search needs it. */
interface OpenedPart {
  readonly made: PartProblem;
  readonly plan: Plan;
  readonly inserter: Inserter;
  /** Of ruins; those of insertions know of time windows. */
  readonly close: Neighbours;
  readonly random: Random;
  /** Numbers of the whole problem by task of the plan. */
  readonly numbers: Int32Array;
}

/** The first plan of a part: its routes as far as they keep the rules, and everything else inserted. */
export function beginPart(work: PartWork): PartResult {
  const opened = openPart(work);
  const { plan, inserter } = opened;
  const stopped = (): boolean => work.stop.raised();
  if (work.part.routes.some((route) => route.length > 0)) {
    followPart(opened, work);
    insertInOrder(plan, inserter, (task) => task, stopped);
  } else construct(plan, inserter, () => false, stopped);
  return resultOf(opened, work.part, 0, plan.cost, 0);
}

/** Puts the part's routes into its plan as far as they keep the rules. */
export function followPart({ plan, made }: OpenedPart, { part, tasks, stop }: PartWork): void {
  const { vehicles } = made.problem;
  const routes = part.routes.map((route, k) => ({
    vehicleId: vehicles[k].id,
    steps: route.map((task) => tasks.step(task)),
  }));
  followRoutes(plan, routes, () => stop.raised());
}

/**
 * Anneals a part by itself. Its last plan goes on, as it would in an annealing of the whole, unless `takesBest` or an
 * early end asks for the best one.
 */
export function improvePart(work: PartWork, temperatures: Temperatures, takesBest: boolean): PartResult {
  const { stop } = work;
  const opened = openPart(work);
  const { plan, inserter, close, random, made, numbers } = opened;
  loadRoutes(plan, made.routesIn(numbers));
  const before = plan.cost;
  const search = new Anneal(plan, inserter, close, random);
  search.run(stop, temperatures, 0, 1, () => undefined, work.onRound);
  const { journal } = search;
  if (takesBest || stop.raised() || plan.missing > journal.bestMissing) search.adopt(journal.bestRoutes());
  return resultOf(opened, work.part, before, plan.cost, search.iterations);
}

export function openPart({ problem, tasks, part, stop, seed }: PartWork): OpenedPart {
  const made = new PartProblem(problem, tasks, part, stop.checkpoint);
  const instance = buildInstance(made.problem, stop.checkpoint);
  const { insertionNeighbours, ruinNeighbours } = PARAMETERS;
  const close = buildNeighbours(instance, ruinNeighbours, false, stop.checkpoint);
  const near = instance.hasTime
    ? buildNeighbours(instance, insertionNeighbours, true, stop.checkpoint)
    : nearestOf(close, insertionNeighbours);
  const plan = new Plan(instance, stop.checkpoint);
  const random = new Random(seed);
  return { made, plan, inserter: new Inserter(plan, near, random), close, random, numbers: made.numbersOf(instance) };
}

/** What the plan of a part has become. */
export function resultOf(
  { plan, numbers }: OpenedPart,
  part: Part,
  before: number,
  after: number,
  iterations: number,
): PartResult {
  const routes = snapshot(plan).map((route) => route.map((t) => numbers[t]));
  const isServed = new Set(routes.flat());
  return {
    routes,
    open: [...part.routes.flat(), ...part.open].filter((task) => !isServed.has(task)),
    gained: (before - after) / plan.instance.costScale,
    iterations,
  };
}

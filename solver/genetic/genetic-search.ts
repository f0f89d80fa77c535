import type { Random } from "../random";
import { Directions } from "./directions";
import { LocalSearch } from "./local-search";
import type { LocalOptimum } from "./local-search";
import type { GeneticProblem, KindRoute } from "./genetic-problem";
import { Population } from "./population";
import type { Kept, Member } from "./population";
import { Split } from "./split";

/** Plans from random tours at the beginning, those that are kept, and the number after which the price adapts. */
interface Breadth extends Kept {
  readonly firstPlans: number;
  readonly watched: number;
}

/** Of Vidal 2022. */
const BROAD: Breadth = { firstPlans: 100, kept: 25, born: 40, watched: 100 };
/** Mixed fleets gain by it with less time, when as many plans as that would still be bad ones. */
const NARROW: Breadth = { firstPlans: 40, kept: 16, born: 26, watched: 40 };

/** A plan with load above capacity is searched again, half of the time, with prices this many times as high. */
const REPAIR = 10;
/** Share of plans that should need no repair; the price adapts by these factors. */
const WANTED = 0.2;
const TOLERANCE = 0.05;
const HIGHER = 1.2;
const LOWER = 0.85;
/** Prices go from 1 to this multiple of the first one. */
const HIGHEST = 100;

/**
 * Hybrid genetic search (Vidal 2022, see `local-search.ts`): children of two plans, a stretch of one plan's tour filled
 * up in the order of the other's, are cut into routes and improved to the next local optimum.
 */
export class GeneticSearch {
  private readonly local: LocalSearch;
  private readonly split: Split;
  private readonly directions: Directions;
  private readonly population: Population;
  private readonly breadth: Breadth;
  /** Of one unit of load above capacity. A whole number, as loads and equal vehicles' costs are, for exact sums. */
  private price: number;
  private readonly highestPrice: number;
  private born = 0;
  private watched = 0;
  private held = 0;

  constructor(
    private readonly problem: GeneticProblem,
    private readonly random: Random,
  ) {
    this.local = new LocalSearch(problem, random);
    this.split = new Split(problem);
    this.directions = new Directions(problem);
    this.breadth = problem.kinds.length > 1 ? NARROW : BROAD;
    this.population = new Population(problem.taskCount, this.breadth, random);
    const fixed = Math.max(...problem.kinds.map((kind) => kind.fixed));
    this.price = Math.max(1, Math.round((largest(problem.cost) + fixed) / Math.max(1, largest(problem.load))));
    this.highestPrice = HIGHEST * this.price;
  }

  get best(): LocalOptimum | null {
    return this.population.best;
  }

  /** A plan that keeps the capacity, as one of the parents; one with too many routes of a kind is passed over. */
  take(routes: readonly KindRoute[]): void {
    const holds = this.problem.kinds.every(({ most }, k) => routes.filter(({ kind }) => kind === k).length <= most);
    if (holds) this.add(this.local.run(routes, Infinity));
  }

  /** Lets plans be born until `isOver`, which is asked before each of them; may be called again to go on. */
  run(isOver: () => boolean): void {
    const { population, random } = this;
    for (; !isOver(); this.born++)
      this.grow(
        this.born < this.breadth.firstPlans
          ? randomTour(this.problem.taskCount, random)
          : crossed(population.parent(), population.parent(), random),
      );
  }

  private grow(tour: Int32Array): void {
    const { local, random } = this;
    const plan = local.run(this.split.run(tour, this.price), this.price);
    this.add(plan);
    this.watch(plan.excess === 0);
    if (plan.excess === 0 || random.below(2) === 0) return;
    const repaired = local.run(plan.routes, REPAIR * this.price);
    if (repaired.excess === 0) this.add(repaired);
  }

  private add(plan: LocalOptimum): void {
    this.population.add({ ...plan, routes: this.directions.sorted(plan.routes) }, this.price);
  }

  private watch(holds: boolean): void {
    if (holds) this.held++;
    if (++this.watched < this.breadth.watched) return;
    const share = this.held / this.watched;
    if (share < WANTED - TOLERANCE) this.price = Math.min(this.highestPrice, Math.ceil(this.price * HIGHER));
    else if (share > WANTED + TOLERANCE) this.price = Math.max(1, Math.floor(this.price * LOWER));
    this.watched = this.held = 0;
  }
}

function randomTour(n: number, random: Random): Int32Array {
  const tour = Int32Array.from({ length: n }, (_, k) => k + 1);
  random.shuffle(tour);
  return tour;
}

/** Order crossover: a stretch of the first tour, then what is missing in the order of the second one behind it. */
function crossed(a: Member, b: Member, random: Random): Int32Array {
  const [first, second] = [a, b].map(({ routes }) => routes.flatMap(({ tasks }) => tasks));
  const n = first.length;
  const tour = new Int32Array(n);
  const taken = new Uint8Array(n + 1);
  const from = random.below(n);
  const length = 1 + random.below(n);
  let at = from;
  for (let k = 0; k < length; k++, at = (at + 1) % n) {
    tour[at] = first[at];
    taken[first[at]] = 1;
  }
  for (let k = 0, look = at; k < n; k++, look = (look + 1) % n) {
    const task = second[look];
    if (taken[task] === 1) continue;
    tour[at] = task;
    at = (at + 1) % n;
  }
  return tour;
}

function largest(values: Int32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

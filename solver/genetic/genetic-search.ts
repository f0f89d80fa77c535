import { largest } from "../contract/largest";
import type { Random } from "../random";
import type { Breeding } from "./breeding";
import { Directions } from "./directions";
import { holds, LocalSearch } from "./local-search";
import type { LocalOptimum } from "./local-search";
import type { GeneticProblem, Hours, KindRoute } from "./genetic-problem";
import type { Prices } from "./linked-routes";
import { Population } from "./population";
import type { Kept } from "./population";
import { Price } from "./price";
import { RouteExchange } from "./route-exchange";
import { TourBreeding } from "./tour-breeding";

/** How a search is led. */
interface Breadth extends Kept {
  /** Plans made by chance at the beginning. */
  readonly firstPlans: number;
  /** Plans after which prices adapt. */
  readonly watched: number;
}

/** Of Vidal 2022. */
const BROAD: Breadth = { firstPlans: 100, kept: 25, born: 40, watched: 100 };
/** Mixed fleets gain by it with less time, when as many plans as that would still be bad ones. */
const NARROW: Breadth = { firstPlans: 40, kept: 16, born: 26, watched: 40 };
/** Routes with windows can't be cut from tours, so that nearly all plans made by chance are bad ones. */
const TIMED: Breadth = { ...BROAD, firstPlans: 25, watched: 50 };

/** A plan that doesn't hold is searched again, half of the time, with prices this many times as high. */
const REPAIR = 10;
/** Prices go up to this multiple of the first one, and to where one unit costs as much as a vehicle. */
const HIGHEST = 100;

/**
 * Hybrid genetic search (Vidal 2022, see `local-search.ts`): children of two plans are improved to the next local
 * optimum, and may have load above capacity and lateness at a price.
 */
export class GeneticSearch {
  private readonly local: LocalSearch;
  private readonly breeding: Breeding;
  private readonly directions: Directions;
  private readonly population: Population;
  private readonly breadth: Breadth;
  private readonly loadPrice: Price;
  private readonly timePrice: Price;
  /** Prices at which a plan that holds goes on to do so; that of lateness is multiplied by 0 too, so it is finite. */
  private readonly holding: Prices;
  private born = 0;

  /** @param isStopped asked while a plan is improved, which takes long where there are many tasks */
  constructor(
    private readonly problem: GeneticProblem,
    private readonly random: Random,
    private readonly isStopped: () => boolean = () => false,
  ) {
    const { hours, kinds } = problem;
    this.local = new LocalSearch(problem, random);
    this.breeding = hours === null ? new TourBreeding(problem, random) : new RouteExchange(problem, hours, random);
    this.directions = new Directions(problem);
    this.breadth = hours !== null ? TIMED : kinds.length > 1 ? NARROW : BROAD;
    this.population = new Population(problem.taskCount, this.breadth, random);
    const fixed = largest(kinds.map((kind) => kind.fixed));
    const ofLoad = Math.max(1, Math.round((largest(problem.cost) + fixed) / Math.max(1, largest(problem.load))));
    const onTheWay = hours === null ? 0 : sum(problem.cost) / Math.max(1, sum(hours.travel));
    const ofTime = hours === null ? 0 : onTheWay + vehiclesPerTime(problem, hours) || 1;
    const { watched } = this.breadth;
    const highest = (first: number): number => Math.max(HIGHEST * first, fixed);
    this.loadPrice = new Price({ first: ofLoad, lowest: 1, highest: highest(ofLoad), isWhole: true, watched });
    const lowest = (onTheWay || ofTime) / 100;
    this.timePrice = new Price({ first: ofTime, lowest, highest: highest(ofTime), isWhole: false, watched });
    this.holding = { load: Infinity, time: mostCost(problem) + 1 };
  }

  get best(): LocalOptimum | null {
    return this.population.best;
  }

  /** A plan that holds, as one of the parents; one with too many routes of a kind is passed over. */
  take(routes: readonly KindRoute[]): void {
    const areThere = this.problem.kinds.every(({ most }, k) => routes.filter(({ kind }) => kind === k).length <= most);
    if (areThere) this.add(this.local.run(routes, this.holding, this.isStopped));
  }

  /** Lets plans be born until `isOver`, which is asked before each of them; may be called again to go on. */
  run(isOver: () => boolean): void {
    const { population, breeding, breadth } = this;
    for (; !isOver(); this.born++) {
      const { prices } = this;
      const isFirst = this.born < breadth.firstPlans;
      this.grow(
        isFirst ? breeding.first(prices) : breeding.child(population.parent(), population.parent(), prices),
        prices,
      );
    }
  }

  private get prices(): Prices {
    return { load: this.loadPrice.value, time: this.timePrice.value };
  }

  private grow(routes: readonly KindRoute[], prices: Prices): void {
    const { local, random, isStopped } = this;
    const plan = local.run(routes, prices, isStopped);
    this.add(plan);
    this.loadPrice.watch(plan.excess === 0);
    this.timePrice.watch(plan.late === 0);
    if (holds(plan) || random.below(2) === 0) return;
    const { load, time } = this.prices;
    const repaired = local.run(plan.routes, { load: REPAIR * load, time: REPAIR * time }, isStopped);
    if (holds(repaired)) this.add(repaired);
  }

  private add(plan: LocalOptimum): void {
    this.population.add({ ...plan, routes: this.directions.sorted(plan.routes) }, this.prices);
  }
}

/** At this price of time it doesn't pay to leave out a vehicle for lateness of as much time as all its tasks take. */
function vehiclesPerTime({ kinds, taskCount, routes }: GeneticProblem, { travel, service }: Hours): number {
  const ofAllTasks = (taskCount * sum(travel)) / travel.length + sum(service);
  return (kinds[0].fixed * routes) / Math.max(1, ofAllTasks);
}

/** No plan costs more. */
const mostCost = ({ cost, kinds, routes, taskCount }: GeneticProblem): number =>
  (taskCount + routes) * largest(cost) + routes * largest(kinds.map(({ fixed }) => fixed));

const sum = (values: Int32Array): number => values.reduce((all, one) => all + one, 0);

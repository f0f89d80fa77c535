import type { Random } from "../random";
import type { Breeding } from "./breeding";
import type { GeneticProblem, Hours, KindRoute } from "./genetic-problem";
import type { Prices } from "./linked-routes";
import type { LocalOptimum } from "./local-search";
import { randomTour } from "./random-tour";
import { TimedRoutes } from "./timed-routes";

type Tasks = readonly number[];

/**
 * With windows: a group of neighbouring routes of the second plan comes in place of the first one's group with most of
 * its tasks (Nagata & Kobayashi, "A memetic algorithm for the pickup and delivery problem with time windows using
 * selective route exchange crossover", 2010). Either the routes that come are whole, and others lose what these serve,
 * or they lose what others serve, whichever costs less; what nobody serves then goes to its cheapest place.
 */
export class RouteExchange implements Breeding {
  private readonly routes: TimedRoutes;

  constructor(
    private readonly problem: GeneticProblem,
    hours: Hours,
    private readonly random: Random,
  ) {
    this.routes = new TimedRoutes(problem, hours);
  }

  /** Tasks dealt out by chance. */
  first(): KindRoute[] {
    const { problem, random } = this;
    const routes: number[][] = Array.from({ length: problem.routes }, () => []);
    randomTour(problem.taskCount, random).forEach((task, k) => routes[k % routes.length].push(task));
    return ofOneKind(routes);
  }

  child(a: LocalOptimum, b: LocalOptimum, prices: Prices): KindRoute[] {
    const [base, donor] = [a, b].map(({ routes }) => routes.map(({ tasks }) => tasks));
    const count = 1 + this.random.below(Math.max(1, Math.min(base.length, donor.length) - 1));
    const [from, donorFrom] = this.likest(base, donor, count);
    const comes = groupOf(donor, donorFrom, count);
    const stays = groupOf(base, from + count, base.length - count);
    const isComing = this.marks(comes);
    const isGoing = this.marks(groupOf(base, from, count));
    const lost = this.everyTask().filter((task) => isGoing[task] === 1 && isComing[task] === 0);
    this.random.shuffle(lost);
    const staysLess = stays.map((tasks) => tasks.filter((task) => isComing[task] === 0));
    const comesLess = comes.map((tasks) => tasks.filter((task) => isGoing[task] === 1));
    const whole = this.completed([...staysLess, ...comes], lost, prices);
    const less = this.completed([...stays, ...comesLess], lost, prices);
    return less.cost < whole.cost ? less.routes : whole.routes;
  }

  /** Where groups of so many routes begin that share most tasks, by steps from a random place. */
  private likest(base: readonly Tasks[], donor: readonly Tasks[], count: number): [number, number] {
    const differenceOf = (i: number, j: number): number => {
      const isComing = this.marks(groupOf(donor, j, count));
      return groupOf(base, i, count).reduce((sum, tasks) => sum + tasks.filter((t) => isComing[t] === 0).length, 0);
    };
    let from = this.random.below(base.length);
    let donorFrom = Math.min(from, donor.length - 1);
    let least = differenceOf(from, donorFrom);
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      const steps = [
        [(from + 1) % base.length, donorFrom],
        [(from + base.length - 1) % base.length, donorFrom],
        [from, (donorFrom + 1) % donor.length],
        [from, (donorFrom + donor.length - 1) % donor.length],
      ];
      for (const [i, j] of steps) {
        const difference = differenceOf(i, j);
        if (difference >= least) continue;
        [from, donorFrom, least, isBetter] = [i, j, difference, true];
        break;
      }
    }
    return [from, donorFrom];
  }

  /** A plan with tasks added, and what it costs at these prices. */
  private completed(
    given: readonly Tasks[],
    missing: readonly number[],
    prices: Prices,
  ): { readonly routes: KindRoute[]; readonly cost: number } {
    const { routes } = this;
    routes.price = prices.load;
    routes.timePrice = prices.time;
    routes.take(ofOneKind(given.filter((tasks) => tasks.length > 0)));
    for (const task of missing) this.insert(task);
    let cost = 0;
    for (let r = 0; r < this.problem.routes; r++) cost += routes.costOf(r) + routes.penaltyOf(r);
    return { routes: routes.routes(), cost };
  }

  /** At its cheapest place in a route that has tasks. */
  private insert(task: number): void {
    const { routes, problem } = this;
    const { next, column, count, load, late, timePrice } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    let least = Infinity;
    let place = -1;
    let into = -1;
    for (let r = 0; r < problem.routes; r++) {
      if (count[r] === 0) continue;
      const over = routes.priceOf(r, load[r] + problem.load[task]) - routes.priceOf(r, load[r]);
      const end = routes.endOf(r);
      for (let i = routes.startOf(r); i !== end; i = next[i]) {
        const j = next[i];
        const row = column[i] * width;
        const way = over + cost[row + task] + cost[task * width + column[j]] - cost[row + column[j]];
        // a place costs its lateness too, but a detour can be shorter than the direct leg, and take some away
        if (way - timePrice * late[r] >= least) continue;
        routes.begin(i);
        routes.pass(task, task);
        const change = way + timePrice * (routes.end(j) - late[r]);
        if (change >= least) continue;
        least = change;
        place = i;
        into = r;
      }
    }
    routes.join(task, next[place]);
    routes.join(place, task);
    routes.settle(into, into);
  }

  private marks(group: readonly Tasks[]): Uint8Array {
    const marks = new Uint8Array(this.problem.taskCount + 1);
    for (const tasks of group) for (const task of tasks) marks[task] = 1;
    return marks;
  }

  private everyTask(): number[] {
    return Array.from({ length: this.problem.taskCount }, (_, k) => k + 1);
  }
}

/** So many routes from one on, round to the first one. */
function groupOf(routes: readonly Tasks[], from: number, count: number): Tasks[] {
  return Array.from({ length: count }, (_, k) => routes[(from + k) % routes.length]);
}

const ofOneKind = (routes: readonly Tasks[]): KindRoute[] => routes.map((tasks) => ({ kind: 0, tasks }));

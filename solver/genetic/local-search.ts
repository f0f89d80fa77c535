import type { Random } from "../random";
import { KnownPairs } from "./known-pairs";
import { LEAST_GAIN, LinkedRoutes } from "./linked-routes";
import type { Prices } from "./linked-routes";
import type { GeneticProblem, KindRoute } from "./genetic-problem";
import { LoadMoves } from "./load-moves";
import type { Moves } from "./moves";
import { SwapStar } from "./swap-star";
import { TimedMoves } from "./timed-moves";
import { TimedRoutes } from "./timed-routes";

/** A plan in which no move gains, unless its search was stopped; loads above capacity and lateness may remain. */
export interface LocalOptimum {
  readonly routes: readonly KindRoute[];
  readonly cost: number;
  /** Load above capacity, summed over the routes. */
  readonly excess: number;
  /** Time that would have to be made up for, summed over the routes, see `TimedRoutes`. */
  readonly late: number;
}

/** Whether a plan breaks no rule. */
export const holds = ({ excess, late }: LocalOptimum): boolean => excess === 0 && late === 0;

/**
 * Improves routes by small moves until none of them gains: one or two tasks moved or exchanged, stretches turned, ends
 * of two routes exchanged, and SWAP* (Vidal, "Hybrid genetic search for the CVRP: open-source implementation and SWAP*
 * neighborhood", 2022). Moves join a task to one that lies near it, in random order, and the first gain is taken. In
 * matrices with one-way legs what turning costs is the difference of sums kept for both directions. With windows the
 * moves are those of `timed-moves.ts`, without SWAP*.
 */
export class LocalSearch {
  private readonly routes: LinkedRoutes;
  private readonly moves: Moves;
  private readonly swapStar: SwapStar | null;
  private readonly known: KnownPairs;
  private readonly order: Int32Array;
  private readonly near: Int32Array;
  /** Number of changes at which moves of a task were tried last. */
  private readonly tried: Int32Array;
  /** Searches that ended because moves went round in a circle, for tests: each is a fault of a move. */
  circles = 0;

  constructor(
    private readonly problem: GeneticProblem,
    private readonly random: Random,
  ) {
    if (problem.hours === null) {
      this.routes = new LinkedRoutes(problem);
      this.moves = new LoadMoves(this.routes);
    } else {
      const timed = new TimedRoutes(problem, problem.hours);
      this.routes = timed;
      this.moves = new TimedMoves(timed);
    }
    this.known = new KnownPairs(this.routes);
    this.swapStar = problem.hours === null ? new SwapStar(this.routes, this.known) : null;
    this.order = Int32Array.from({ length: problem.taskCount }, (_, k) => k + 1);
    this.near = problem.near.slice();
    this.tried = new Int32Array(problem.taskCount + 1);
  }

  /**
   * @param prices that of load may be Infinity only if the given routes keep the capacity
   * @param isStopped asked now and then: true ends it before nothing gains any more
   */
  run(given: readonly KindRoute[], prices: Prices, isStopped: () => boolean = () => false): LocalOptimum {
    const { routes, problem } = this;
    // a circle of moves would be deaf to the stop flag, and a plan within it is as good as any other
    const isOver = (): boolean => routes.areCircling || isStopped();
    routes.price = prices.load;
    routes.timePrice = prices.time;
    routes.take(given);
    this.known.look();
    this.swapStar?.begin();
    this.tried.fill(-1);
    this.random.shuffle(this.order);
    this.shuffleSomeNeighbours();
    // empty routes are tried from the second time on: at first most tasks find a better place elsewhere
    for (let time = 0, before = -1; (time < 2 || routes.changes > before) && !isOver(); time++) {
      before = routes.changes;
      for (let k = 0; k < this.order.length && !isOver(); k++) while (this.improve(this.order[k], time));
      this.swapStar?.run(time === 0, isOver);
      this.exchangeVehicles();
    }
    if (routes.areCircling) this.circles++;
    if (!isOver()) this.known.keep();
    let cost = 0;
    let excess = 0;
    let late = 0;
    for (let r = 0; r < problem.routes; r++) {
      cost += routes.costOf(r);
      excess += Math.max(0, routes.load[r] - routes.capacity[r]);
      late += routes.late[r];
    }
    return { routes: routes.routes(), cost, excess, late };
  }

  /** Every list once in as many searches as it is long. */
  private shuffleSomeNeighbours(): void {
    const { nearFrom, taskCount } = this.problem;
    for (let i = 1; i <= taskCount; i++) {
      const length = nearFrom[i + 1] - nearFrom[i];
      if (length > 1 && this.random.below(length) === 0) this.random.shuffle(this.near, nearFrom[i], nearFrom[i + 1]);
    }
  }

  /**
   * Moves of one task, until none of them gains.
   * @returns true where it went into an empty route, so that its moves are to be tried again
   */
  private improve(u: number, time: number): boolean {
    const { near, tried, routes, problem } = this;
    const { route, changed, prev } = routes;
    const from = problem.nearFrom[u];
    const to = problem.nearFrom[u + 1];
    const last = tried[u];
    tried[u] = routes.changes;
    for (let k = from; k < to; k++) {
      const v = near[k];
      const mine = changed[route[u]];
      const theirs = changed[route[v]];
      if (time > 0 ? (mine > theirs ? mine : theirs) <= last : this.known.has(route[u], route[v])) continue;
      if (!this.moves.tryPair(u, v) && (prev[v] <= problem.taskCount || !this.moves.tryPair(u, prev[v]))) continue;
      if (routes.areCircling) return false;
      k = from - 1;
    }
    if (time === 0) return false;
    const empty = routes.findEmpty();
    for (let k = 0; k < empty.length; k++)
      if (empty[k] >= 0 && this.moves.tryPair(u, routes.startOf(empty[k]))) return !routes.areCircling;
    return false;
  }

  /** Two routes, of which one may be empty, exchange their vehicles where that gains. */
  private exchangeVehicles(): void {
    const { routes, problem } = this;
    const { kind, count } = routes;
    if (problem.kinds.length === 1) return;
    for (let a = 0; a < problem.routes; a++) {
      if (count[a] === 0) continue;
      const empty = routes.findEmpty();
      for (let k = 0; k < empty.length; k++) if (empty[k] >= 0 && k !== kind[a]) this.tryVehicles(a, empty[k]);
      for (let b = a + 1; b < problem.routes; b++) if (count[b] > 0 && kind[a] !== kind[b]) this.tryVehicles(a, b);
    }
  }

  private tryVehicles(a: number, b: number): void {
    const { routes } = this;
    const { rate, fixed, way, load, count } = routes;
    const before = routes.costOf(a) + routes.costOf(b) + routes.priceOf(a, load[a]) + routes.priceOf(b, load[b]);
    const most = before - LEAST_GAIN;
    const exchanged = rate[b] * way[a] + fixed[b] + (count[b] === 0 ? 0 : rate[a] * way[b] + fixed[a]);
    if (exchanged >= most || exchanged + routes.priceOf(b, load[a]) + routes.priceOf(a, load[b]) >= most) return;
    routes.exchangeVehicles(a, b);
    routes.settle(a, b);
  }
}

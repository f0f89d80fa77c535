import type { Random } from "../random";
import { KnownPairs } from "./known-pairs";
import { LinkedRoutes } from "./linked-routes";
import type { GeneticProblem } from "./genetic-problem";
import { SwapStar } from "./swap-star";

/** A plan in which no move gains; loads above capacity may remain. */
export interface LocalOptimum {
  readonly routes: number[][];
  readonly cost: number;
  /** Load above capacity, summed over the routes. */
  readonly excess: number;
}

/**
 * Improves routes by small moves until none of them gains: one or two tasks moved or exchanged, stretches turned, ends
 * of two routes exchanged, and SWAP* (Vidal, "Hybrid genetic search for the CVRP: open-source implementation and SWAP*
 * neighborhood", 2022). Moves join a task to one that lies near it, in random order, and the first gain is taken. In
 * matrices with one-way legs what turning costs is the difference of sums kept for both directions.
 */
export class LocalSearch {
  private readonly routes: LinkedRoutes;
  private readonly swapStar: SwapStar;
  private readonly known: KnownPairs;
  private readonly order: Int32Array;
  private readonly near: Int32Array;
  /** Number of changes at which moves of a task were tried last. */
  private readonly tried: Int32Array;
  private readonly turned: number[] = [];

  constructor(
    private readonly problem: GeneticProblem,
    private readonly random: Random,
  ) {
    this.routes = new LinkedRoutes(problem);
    this.known = new KnownPairs(this.routes);
    this.swapStar = new SwapStar(this.routes, this.known);
    this.order = Int32Array.from({ length: problem.taskCount }, (_, k) => k + 1);
    this.near = problem.near.slice();
    this.tried = new Int32Array(problem.taskCount + 1);
  }

  /** @param price of one unit of load above capacity; a whole number, or Infinity if the given routes keep it */
  run(given: readonly (readonly number[])[], price: number): LocalOptimum {
    const { routes, problem } = this;
    routes.price = price;
    routes.take(given);
    this.known.look();
    this.swapStar.begin();
    this.tried.fill(-1);
    this.random.shuffle(this.order);
    this.shuffleSomeNeighbours();
    // empty routes are tried from the second time on: at first most tasks find a better place elsewhere
    for (let time = 0, before = -1; time < 2 || routes.changes > before; time++) {
      before = routes.changes;
      for (let k = 0; k < this.order.length; k++) this.improve(this.order[k], time);
      this.swapStar.run(time === 0);
    }
    this.known.keep();
    let cost = 0;
    let excess = 0;
    for (let r = 0; r < problem.routes; r++) {
      cost += routes.cost[r];
      excess += Math.max(0, routes.load[r] - problem.capacity);
    }
    return { routes: routes.routes(), cost, excess };
  }

  /** Every list once in as many searches as it is long. */
  private shuffleSomeNeighbours(): void {
    const { nearFrom, taskCount } = this.problem;
    for (let i = 1; i <= taskCount; i++) {
      const length = nearFrom[i + 1] - nearFrom[i];
      if (length > 1 && this.random.below(length) === 0) this.random.shuffle(this.near, nearFrom[i], nearFrom[i + 1]);
    }
  }

  /** Moves of one task, until none of them gains. */
  private improve(u: number, time: number): void {
    const { near, tried, routes, problem } = this;
    const { route, changed, prev, count } = routes;
    const from = problem.nearFrom[u];
    const to = problem.nearFrom[u + 1];
    const last = tried[u];
    tried[u] = routes.changes;
    for (let k = from; k < to; k++) {
      const v = near[k];
      const mine = changed[route[u]];
      const theirs = changed[route[v]];
      if (time > 0 ? (mine > theirs ? mine : theirs) <= last : this.known.has(route[u], route[v])) continue;
      if (this.tryPair(u, v) || (prev[v] > problem.taskCount && this.tryPair(u, prev[v]))) k = from - 1;
    }
    if (time === 0) return;
    const empty = count.indexOf(0);
    if (empty >= 0 && this.tryPair(u, routes.startOf(empty))) this.improve(u, time);
  }

  /** Moves that put u, or u and the task behind it, behind v or in its place; v may be the start of a route. */
  private tryPair(u: number, v: number): boolean {
    const { routes, problem } = this;
    const { next, prev, route, column, load } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const ru = route[u];
    const rv = route[v];
    const x = next[u];
    const y = next[v];
    const beforeU = prev[u];
    const cx = column[x];
    const cv = column[v];
    const cy = column[y];
    const rowU = u * width;
    const rowX = cx * width;
    const rowV = cv * width;
    const rowBeforeU = column[beforeU] * width;
    const same = ru === rv;
    const prices = same ? 0 : routes.priceOf(load[ru]) + routes.priceOf(load[rv]);
    const loadU = problem.load[u];
    const loadX = problem.load[cx];
    const inU = cost[rowBeforeU + u];
    const ux = cost[rowU + cx];
    const vy = cost[rowV + cy];
    // u behind v
    if (u !== y) {
      const change = cost[rowBeforeU + cx] - inU - ux + cost[rowV + u] + cost[rowU + cy] - vy;
      if (change < prices && change + this.priced(ru, rv, same, loadU, prices) < 0) {
        routes.move(u, v);
        return this.changed(ru, rv);
      }
    }
    if (x <= n) {
      const cxx = column[next[x]];
      const xx = cost[rowX + cxx];
      if (u !== y && v !== x) {
        const out = cost[rowBeforeU + cxx] - inU - ux - xx - vy;
        // u and x behind v
        let change = out + cost[rowV + u] + ux + cost[rowX + cy];
        if (change < prices && change + this.priced(ru, rv, same, loadU + loadX, prices) < 0) {
          routes.move(u, v);
          routes.move(x, u);
          return this.changed(ru, rv);
        }
        // x and u behind v
        change = out + cost[rowV + x] + cost[rowX + u] + cost[rowU + cy];
        if (change < prices && change + this.priced(ru, rv, same, loadU + loadX, prices) < 0) {
          routes.move(x, v);
          routes.move(u, x);
          return this.changed(ru, rv);
        }
      }
    }
    if (v <= n) {
      const beforeV = prev[v];
      const rowBeforeV = column[beforeV] * width;
      const inV = cost[rowBeforeV + v];
      const loadV = problem.load[v];
      // u and v exchanged
      if (u < v && u !== beforeV && u !== y) {
        const change =
          cost[rowBeforeU + v] + cost[rowV + cx] - inU - ux + cost[rowBeforeV + u] + cost[rowU + cy] - inV - vy;
        if (change < prices && change + this.priced(ru, rv, same, loadU - loadV, prices) < 0) {
          routes.swap(u, v);
          return this.changed(ru, rv);
        }
      }
      if (x <= n && u !== y && u !== beforeV && x !== beforeV && x !== v) {
        const behindX = next[x];
        const cxx = column[behindX];
        const xx = cost[rowX + cxx];
        // u and x exchanged with v
        let change =
          cost[rowBeforeU + v] + cost[rowV + cxx] - inU - xx + cost[rowBeforeV + u] + cost[rowX + cy] - inV - vy;
        if (change < prices && change + this.priced(ru, rv, same, loadU + loadX - loadV, prices) < 0) {
          routes.swap(u, v);
          routes.move(x, u);
          return this.changed(ru, rv);
        }
        // u and x exchanged with v and y
        if (u < v && y <= n && y !== beforeU && behindX !== v) {
          const cyy = column[next[y]];
          const rowY = cy * width;
          change = cost[rowBeforeU + v] + cost[rowY + cxx] - inU - xx + cost[rowBeforeV + u] + cost[rowX + cyy] - inV;
          change -= cost[rowY + cyy];
          const moved = loadU + loadX - loadV - problem.load[cy];
          if (change < prices && change + this.priced(ru, rv, same, moved, prices) < 0) {
            routes.swap(u, v);
            routes.swap(x, y);
            return this.changed(ru, rv);
          }
        }
      }
    }
    return same ? this.turn(u, v) : this.exchangeEnds(u, v, prices);
  }

  /** What the prices of two routes' loads change by when so much goes from the first to the second. */
  private priced(ru: number, rv: number, same: boolean, moved: number, prices: number): number {
    if (same) return 0;
    return this.routes.pricesAfter(ru, rv, moved) - prices;
  }

  /** Turns the stretch behind u that ends with v. */
  private turn(u: number, v: number): boolean {
    const { routes, problem, turned } = this;
    const { next, position, column, there, back } = routes;
    const { cost, taskCount: n } = problem;
    const x = next[u];
    if (v > n || position[u] >= position[v] || x === v) return false;
    const y = next[v];
    const width = n + 1;
    const change = cost[u * width + v] + back[v] - back[x] + cost[x * width + column[y]] - (there[y] - there[u]);
    if (change >= 0) return false;
    turned.length = 0;
    for (let i = v; i !== u; i = routes.prev[i]) turned.push(i);
    let last = u;
    for (const task of turned) {
      routes.join(last, task);
      last = task;
    }
    routes.join(last, y);
    return this.changed(routes.route[u], routes.route[u]);
  }

  /** Joins u to what is behind v; or turns one of two routes, and joins both beginnings and both ends. */
  private exchangeEnds(u: number, v: number, prices: number): boolean {
    const { routes, problem } = this;
    const { next, prev, route, column, there, back, load, loadUpTo } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const ru = route[u];
    const rv = route[v];
    const x = next[u];
    const y = next[v];
    const cv = column[v];
    const cx = column[x];
    const cy = column[y];
    const endU = routes.endOf(ru);
    const endV = routes.endOf(rv);
    const ux = cost[u * width + cx];
    const vy = cost[cv * width + cy];
    const ends = cost[u * width + cy] + cost[cv * width + cx] - ux - vy;
    if (ends < prices) {
      const [toU, toV] = [loadUpTo[u], loadUpTo[v]];
      const priced = routes.priceOf(toU + load[rv] - toV) + routes.priceOf(toV + load[ru] - toU) - prices;
      if (ends + priced < 0) {
        const [lastU, lastV] = [prev[endU], prev[endV]];
        routes.join(u, y === endV ? endU : y);
        if (y !== endV) routes.join(lastV, endU);
        routes.join(v, x === endU ? endV : x);
        if (x !== endU) routes.join(lastU, endV);
        return this.changed(ru, rv);
      }
    }
    const turned =
      cost[u * width + cv] +
      back[v] -
      there[v] +
      cost[cx * width + cy] -
      ux -
      vy +
      (back[endU] - back[x]) -
      (there[endU] - there[x]);
    if (turned >= prices) return false;
    const toBoth = loadUpTo[u] + loadUpTo[v];
    const priced = routes.priceOf(toBoth) + routes.priceOf(load[ru] + load[rv] - toBoth) - prices;
    if (turned + priced >= 0) return false;
    this.joinTurned(u, v, endU);
    return this.changed(ru, rv);
  }

  /** Route of u: up to u, then back from v to its first one; the other one: back from the last to x, then y. */
  private joinTurned(u: number, v: number, endU: number): void {
    const { routes, problem, turned } = this;
    const { next, prev, route } = routes;
    const n = problem.taskCount;
    const y = next[v];
    const x = next[u];
    const startV = routes.startOf(route[v]);
    turned.length = 0;
    for (let i = v; i <= n; i = prev[i]) turned.push(i);
    const fromV = turned.length;
    for (let i = prev[endU]; i !== u; i = prev[i]) turned.push(i);
    let last = u;
    for (let k = 0; k < fromV; k++) {
      routes.join(last, turned[k]);
      last = turned[k];
    }
    routes.join(last, endU);
    last = startV;
    if (x !== endU)
      for (let k = fromV; k < turned.length; k++) {
        routes.join(last, turned[k]);
        last = turned[k];
      }
    routes.join(last, y);
  }

  private changed(ru: number, rv: number): true {
    this.routes.settle(ru, rv);
    return true;
  }
}

import type { KnownPairs } from "./known-pairs";
import { LEAST_GAIN } from "./linked-routes";
import type { LinkedRoutes } from "./linked-routes";
import type { GeneticProblem } from "./genetic-problem";

const NOWHERE = 1e300;
/** Cheapest places kept for each task and route: one of them is left when a neighbour of the place goes. */
const PLACES = 3;

/**
 * Exchanges two tasks of two routes, each to its cheapest place in the other route, not the place of the other task;
 * or moves one of them alone (Vidal 2022, see `local-search.ts`). For routes of which some tasks lie near each other.
 */
export class SwapStar {
  /** Per [(route * (n + 1) + task) * PLACES + k]: the node in front of the place, and the way that it costs. */
  private readonly placeBehind: Int32Array;
  private readonly placeCost: Float64Array;
  /** Number of changes when the places of a task in a route were looked for. */
  private readonly placesAt: Int32Array;
  private readonly gone: Float64Array;
  private readonly neighbours: Uint8Array;
  private readonly tried: Int32Array;
  private found = 0;

  constructor(
    private readonly routes: LinkedRoutes,
    private readonly known: KnownPairs,
  ) {
    const { taskCount: n, routes: R } = routes.problem;
    this.placeBehind = new Int32Array(R * (n + 1) * PLACES);
    this.placeCost = new Float64Array(R * (n + 1) * PLACES);
    this.placesAt = new Int32Array(R * (n + 1));
    this.gone = new Float64Array(n + 1);
    this.neighbours = new Uint8Array(R * R);
    this.tried = new Int32Array(R);
  }

  /** To be called when all routes were replaced. */
  begin(): void {
    this.placesAt.fill(-1);
    this.tried.fill(-1);
  }

  /** @param all also pairs of routes that haven't changed since they were tried */
  run(all: boolean, isOver: () => boolean): void {
    const { routes, tried, neighbours } = this;
    const { count, changed } = routes;
    const R = routes.problem.routes;
    this.markNeighbours(routes.problem);
    for (let a = 0; a < R && !isOver(); a++) {
      const last = tried[a];
      tried[a] = routes.changes;
      for (let b = a + 1; b < R; b++) {
        if (neighbours[a * R + b] === 0 || count[a] === 0 || count[b] === 0) continue;
        if (all ? !this.known.has(a, b) : Math.max(changed[a], changed[b]) > last) this.tryRoutes(a, b);
      }
    }
  }

  private markNeighbours({ near, nearFrom, taskCount, routes: R }: GeneticProblem): void {
    const { route } = this.routes;
    const { neighbours } = this;
    neighbours.fill(0);
    for (let i = 1; i <= taskCount; i++)
      for (let k = nearFrom[i]; k < nearFrom[i + 1]; k++) {
        const [a, b] = [route[i], route[near[k]]];
        neighbours[a < b ? a * R + b : b * R + a] = 1;
      }
  }

  private tryRoutes(a: number, b: number): void {
    const { routes, gone, placeCost, placeBehind } = this;
    const { next, load, problem, price, capacity, count, fixed, rate } = routes;
    const { taskCount: n, load: loadOf } = problem;
    const prices = routes.priceOf(a, load[a]) + routes.priceOf(b, load[b]);
    const overA = load[a] - capacity[a];
    const overB = load[b] - capacity[b];
    const rateA = rate[a];
    const rateB = rate[b];
    // what a vehicle costs that has no stop left
    const savedA = count[a] === 1 ? fixed[a] : 0;
    const savedB = count[b] === 1 ? fixed[b] : 0;
    this.weighRemovals(a);
    this.weighRemovals(b);
    let best = -LEAST_GAIN;
    let [fromA, fromB, behindA, behindB] = [0, 0, 0, 0];
    const firstOfB = next[routes.startOf(b)];
    for (let v = firstOfB; v <= n; v = next[v]) {
      const inA = this.places(a, v);
      const alone = routes.pricesAfter(a, b, -loadOf[v]) - prices + rateB * gone[v] + rateA * placeCost[inA] - savedB;
      if (alone < best) [best, fromA, fromB, behindB] = [alone, 0, v, placeBehind[inA]];
    }
    for (let u = next[routes.startOf(a)]; u <= n; u = next[u]) {
      const inB = this.places(b, u);
      const loadU = loadOf[u];
      const alone = routes.pricesAfter(a, b, loadU) - prices + rateA * gone[u] + rateB * placeCost[inB] - savedA;
      if (alone < best) [best, fromA, fromB, behindA] = [alone, u, 0, placeBehind[inB]];
      const least = rateA * gone[u] - prices;
      for (let v = firstOfB; v <= n; v = next[v]) {
        let costU = least + rateB * gone[v];
        if (costU > 0) continue;
        // `pricesAfter` in place: nothing is computed more often
        const moved = loadU - loadOf[v];
        if (overA > moved) costU += (overA - moved) * price;
        if (overB > -moved) costU += (overB + moved) * price;
        if (costU > 0) continue;
        costU += rateB * this.placeInstead(b, u, v);
        if (costU >= best) continue;
        const behindOfU = this.found;
        const both = costU + rateA * this.placeInstead(a, v, u);
        if (both < best) [best, fromA, fromB, behindA, behindB] = [both, u, v, behindOfU, this.found];
      }
    }
    if (best >= -LEAST_GAIN) return;
    if (fromA > 0) routes.move(fromA, behindA);
    if (fromB > 0) routes.move(fromB, behindB);
    routes.settle(a, b);
  }

  /** What the way of a route changes by (below 0) without each of its tasks. */
  private weighRemovals(r: number): void {
    const { next, prev, column, problem } = this.routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    for (let i = next[this.routes.startOf(r)]; i <= n; i = next[i]) {
      const before = column[prev[i]] * width;
      const behind = column[next[i]];
      this.gone[i] = cost[before + behind] - cost[before + i] - cost[i * width + behind];
    }
  }

  /** The places of a task in a route that cost least way, as an index of the lists. */
  private places(r: number, task: number): number {
    const { routes, placeBehind, placeCost, placesAt } = this;
    const { next, column, problem, changed } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const entry = r * width + task;
    const at = entry * PLACES;
    if (placesAt[entry] >= changed[r]) return at;
    placesAt[entry] = routes.changes;
    let [least, second, third] = [NOWHERE, NOWHERE, NOWHERE];
    let [behindLeast, behindSecond, behindThird] = [-1, -1, -1];
    const row = task * width;
    const end = routes.endOf(r);
    for (let i = routes.startOf(r); i !== end;) {
      const j = next[i];
      const from = column[i] * width;
      const to = column[j];
      const more = cost[from + task] + cost[row + to] - cost[from + to];
      if (more < third) {
        if (more < second) {
          third = second;
          behindThird = behindSecond;
          if (more < least) {
            second = least;
            behindSecond = behindLeast;
            least = more;
            behindLeast = i;
          } else {
            second = more;
            behindSecond = i;
          }
        } else {
          third = more;
          behindThird = i;
        }
      }
      i = j;
    }
    placeCost[at] = least;
    placeCost[at + 1] = second;
    placeCost[at + 2] = third;
    placeBehind[at] = behindLeast;
    placeBehind[at + 1] = behindSecond;
    placeBehind[at + 2] = behindThird;
    return at;
  }

  /**
   * Way to a task's cheapest place in a route that loses another one; the node in front of it becomes `found`. The
   * task's places in the route have been looked for.
   */
  private placeInstead(r: number, task: number, leaving: number): number {
    const { routes, placeBehind, placeCost } = this;
    const { next, prev, column, problem } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const at = (r * width + task) * PLACES;
    const before = prev[leaving];
    const from = column[before] * width;
    const to = column[next[leaving]];
    this.found = before;
    let least = cost[from + task] + cost[task * width + to] - cost[from + to];
    for (let k = at; k < at + PLACES; k++) {
      const behind = placeBehind[k];
      if (behind < 0 || placeCost[k] >= least) break;
      if (behind === leaving || behind === before) continue;
      least = placeCost[k];
      this.found = behind;
      break;
    }
    return least;
  }
}

import { largest } from "../contract/largest";
import type { GeneticProblem, KindRoute } from "./genetic-problem";

/** Loads up to this multiple of the largest capacity are looked at while any number of routes will do. */
const MOST_LOAD = 1.5;

/** Of the mean cost of a route: what a kind with too few vehicles gets dearer by, for each route too many. */
const STEP = 0.02;

/**
 * Cuts a tour through all tasks into the cheapest routes in its order, each on the cheapest kind of vehicle, loads
 * above capacity at a price (Prins, "A simple and effective evolutionary algorithm for the vehicle routing problem",
 * 2004). With as many routes as there are at most, where the cheapest cuts have more. A kind of which more vehicles are
 * wanted than there are gets dearer from tour to tour (multipliers of a Lagrangian relaxation), and routes for which
 * none is left take another kind.
 */
export class Split {
  private readonly least: Float64Array;
  private readonly cutBefore: Int32Array;
  private readonly kindUpTo: Int32Array;
  private readonly leastOf: Float64Array[];
  private readonly cutBeforeOf: Int32Array[];
  private readonly kindUpToOf: Int32Array[];
  /** What a vehicle of each kind costs beside its fixed cost, because there are too few. */
  private readonly dearer: Float64Array;
  private readonly mostLoad: number;

  constructor(private readonly problem: GeneticProblem) {
    const { taskCount: n, routes, kinds } = problem;
    const numbers = (): Int32Array => new Int32Array(n + 1);
    this.least = new Float64Array(n + 1);
    this.cutBefore = numbers();
    this.kindUpTo = numbers();
    this.leastOf = Array.from({ length: routes + 1 }, () => new Float64Array(n + 1));
    this.cutBeforeOf = Array.from({ length: routes + 1 }, numbers);
    this.kindUpToOf = Array.from({ length: routes + 1 }, numbers);
    this.dearer = new Float64Array(kinds.length);
    this.mostLoad = MOST_LOAD * largest(kinds.map(({ capacity }) => capacity));
  }

  run(tour: Int32Array, price: number): KindRoute[] {
    const { problem, least, cutBefore, kindUpTo } = this;
    const { taskCount: n, routes: most } = problem;
    least.fill(Infinity);
    least[0] = 0;
    for (let i = 0; i < n; i++) this.extend(tour, i, price, this.mostLoad, least, least, cutBefore, kindUpTo);
    const routes: KindRoute[] = [];
    for (let j = n; j > 0; j = cutBefore[j])
      routes.push({ kind: kindUpTo[j], tasks: [...tour.subarray(cutBefore[j], j)] });
    return this.withVehicles(routes.length <= most ? routes.reverse() : this.atMost(tour, price), price);
  }

  /** The cheapest cuts into as many routes as there are at most. */
  private atMost(tour: Int32Array, price: number): KindRoute[] {
    const { problem, leastOf, cutBeforeOf, kindUpToOf } = this;
    const { taskCount: n, routes: most } = problem;
    for (const values of leastOf) values.fill(Infinity);
    leastOf[0][0] = 0;
    for (let k = 0; k < most; k++)
      for (let i = k; i < n; i++)
        if (leastOf[k][i] < Infinity)
          this.extend(tour, i, price, Infinity, leastOf[k], leastOf[k + 1], cutBeforeOf[k + 1], kindUpToOf[k + 1]);
    let used = most;
    for (let k = 1; k < most; k++) if (leastOf[k][n] < leastOf[used][n]) used = k;
    const routes: KindRoute[] = [];
    let j = n;
    for (let k = used; k > 0; k--) {
      const i = cutBeforeOf[k][j];
      routes.push({ kind: kindUpToOf[k][j], tasks: [...tour.subarray(i, j)] });
      j = i;
    }
    return routes.reverse();
  }

  /** Routes that begin behind the first i tasks of the tour. */
  private extend(
    tour: Int32Array,
    i: number,
    price: number,
    mostLoad: number,
    from: Float64Array,
    to: Float64Array,
    cutBefore: Int32Array,
    kindUpTo: Int32Array,
  ): void {
    const { dearer } = this;
    const { cost, load, kinds, taskCount: n } = this.problem;
    const width = n + 1;
    let sum = 0;
    let way = 0;
    let last = 0;
    for (let j = i; j < n; j++) {
      const task = tour[j];
      sum += load[task];
      if (sum > mostLoad && j > i) return;
      way += cost[last * width + task];
      const whole = way + cost[task * width];
      for (let k = 0; k < kinds.length; k++) {
        const { capacity, rate, fixed } = kinds[k];
        const over = sum > capacity ? (sum - capacity) * price : 0;
        const all = from[i] + rate * whole + fixed + dearer[k] + over;
        if (all < to[j + 1]) {
          to[j + 1] = all;
          cutBefore[j + 1] = i;
          kindUpTo[j + 1] = k;
        }
      }
      last = task;
    }
  }

  /** The same routes, each on a vehicle that there is: the most heavily loaded ones choose first. */
  private withVehicles(routes: KindRoute[], price: number): KindRoute[] {
    const { kinds } = this.problem;
    if (kinds.length === 1) return routes;
    const left = kinds.map(({ most }) => most);
    const loaded = routes.map((route) => ({ ...route, ...this.measure(route.tasks) })).sort((a, b) => b.load - a.load);
    let sum = 0;
    for (const { kind, way } of loaded) {
      left[kind]--;
      sum += kinds[kind].rate * way + kinds[kind].fixed;
    }
    const step = (STEP * sum) / routes.length;
    left.forEach((rest, k) => {
      if (kinds[k].most === kinds[k].vehicles.length)
        this.dearer[k] = Math.max(0, this.dearer[k] - step * Math.sign(rest));
    });
    for (const route of loaded) {
      if (left[route.kind] >= 0) continue;
      left[route.kind]++;
      let least = Infinity;
      let chosen = -1;
      kinds.forEach(({ capacity, rate, fixed }, k) => {
        const all = rate * route.way + fixed + price * Math.max(0, route.load - capacity);
        if (left[k] > 0 && all < least) [least, chosen] = [all, k];
      });
      route.kind = chosen;
      left[chosen]--;
    }
    return loaded;
  }

  private measure(tasks: readonly number[]): { load: number; way: number } {
    const { cost, load, taskCount: n } = this.problem;
    let sum = 0;
    let way = 0;
    let last = 0;
    for (const task of tasks) {
      sum += load[task];
      way += cost[last * (n + 1) + task];
      last = task;
    }
    return { load: sum, way: way + cost[last * (n + 1)] };
  }
}

import type { GeneticProblem } from "./genetic-problem";

/** Loads up to this multiple of the capacity are looked at while any number of routes will do. */
const MOST_LOAD = 1.5;

/**
 * Cuts a tour through all tasks into the cheapest routes in its order, loads above capacity at a price (Prins, "A
 * simple and effective evolutionary algorithm for the vehicle routing problem", 2004). With as many routes as there are
 * at most, where the cheapest cuts have more.
 */
export class Split {
  private readonly least: Float64Array;
  private readonly cutBefore: Int32Array;
  private readonly leastOf: Float64Array[];
  private readonly cutBeforeOf: Int32Array[];

  constructor(private readonly problem: GeneticProblem) {
    const { taskCount: n, routes } = problem;
    this.least = new Float64Array(n + 1);
    this.cutBefore = new Int32Array(n + 1);
    this.leastOf = Array.from({ length: routes + 1 }, () => new Float64Array(n + 1));
    this.cutBeforeOf = Array.from({ length: routes + 1 }, () => new Int32Array(n + 1));
  }

  run(tour: Int32Array, price: number): number[][] {
    const { problem, least, cutBefore, leastOf, cutBeforeOf } = this;
    const { taskCount: n, routes: most } = problem;
    least.fill(Infinity);
    least[0] = 0;
    const mostLoad = MOST_LOAD * problem.capacity;
    for (let i = 0; i < n; i++) this.extend(tour, i, price, mostLoad, least, least, cutBefore);
    const routes: number[][] = [];
    for (let j = n; j > 0; j = cutBefore[j]) routes.push([...tour.subarray(cutBefore[j], j)]);
    if (routes.length <= most) return routes.reverse();

    routes.length = 0;
    for (const values of leastOf) values.fill(Infinity);
    leastOf[0][0] = 0;
    for (let k = 0; k < most; k++)
      for (let i = k; i < n; i++)
        if (leastOf[k][i] < Infinity)
          this.extend(tour, i, price, Infinity, leastOf[k], leastOf[k + 1], cutBeforeOf[k + 1]);
    let used = most;
    for (let k = 1; k < most; k++) if (leastOf[k][n] < leastOf[used][n]) used = k;
    let j = n;
    for (let k = used; k > 0; k--) {
      const i = cutBeforeOf[k][j];
      routes.push([...tour.subarray(i, j)]);
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
  ): void {
    const { cost, load, capacity, taskCount: n } = this.problem;
    const width = n + 1;
    let sum = 0;
    let way = 0;
    let last = 0;
    for (let j = i; j < n; j++) {
      const task = tour[j];
      sum += load[task];
      if (sum > mostLoad && j > i) return;
      way += cost[last * width + task];
      const over = sum > capacity ? (sum - capacity) * price : 0;
      const all = from[i] + way + cost[task * width] + over;
      if (all < to[j + 1]) {
        to[j + 1] = all;
        cutBefore[j + 1] = i;
      }
      last = task;
    }
  }
}

import type { GeneticProblem, KindRoute } from "./genetic-problem";

/** Changes per task that a search doesn't reach: from a random tour it needs up to ten. */
const MOST_CHANGES = 100;

/** What gains less is rounding: rates of vehicles are no whole numbers. */
export const LEAST_GAIN = 1e-3;

/** What a unit of what a plan may not have costs. Whole numbers for load: sums of loads and costs are exact then. */
export interface Prices {
  /** Of load above capacity. */
  readonly load: number;
  /** Of lateness; means nothing where there are no windows. */
  readonly time: number;
}

/**
 * Routes as linked lists. Nodes: tasks 1 .. n, start of route r = n + 1 + r, its end = n + 1 + R + r. Loads above
 * capacity have a price, so that no plan is ruled out (Vidal 2022, see `local-search.ts`).
 */
export class LinkedRoutes {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  readonly route: Int32Array;
  /** Place within the route, 0 for its start. */
  readonly position: Int32Array;
  /** Load of the route up to and with this node. */
  readonly loadUpTo: Float64Array;
  /** Way from the route's start up to this node, and the same way back, in units of the problem's matrix. */
  readonly there: Float64Array;
  readonly back: Float64Array;
  /** 0 for starts and ends: the row and column of a node in the problem's matrix. */
  readonly column: Int32Array;

  // per route
  /** As floating point numbers: above capacity a sum of loads can need more than 32 bits. */
  readonly load: Float64Array;
  readonly count: Int32Array;
  readonly way: Float64Array;
  /** The vehicle: routes exchange theirs as a whole. */
  readonly kind: Int32Array;
  readonly capacity: Float64Array;
  readonly rate: Float64Array;
  readonly fixed: Float64Array;
  /** Of each kind, see `findEmpty`. */
  private readonly empty: Int32Array;
  /** Number of the change that a route had last. */
  readonly changed: Int32Array;
  changes = 0;
  /** Time that would have to be made up for, see `TimedRoutes`. */
  readonly late: Float64Array;
  /** Of one unit of load above capacity, and of lateness. */
  price = 1;
  timePrice = 0;

  constructor(readonly problem: GeneticProblem) {
    const { taskCount: n, routes: R } = problem;
    const nodes = n + 1 + 2 * R;
    this.next = new Int32Array(nodes);
    this.prev = new Int32Array(nodes);
    this.route = new Int32Array(nodes);
    this.position = new Int32Array(nodes);
    this.loadUpTo = new Float64Array(nodes);
    this.there = new Float64Array(nodes);
    this.back = new Float64Array(nodes);
    this.column = Int32Array.from({ length: nodes }, (_, i) => (i <= n ? i : 0));
    this.load = new Float64Array(R);
    this.count = new Int32Array(R);
    this.way = new Float64Array(R);
    this.kind = new Int32Array(R);
    this.capacity = new Float64Array(R);
    this.rate = new Float64Array(R);
    this.fixed = new Float64Array(R);
    this.empty = new Int32Array(problem.kinds.length);
    this.changed = new Int32Array(R);
    this.late = new Float64Array(R);
  }

  startOf(r: number): number {
    return this.problem.taskCount + 1 + r;
  }

  endOf(r: number): number {
    return this.problem.taskCount + 1 + this.problem.routes + r;
  }

  /** Price of so much load on the vehicle of a route. */
  priceOf(r: number, load: number): number {
    const over = load - this.capacity[r];
    return over > 0 ? over * this.price : 0;
  }

  /** Prices of two routes' loads when so much goes from the first to the second. */
  pricesAfter(a: number, b: number, moved: number): number {
    return this.priceOf(a, this.load[a] - moved) + this.priceOf(b, this.load[b] + moved);
  }

  /** Of a route as it is, without the price of its load. */
  costOf(r: number): number {
    return this.count[r] === 0 ? 0 : this.rate[r] * this.way[r] + this.fixed[r];
  }

  /** An empty route of each kind, or -1. */
  findEmpty(): Int32Array {
    const { count, kind, empty } = this;
    empty.fill(-1);
    for (let r = count.length - 1; r >= 0; r--) if (count[r] === 0) empty[kind[r]] = r;
    return empty;
  }

  /** Replaces all routes: those that are given, and an empty one for each vehicle that is left. */
  take(routes: readonly KindRoute[]): void {
    const { kinds, routes: R } = this.problem;
    this.changes = 0;
    const left = kinds.map(({ most }) => most);
    routes.forEach(({ kind, tasks }, r) => {
      left[kind]--;
      this.takeRoute(r, kind, tasks);
    });
    let r = routes.length;
    left.forEach((count, kind) => {
      for (let k = 0; k < count; k++) this.takeRoute(r++, kind, []);
    });
    if (r !== R) throw new Error("There are fewer vehicles of a kind than routes.");
  }

  private takeRoute(r: number, kind: number, tasks: readonly number[]): void {
    const { capacity, rate, fixed } = this.problem.kinds[kind];
    this.kind[r] = kind;
    this.capacity[r] = capacity;
    this.rate[r] = rate;
    this.fixed[r] = fixed;
    let last = this.startOf(r);
    for (const task of tasks) {
      this.join(last, task);
      last = task;
    }
    this.join(last, this.endOf(r));
    this.refresh(r);
  }

  /** Two routes exchange their vehicles. */
  exchangeVehicles(a: number, b: number): void {
    const { kind, capacity, rate, fixed } = this;
    const [kindA, capacityA, rateA, fixedA] = [kind[a], capacity[a], rate[a], fixed[a]];
    kind[a] = kind[b];
    capacity[a] = capacity[b];
    rate[a] = rate[b];
    fixed[a] = fixed[b];
    kind[b] = kindA;
    capacity[b] = capacityA;
    rate[b] = rateA;
    fixed[b] = fixedA;
  }

  /** The used routes. */
  routes(): KindRoute[] {
    const { next, problem, count, kind } = this;
    const routes: KindRoute[] = [];
    for (let r = 0; r < problem.routes; r++) {
      if (count[r] === 0) continue;
      const tasks: number[] = [];
      for (let i = next[this.startOf(r)]; i <= problem.taskCount; i = next[i]) tasks.push(i);
      routes.push({ kind: kind[r], tasks });
    }
    return routes;
  }

  join(i: number, j: number): void {
    this.next[i] = j;
    this.prev[j] = i;
  }

  /** Moves a task behind another node. */
  move(task: number, behind: number): void {
    this.join(this.prev[task], this.next[task]);
    this.join(task, this.next[behind]);
    this.join(behind, task);
  }

  /** Two tasks that don't follow each other change places. */
  swap(a: number, b: number): void {
    const { next, prev } = this;
    const [beforeA, behindA, beforeB, behindB] = [prev[a], next[a], prev[b], next[b]];
    this.join(beforeA, b);
    this.join(b, behindA);
    this.join(beforeB, a);
    this.join(a, behindB);
  }

  /** Turns the stretch behind u that ends with v. */
  turn(u: number, v: number): void {
    const { next, prev } = this;
    const first = next[u];
    const behind = next[v];
    let last = u;
    for (let i = v; last !== first;) {
      const before = prev[i];
      this.join(last, i);
      last = i;
      i = before;
    }
    this.join(last, behind);
  }

  /** Two routes exchange what is behind u and v. */
  exchangeEnds(u: number, v: number): void {
    const { next, prev, route } = this;
    const [endU, endV] = [this.endOf(route[u]), this.endOf(route[v])];
    const [lastU, lastV] = [prev[endU], prev[endV]];
    const [behindU, behindV] = [next[u], next[v]];
    this.join(u, behindV === endV ? endU : behindV);
    if (behindV !== endV) this.join(lastV, endU);
    this.join(v, behindU === endU ? endV : behindU);
    if (behindU !== endU) this.join(lastU, endV);
  }

  /**
   * Whether there were so many changes since the routes were taken that moves go round in a circle: then one of them
   * doesn't cost what was computed before it, by rounding or by a mistake.
   */
  get areCircling(): boolean {
    return this.changes > MOST_CHANGES * this.problem.taskCount;
  }

  /** Brings one or two routes up to date after a change that gained. */
  settle(a: number, b: number): void {
    this.changes++;
    this.refresh(a);
    if (b !== a) this.refresh(b);
  }

  /** Brings a route up to date whose links have changed. */
  refresh(r: number): void {
    const { next, route, position, loadUpTo, there, back, column, problem } = this;
    const { cost, load, taskCount: n } = problem;
    const width = n + 1;
    let i = this.startOf(r);
    let at = 0;
    let sum = 0;
    let forth = 0;
    let home = 0;
    route[i] = r;
    const end = this.endOf(r);
    while (i !== end) {
      const j = next[i];
      const a = column[i];
      const b = column[j];
      forth += cost[a * width + b];
      home += cost[b * width + a];
      sum += load[b];
      route[j] = r;
      position[j] = ++at;
      loadUpTo[j] = sum;
      there[j] = forth;
      back[j] = home;
      i = j;
    }
    this.load[r] = sum;
    this.count[r] = at - 1;
    this.way[r] = forth;
    this.changed[r] = this.changes;
  }
}

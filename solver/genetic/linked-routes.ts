import type { GeneticProblem } from "./genetic-problem";

/** Changes per task that a search doesn't reach: from a random tour it needs up to ten. */
const MOST_CHANGES = 1000;

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
  /** Cost of the route from its start up to this node, and of the same way back. */
  readonly there: Float64Array;
  readonly back: Float64Array;
  /** 0 for starts and ends: the row and column of a node in the problem's matrix. */
  readonly column: Int32Array;

  // per route
  /** As floating point numbers: above capacity a sum of loads can need more than 32 bits. */
  readonly load: Float64Array;
  readonly count: Int32Array;
  readonly cost: Float64Array;
  /** Number of the change that a route had last. */
  readonly changed: Int32Array;
  changes = 0;
  /** Price of one unit of load above capacity. */
  price = 1;

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
    this.cost = new Float64Array(R);
    this.changed = new Int32Array(R);
  }

  startOf(r: number): number {
    return this.problem.taskCount + 1 + r;
  }

  endOf(r: number): number {
    return this.problem.taskCount + 1 + this.problem.routes + r;
  }

  /** Price of a route's load. */
  priceOf(load: number): number {
    const over = load - this.problem.capacity;
    return over > 0 ? over * this.price : 0;
  }

  /** Prices of two routes' loads when so much goes from the first to the second. */
  pricesAfter(a: number, b: number, moved: number): number {
    return this.priceOf(this.load[a] - moved) + this.priceOf(this.load[b] + moved);
  }

  /** Replaces all routes. */
  take(routes: readonly (readonly number[])[]): void {
    this.changes = 0;
    for (let r = 0; r < this.problem.routes; r++) {
      let last = this.startOf(r);
      for (const task of routes[r] ?? []) {
        this.join(last, task);
        last = task;
      }
      this.join(last, this.endOf(r));
      this.refresh(r);
    }
  }

  /** The used routes. */
  routes(): number[][] {
    const { next, problem, count } = this;
    const routes: number[][] = [];
    for (let r = 0; r < problem.routes; r++) {
      if (count[r] === 0) continue;
      const tasks: number[] = [];
      for (let i = next[this.startOf(r)]; i <= problem.taskCount; i = next[i]) tasks.push(i);
      routes.push(tasks);
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

  /**
   * Brings one or two routes up to date after a change that gained. Throws where changes don't end: then one of them
   * doesn't cost what was computed before it, and the search would go round in a circle, deaf to the stop flag.
   */
  settle(a: number, b: number): void {
    if (++this.changes > MOST_CHANGES * this.problem.taskCount)
      throw new Error("Moves go round in a circle: one of them doesn't cost what was computed.");
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
    this.cost[r] = forth;
    this.changed[r] = this.changes;
  }
}

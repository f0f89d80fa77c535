import type { Plan } from "./plan";

/**
 * How many stops of a plan have changed against a given one (the plan at the time of construction). In each route the
 * stops of a longest common subsequence with the given route have not; every other stop of it has, wherever it came
 * from. A stop that was in a route and is in none has changed too.
 */
export class ChangeCount {
  /** 1 for stops that count as changed, as of the last `count`. */
  readonly changed: Uint8Array;
  /** Vehicle and position in the given plan, -1 for none. */
  private readonly givenRoute: Int32Array;
  private readonly givenAt: Int32Array;
  private readonly given: readonly number[][];
  private readonly perRoute: Int32Array;
  private readonly tails: Int32Array;
  private readonly tailTask: Int32Array;
  private readonly before: Int32Array;

  constructor(private readonly plan: Plan) {
    const { taskCount: n, vehicleCount: V } = plan.instance;
    this.changed = new Uint8Array(n);
    this.givenRoute = new Int32Array(n).fill(-1);
    this.givenAt = new Int32Array(n).fill(-1);
    this.perRoute = new Int32Array(V);
    this.tails = new Int32Array(n);
    this.tailTask = new Int32Array(n);
    this.before = new Int32Array(n);
    this.given = Array.from({ length: V }, (_, v) => {
      const tasks: number[] = [];
      for (let i = plan.next[plan.startOf(v)]; i !== plan.endOf(v); i = plan.next[i]) {
        this.givenRoute[i] = v;
        this.givenAt[i] = tasks.length;
        tasks.push(i);
      }
      return tasks;
    });
  }

  /** Tasks per vehicle of the given plan. */
  givenRoutes(): readonly (readonly number[])[] {
    return this.given;
  }

  wasServed(task: number): boolean {
    return this.givenRoute[task] >= 0;
  }

  /** Number of changed stops of the whole plan; only the routes that `isTouched` are looked at anew. */
  count(isTouched: (v: number) => boolean): number {
    const { plan, givenRoute, changed } = this;
    let sum = 0;
    for (let v = 0; v < this.perRoute.length; v++) {
      if (isTouched(v)) this.perRoute[v] = this.countRoute(v);
      sum += this.perRoute[v];
    }
    for (let k = 0; k < plan.openCount; k++) {
      const task = plan.open[k];
      changed[task] = givenRoute[task] >= 0 ? 1 : 0;
      sum += changed[task];
    }
    return sum;
  }

  /** Stops of a route outside a longest increasing sequence of given positions (patience sorting). */
  private countRoute(v: number): number {
    const { plan, givenRoute, givenAt, changed, tails, tailTask, before } = this;
    let length = 0;
    const end = plan.endOf(v);
    for (let i = plan.next[plan.startOf(v)]; i !== end; i = plan.next[i]) {
      changed[i] = 1;
      if (givenRoute[i] !== v) continue;
      const at = givenAt[i];
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tails[middle] < at) low = middle + 1;
        else high = middle;
      }
      tails[low] = at;
      tailTask[low] = i;
      before[i] = low > 0 ? tailTask[low - 1] : -1;
      if (low === length) length++;
    }
    for (let i = length > 0 ? tailTask[length - 1] : -1; i >= 0; i = before[i]) changed[i] = 0;
    return plan.count[v] - length;
  }

  /**
   * The node behind which a task stood: the nearest one before it in its given route that is still there; -1 when it
   * was in none.
   */
  givenPlaceOf(task: number): number {
    const { plan, given, givenRoute, givenAt, changed } = this;
    const v = givenRoute[task];
    if (v < 0) return -1;
    for (let k = givenAt[task] - 1; k >= 0; k--) {
      const node = given[v][k];
      if (plan.route[node] === v && changed[node] === 0) return node;
    }
    let last = plan.startOf(v);
    while (plan.isLocked[plan.next[last]] === 1) last = plan.next[last];
    return last;
  }
}

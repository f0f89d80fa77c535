/** What routes are made of, and what they have to keep; arrays are by task, seconds throughout. */
export interface JoinRules {
  readonly count: number;
  /** From the start of a route, and to its end. */
  readonly out: Float64Array;
  readonly home: Float64Array;
  /** Service and setup. */
  readonly work: Float64Array;
  readonly dimensions: number;
  /** [task * dimensions + d], and the most of a route. */
  readonly demands: Float64Array;
  readonly capacity: readonly number[];
  readonly mostStops: number;
  readonly mostSec: number;
  /** Whether a route may as well be driven from its end. */
  readonly isSymmetric: boolean;
}

/**
 * Routes that grow by joining ends: at first each task has one of its own. They are paths of up to two links per task;
 * what is known about a route stands with its root (disjoint sets with path halving, Tarjan & van Leeuwen 1984).
 */
export class JoinedRoutes {
  private readonly links: Int32Array;
  private readonly root: Int32Array;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly stops: Int32Array;
  private readonly load: Float64Array;
  /** Work and legs between the tasks. */
  private readonly inner: Float64Array;

  constructor(private readonly rules: JoinRules) {
    const n = rules.count;
    this.links = new Int32Array(2 * n).fill(-1);
    this.root = Int32Array.from({ length: n }, (_, t) => t);
    this.first = this.root.slice();
    this.last = this.root.slice();
    this.stops = new Int32Array(n).fill(1);
    this.load = rules.demands.slice();
    this.inner = rules.work.slice();
  }

  /** Joins the routes of two tasks by the leg between them, where both are ends and the rules allow it. */
  join(i: number, j: number, legSec: number): void {
    const { first, last, links, inner, load, rules } = this;
    const a = this.rootOf(i);
    const b = this.rootOf(j);
    if (a === b) return;
    const fits = rules.isSymmetric
      ? (i === first[a] || i === last[a]) && (j === first[b] || j === last[b])
      : i === last[a] && j === first[b];
    if (!fits) return;
    const begin = i === last[a] ? first[a] : last[a];
    const end = j === first[b] ? last[b] : first[b];
    if (!this.holds(a, b, legSec + rules.out[begin] + rules.home[end])) return;
    inner[a] += inner[b] + legSec;
    for (let d = 0; d < rules.dimensions; d++) load[a * rules.dimensions + d] += load[b * rules.dimensions + d];
    this.stops[a] += this.stops[b];
    this.root[b] = a;
    first[a] = begin;
    last[a] = end;
    links[links[2 * i] < 0 ? 2 * i : 2 * i + 1] = j;
    links[links[2 * j] < 0 ? 2 * j : 2 * j + 1] = i;
  }

  private holds(a: number, b: number, outerSec: number): boolean {
    const { dimensions, capacity, mostStops, mostSec } = this.rules;
    if (this.stops[a] + this.stops[b] > mostStops) return false;
    for (let d = 0; d < dimensions; d++)
      if (this.load[a * dimensions + d] + this.load[b * dimensions + d] > capacity[d]) return false;
    return this.inner[a] + this.inner[b] + outerSec <= mostSec;
  }

  private rootOf(task: number): number {
    const { root } = this;
    let t = task;
    while (root[t] !== t) t = root[t] = root[root[t]];
    return t;
  }

  /** All routes, those with most stops first, and what is driven on them. */
  result(): { routes: number[][]; drivingSec: number } {
    const { root, stops, inner, first, last, rules } = this;
    const roots = Array.from(root.keys()).filter((t) => root[t] === t);
    let drivingSec = 0;
    for (const t of roots) drivingSec += inner[t] + rules.out[first[t]] + rules.home[last[t]];
    for (const sec of rules.work) drivingSec -= sec;
    return {
      routes: roots.sort((a, b) => stops[b] - stops[a] || a - b).map((t) => this.walk(first[t])),
      drivingSec,
    };
  }

  private walk(from: number): number[] {
    const { links } = this;
    const tasks: number[] = [];
    for (let before = -1, here = from; here >= 0;) {
      tasks.push(here);
      const next = links[2 * here] !== before ? links[2 * here] : links[2 * here + 1];
      before = here;
      here = next;
    }
    return tasks;
  }
}

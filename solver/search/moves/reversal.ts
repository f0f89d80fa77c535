import type { Neighbours } from "../../model/neighbours";
import type { Random } from "../../random";
import type { Journal } from "../journal";
import { PARAMETERS } from "../parameters";
import type { Plan } from "../plan";
import { countHolds } from "../route-rules";
import type { Move } from "./move";

/** Number of nearest stops among which partners are drawn. */
const PARTNERS = 10;

/**
 * 2-opt (Croes 1958) as a move of the annealing: a stop is joined to a near one, and the stops behind (or before) both
 * to each other, so that what lies between is driven backwards. Of two routes the beginnings become one route, and the
 * ends another. Strings are short and come back in the direction that they had: long stretches are turned by this
 * alone. Evaluated in O(1), where a way costs the same in both directions and vehicles are alike; without what depends
 * on the direction.
 */
export class Reversal implements Move {
  readonly name = "reversal";
  readonly usable: boolean;
  delta = 0;
  /** Whether routes end where they begin: what is turned as a whole costs the same then. */
  private readonly crosses: boolean;
  /** Stops between two changes of the lists. */
  private readonly held: Int32Array;

  constructor(
    private readonly plan: Plan,
    private readonly near: Neighbours,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {
    const { instance } = plan;
    const { place, taskCount: n, vehicleCount: V } = instance;
    this.crosses = V > 0 && place[n] === place[n + V];
    this.held = new Int32Array(n);
    this.usable =
      instance.classCount === 1 &&
      plan.costIn[0] === instance.cost[0] &&
      instance.sumDecidesLoad &&
      !instance.hasTime &&
      !instance.hasTaskTimeCost &&
      instance.balanceWeight === 0 &&
      near.width > 0;
  }

  timesPerRound(): number {
    return PARAMETERS.reversals;
  }

  run(allowance: number): boolean {
    const { plan, near, random } = this;
    const { route, next, prev, legCost, instance } = plan;
    const n = instance.taskCount;
    const x = random.below(n);
    const v = route[x];
    if (v < 0) return false;
    const { place, size } = instance;
    const costs = instance.cost[0];
    const y = near.list[x * near.width + random.below(near.width < PARTNERS ? near.width : PARTNERS)];
    const w = route[y];
    if (w < 0 || (w !== v && !this.crosses)) return false;
    const behind = random.below(2) === 0;
    // the two legs that go: x → a and y → b, or a → x and b → y
    const a = behind ? next[x] : prev[x];
    const b = behind ? next[y] : prev[y];
    // with two ends or two starts a vehicle would be left empty, which other moves try
    if (a === y || b === x || (a >= n && b >= n)) return false;
    const gone = behind ? legCost[x] + legCost[y] : legCost[a] + legCost[b];
    this.delta = costs[place[x] * size + place[y]] + costs[place[a] * size + place[b]] - gone;
    // an overload that ends is the most that a price can give back
    const relief = v === w ? 0 : plan.overload.costOf(v) + plan.overload.costOf(w);
    if (this.delta - relief >= allowance) return false;
    const [one, other] = behind ? [x, y] : [a, b];
    if (v === w) return this.turn(v, one, other, allowance);
    // the beginning of one of the two routes moves to the other: that of one without locked stops
    const { locked } = instance;
    if (locked[w].length === 0) return this.cross(v, w, one, other, allowance);
    return locked[v].length === 0 && this.cross(w, v, other, one, allowance);
  }

  /** Turns the stops behind one of two nodes of a route up to the other one, whichever comes first. */
  private turn(v: number, one: number, other: number, allowance: number): boolean {
    const { plan, journal, held } = this;
    const { next, prev } = plan;
    const end = plan.endOf(v);
    let i = next[one];
    while (i !== end && i !== other) i = next[i];
    const [before, last] = i === other ? [one, other] : [other, one];
    const after = next[last];
    if (plan.isLocked[next[before]] === 1) return false;
    const cost = plan.priced;
    journal.begin();
    journal.touch(v);
    let count = 0;
    for (let k = next[before]; k !== after; k = next[k]) held[count++] = k;
    let at = before;
    while (count > 0) {
      const task = held[--count];
      next[at] = task;
      prev[task] = at;
      at = task;
    }
    next[at] = after;
    prev[after] = at;
    plan.refresh(v);
    return this.decide(cost, allowance);
  }

  /** The beginnings of two routes up to the given nodes become one, their ends the other. */
  private cross(v: number, w: number, lastV: number, lastW: number, allowance: number): boolean {
    const { plan, journal, held } = this;
    if (plan.isLocked[plan.next[lastV]] === 1 || !this.holds(v, w, lastV, lastW)) return false;
    const { next, prev, route } = plan;
    const cost = plan.priced;
    journal.begin();
    journal.touch(v);
    journal.touch(w);
    const startW = plan.startOf(w);
    const endV = plan.endOf(v);
    let count = 0;
    for (let i = next[lastV]; i !== endV; i = next[i]) held[count++] = i;
    const firstEndW = next[lastW];
    let at = lastV;
    for (let i = lastW; i !== startW;) {
      const before = prev[i];
      next[at] = i;
      prev[i] = at;
      route[i] = v;
      at = i;
      i = before;
    }
    next[at] = endV;
    prev[endV] = at;
    at = startW;
    while (count > 0) {
      const task = held[--count];
      next[at] = task;
      prev[task] = at;
      route[task] = w;
      at = task;
    }
    next[at] = firstEndW;
    prev[firstEndW] = at;
    plan.refresh(v);
    plan.refresh(w);
    return this.decide(cost, allowance);
  }

  /** Numbers of stops and loads, when the beginnings up to the given nodes are served by v and the ends by w. */
  private holds(v: number, w: number, lastV: number, lastW: number): boolean {
    const { prev, count, routeLoad, instance, overload } = this.plan;
    const { taskCount: n, dimensions, atStart, taken } = instance;
    if (instance.hasTaskLimit) {
      let stops = 0;
      for (let i = lastV; i < n; i = prev[i]) stops++;
      for (let i = lastW; i < n; i = prev[i]) stops++;
      if (!countHolds(instance, v, stops) || !countHolds(instance, w, count[v] + count[w] - stops)) return false;
    }
    for (let d = 0; d < dimensions; d++) {
      let load = 0;
      for (let i = lastV; i < n; i = prev[i]) load += atStart[i * dimensions + d] + taken[i * dimensions + d];
      for (let i = lastW; i < n; i = prev[i]) load += atStart[i * dimensions + d] + taken[i * dimensions + d];
      const rest = routeLoad[v * dimensions + d] + routeLoad[w * dimensions + d] - load;
      if (load > overload.most[v * dimensions + d] || rest > overload.most[w * dimensions + d]) return false;
    }
    return true;
  }

  private decide(before: number, allowance: number): boolean {
    const { plan, journal } = this;
    if (plan.priced - before < allowance && journal.holds()) {
      journal.accept();
      return true;
    }
    journal.undo();
    return false;
  }
}

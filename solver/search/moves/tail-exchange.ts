import { balanceRise } from "../../model/balance";
import type { Neighbours } from "../../model/neighbours";
import type { Random } from "../../random";
import type { Journal } from "../journal";
import { PARAMETERS } from "../parameters";
import type { Plan } from "../plan";
import { followsInLayers } from "../plan-layers";
import { staysOnTime } from "../plan-times";
import { countHolds, mayServe } from "../route-rules";
import type { Move } from "./move";

/** Number of nearest stops among which partners are drawn. */
const PARTNERS = 20;

/**
 * 2-opt* (Potvin & Rousseau 1995) as a move of the annealing: the routes of two near stops exchange what follows, or a
 * route gives its tail to an empty vehicle. Strings are short; this moves long tails in O(1) evaluations. Between
 * vehicles of different classes the tails are added up, which is no longer O(1). Without shipments (their halves could
 * be torn apart).
 */
export class TailExchange implements Move {
  readonly name = "tail-exchange";
  readonly usable: boolean;
  delta = 0;
  private readonly pricesSetup: boolean;

  constructor(
    private readonly plan: Plan,
    private readonly near: Neighbours,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {
    const { instance } = plan;
    this.pricesSetup = instance.hasTaskTimeCost && instance.hasSetup;
    this.usable = !instance.hasShipments && instance.vehicleCount > 1 && near.width > 0;
  }

  timesPerRound(): number {
    return PARAMETERS.tailExchanges;
  }

  run(allowance: number): boolean {
    const { plan, near, random } = this;
    const { instance } = plan;
    const { route, next, prev, legCost, isLocked } = plan;
    const x = random.below(instance.taskCount);
    const v = route[x];
    if (v < 0) return false;
    const { place, size } = instance;
    const costs = instance.cost[instance.costOf[v]];
    const nx = next[x];
    let w: number;
    let py: number;
    if (random.below(PARTNERS) === 0) {
      if (nx >= instance.taskCount) return false;
      w = plan.emptyVehicle(instance.vehicleClass[v], false);
      if (w < 0) return false;
      py = plan.startOf(w);
    } else {
      const y = near.list[x * near.width + random.below(near.width < PARTNERS ? near.width : PARTNERS)];
      w = route[y];
      if (w < 0 || w === v) return false;
      py = prev[y];
    }
    const y = next[py];
    // a tail begins behind the last locked stop
    if (isLocked[nx] === 1 || isLocked[y] === 1) return false;
    const n = instance.taskCount;
    const empties = py >= n && nx >= n;
    const alike = instance.vehicleClass[w] === instance.vehicleClass[v];
    let delta: number;
    if (alike) {
      delta = costs[place[x] * size + place[y]] - legCost[x];
      if (empties) delta -= legCost[py] + instance.fixedCost[w];
      else delta += costs[place[py] * size + place[nx]] - (y < n ? legCost[py] : -instance.fixedCost[w]);
      if (this.pricesSetup) delta += this.setupCost(v, x, py);
    } else {
      if (empties) return false;
      delta = this.tailCost(v, x, y) + this.tailCost(w, py, nx) - this.tailCost(v, x, nx) - this.tailCost(w, py, y);
    }
    if (instance.balanceWeight > 0) delta += this.balanceCost(v, w, x, py);
    this.delta = delta;
    // an overload that ends is the most that a price can give back
    if (delta - plan.overload.costOf(v) - plan.overload.costOf(w) >= allowance) return false;
    if (instance.hasTaskLimit && !this.numbersHold(v, w, x, py)) return false;
    if (!(instance.sumDecidesLoad ? this.sumsHold(v, w, x, py) : this.mostHolds(v, x, y) && this.mostHolds(w, py, nx)))
      return false;
    if (alike) {
      if (instance.hasTime && !(this.follows(v, x, y) && (empties || this.follows(w, py, nx)))) return false;
    } else if (instance.hasBans && !(this.mayServeTail(v, y) && this.mayServeTail(w, nx))) return false;
    return this.tryIt(v, w, x, py, allowance);
  }

  /** Cost of what a vehicle drives and does behind `from` when `to` and all behind it follow. */
  private tailCost(v: number, from: number, to: number): number {
    const { plan } = this;
    const { instance, next } = plan;
    const { place, size, taskCount: n } = instance;
    const costs = instance.cost[instance.costOf[v]];
    const end = plan.endOf(v);
    let sum = 0;
    let here = from;
    for (let there = to < n ? to : end; ; there = next[there] < n ? next[there] : end) {
      sum += costs[place[here] * size + place[there]];
      if (instance.hasTaskTimeCost) sum += plan.action(v, here, there) * instance.taskTimeCost[v];
      if (there === end) return sum;
      here = there;
    }
  }

  private mayServeTail(v: number, first: number): boolean {
    const { instance, next } = this.plan;
    for (let i = first; i < instance.taskCount; i = next[i]) if (!mayServe(instance, v, i)) return false;
    return true;
  }

  /** What setup changes where the tails are joined. */
  private setupCost(v: number, x: number, py: number): number {
    const { plan } = this;
    const nx = plan.next[x];
    const y = plan.next[py];
    // the vehicles are of one class, so one of them represents both
    return (
      (plan.action(v, x, y) + plan.action(v, py, nx) - plan.action(v, x, nx) - plan.action(v, py, y)) *
      plan.instance.taskTimeCost[v]
    );
  }

  /** Stops of v when it takes over the tail of w. */
  private countAfter(w: number, x: number, py: number): number {
    return this.rankOf(x) + this.plan.count[w] - this.rankOf(py);
  }

  private numbersHold(v: number, w: number, x: number, py: number): boolean {
    const { count, instance } = this.plan;
    const moved = this.countAfter(w, x, py);
    return countHolds(instance, v, moved) && countHolds(instance, w, count[v] + count[w] - moved);
  }

  private balanceCost(v: number, w: number, x: number, py: number): number {
    const { count, instance } = this.plan;
    const more = this.countAfter(w, x, py) - count[v];
    return balanceRise(instance, count[v], more) + balanceRise(instance, count[w], -more);
  }

  /** Number of stops up to a node. */
  private rankOf(node: number): number {
    let rank = 0;
    for (let i = node; i < this.plan.instance.taskCount; i = this.plan.prev[i]) rank++;
    return rank;
  }

  /** Whether `to` and all behind it stay on time when it follows `from`. */
  private follows(v: number, from: number, to: number): boolean {
    const { plan } = this;
    const { instance } = plan;
    if (!plan.plainTimes)
      return instance.hasBreakLoads || followsInLayers(plan, v, from, plan.depart, from * plan.layers, to);
    const time =
      plan.depart[from] +
      instance.travel[instance.travelOf[v]][instance.place[from] * instance.size + instance.place[to]];
    return staysOnTime(plan, instance.typeOf[v] * instance.taskCount, to, time);
  }

  /**
   * Whether the largest load of the route stays within the capacity when `first` and all behind it follow `last` on
   * vehicle v.
   */
  private mostHolds(v: number, last: number, first: number): boolean {
    const { next, instance, carriesTooMuch } = this.plan;
    const { dimensions, atStart, taken, capacity, taskCount: n } = instance;
    // that is left to the attempt
    if (carriesTooMuch[v] === 1) return true;
    const begin = next[this.plan.startOf(v)];
    const joint = last < n ? next[last] : begin;
    for (let d = 0; d < dimensions; d++) {
      let load = 0;
      for (let i = begin; i !== joint; i = next[i]) load += atStart[i * dimensions + d];
      for (let i = first; i < n; i = next[i]) load += atStart[i * dimensions + d];
      let most = load;
      for (let i = begin; i !== joint; i = next[i])
        most = Math.max(most, (load += taken[i * dimensions + d] - atStart[i * dimensions + d]));
      for (let i = first; i < n; i = next[i])
        most = Math.max(most, (load += taken[i * dimensions + d] - atStart[i * dimensions + d]));
      if (most > capacity[v * dimensions + d]) return false;
    }
    return true;
  }

  private sumsHold(v: number, w: number, x: number, py: number): boolean {
    const { plan } = this;
    const { dimensions, atStart, taken, taskCount: n } = plan.instance;
    const { most } = plan.overload;
    for (let d = 0; d < dimensions; d++) {
      let first = 0;
      for (let i = x; i < n; i = plan.prev[i]) first += atStart[i * dimensions + d] + taken[i * dimensions + d];
      let second = 0;
      for (let i = py; i < n; i = plan.prev[i]) second += atStart[i * dimensions + d] + taken[i * dimensions + d];
      if (first + plan.routeLoad[w * dimensions + d] - second > most[v * dimensions + d]) return false;
      if (second + plan.routeLoad[v * dimensions + d] - first > most[w * dimensions + d]) return false;
    }
    return true;
  }

  private tryIt(v: number, w: number, x: number, py: number, allowance: number): boolean {
    const { plan, journal } = this;
    const { next, prev, route } = plan;
    const before = plan.priced;
    journal.begin();
    journal.touch(v);
    journal.touch(w);
    const endV = plan.endOf(v);
    const endW = plan.endOf(w);
    const firstV = next[x];
    const lastV = prev[endV];
    const firstW = next[py];
    const lastW = prev[endW];
    for (let i = firstV; i !== endV; i = next[i]) route[i] = w;
    for (let i = firstW; i !== endW; i = next[i]) route[i] = v;
    this.join(x, firstW, lastW, endW, endV);
    this.join(py, firstV, lastV, endV, endW);
    plan.refresh(v);
    plan.refresh(w);
    if (plan.priced - before < allowance && journal.holds()) {
      journal.accept();
      return true;
    }
    journal.undo();
    return false;
  }

  /**
   * Links the chain first .. last behind a node and before an end; the chain is empty when it begins at its own end.
   */
  private join(after: number, first: number, last: number, ownEnd: number, end: number): void {
    const { next, prev } = this.plan;
    if (first === ownEnd) {
      next[after] = end;
      prev[end] = after;
      return;
    }
    next[after] = first;
    prev[first] = after;
    next[last] = end;
    prev[end] = last;
  }
}

import type { Instance } from "../model/instance";
import type { Neighbours } from "../model/neighbours";
import type { Random } from "../random";
import { PairInserter } from "./pair-inserter";
import { PARAMETERS } from "./parameters";
import { PlaceSearch } from "./place-search";
import type { Plan } from "./plan";

/**
 * Finds the cheapest feasible place for a task. A place is "behind node i", tried for the task's near
 * neighbours (behind and before each) and for one empty vehicle per class; `everywhere` tries all places.
 */
export class Inserter extends PlaceSearch {
  private readonly pairs: PairInserter;
  private readonly always: boolean;
  private readonly isBulky: Uint8Array;
  /**
   * Where they are given, bulky tasks are tried beside these neighbours too, except for as many of them as `near` has:
   * few routes have room for such a task, and none of them may be near.
   */
  farther: Neighbours | null = null;

  constructor(
    plan: Plan,
    readonly near: Neighbours,
    random: Random,
  ) {
    super(plan, random);
    this.pairs = new PairInserter(plan, near, this);
    this.isBulky = bulkyTasks(this.instance);
    this.always = near.width >= this.instance.taskCount - 1;
  }

  /**
   * Finds a place for a task (with its partner, given the pickup) that costs less than `budget`. False when there is
   * none; where the budget is finite, places beside the task's near neighbours are all that is tried.
   */
  find(task: number, everywhere = false, budget = Infinity): boolean {
    this.after = -1;
    this.delta = budget;
    if (this.instance.paired[task] >= 0 && this.plan.onlyVehicle[task] < 0) {
      this.pairs.find(task, everywhere, budget);
      return this.after >= 0;
    }
    if (this.plan.onlyVehicle[task] >= 0) {
      this.findInRoute(task, this.plan.onlyVehicle[task]);
      return this.after >= 0;
    }
    if (everywhere && !this.always) for (let v = 0; v < this.instance.vehicleCount; v++) this.considerRoute(task, v);
    else this.findNear(task);
    this.findEmpty(task, everywhere);
    if (this.after < 0 && !everywhere && budget === Infinity) return this.find(task, true);
    return this.after >= 0;
  }

  /** Finds the cheapest place of a task in one route; Infinity when there is none. */
  findIn(task: number, v: number): number {
    this.after = -1;
    this.delta = Infinity;
    if (this.plan.onlyVehicle[task] >= 0 && this.plan.onlyVehicle[task] !== v) return Infinity;
    if (this.instance.paired[task] >= 0 && this.plan.onlyVehicle[task] < 0) this.pairs.tryRoute(task, v);
    else if (this.plan.count[v] === 0) this.findInEmpty(task, v);
    else this.findInRoute(task, v);
    return this.delta;
  }

  /** Puts the task where `find` said. */
  apply(task: number): void {
    const plan = this.plan;
    if (this.instance.paired[task] < 0 || plan.onlyVehicle[task] >= 0) {
      plan.insert(task, this.after);
      return;
    }
    const v = plan.route[this.after];
    plan.link(task, this.after);
    plan.link(this.instance.paired[task], this.afterDelivery);
    plan.refresh(v);
  }

  private findNear(task: number): void {
    const { near, farther } = this;
    this.findBeside(task, near, 0);
    if (farther !== null && this.isBulky[task] === 1) this.findBeside(task, farther, near.width);
  }

  /** Tries the places beside a task's neighbours from number `first` on. */
  private findBeside(task: number, { width, list, legs }: Neighbours, first: number): void {
    const { plan, instance } = this;
    const { route, next, prev, legCost, innerLegs } = plan;
    const { place, size } = instance;
    const x = place[task] * size;
    const simple = instance.cost.length === 1;
    const bounded = simple && !this.pricesSetup;
    const costs0 = instance.cost[0];
    const costsIn0 = plan.costIn[0];
    let lastRoute = -1;
    let takes = false;
    let costs = costs0;
    let costsIn = costsIn0;
    let extra = 0;
    let best = this.delta;
    let bestAfter = this.after;
    for (let k = task * width + first; k < (task + 1) * width; k++) {
      const y = list[k];
      const v = route[y];
      if (v < 0) continue;
      // seen from the nearer end of a leg, a detour costs at least twice the leg to that end, less the leg itself
      const least = 2 * legs[k];
      const behind = !bounded || least - innerLegs[2 * y] < best;
      const before = !bounded || least - innerLegs[2 * y + 1] < best;
      if (!behind && !before) continue;
      if (v !== lastRoute) {
        lastRoute = v;
        takes = this.takes(v, task);
        if (takes) {
          if (!simple) {
            costs = instance.cost[instance.costOf[v]];
            costsIn = plan.costIn[instance.costOf[v]];
          }
          extra = this.extraCost(v, task);
        }
      }
      if (!takes) continue;
      const toY = costs[x + place[y]];
      const fromY = costsIn[x + place[y]];
      if (behind) {
        const j = next[y];
        let delta = fromY + costs[x + place[j]] - legCost[y] + extra;
        if (this.pricesSetup) delta += this.setupCost(v, y, task, j);
        if (delta < best && !this.blinks() && this.fits(v, y, task, j)) {
          best = delta;
          bestAfter = y;
        }
      }
      if (before) {
        const i = prev[y];
        let delta = costsIn[x + place[i]] + toY - legCost[i] + extra;
        if (this.pricesSetup) delta += this.setupCost(v, i, task, y);
        if (delta < best && !this.blinks() && this.fits(v, i, task, y)) {
          best = delta;
          bestAfter = i;
        }
      }
    }
    this.delta = best;
    this.after = bestAfter;
  }

  private considerRoute(task: number, v: number): void {
    if (this.plan.count[v] > 0 && this.takes(v, task)) this.findInRoute(task, v);
  }

  private findInRoute(task: number, v: number): void {
    const { plan, instance } = this;
    const { next, legCost } = plan;
    const { place, size } = instance;
    if (!this.takes(v, task)) return;
    const x = place[task] * size;
    const costs = instance.cost[instance.costOf[v]];
    const costsIn = plan.costIn[instance.costOf[v]];
    const extra = this.extraCost(v, task);
    const end = plan.endOf(v);
    let i = plan.startOf(v);
    if (plan.onlyVehicle[task] >= 0) i = instance.paired[task];
    for (; i !== end; i = next[i]) {
      const j = next[i];
      let delta = costsIn[x + place[i]] + costs[x + place[j]] - legCost[i] + extra;
      if (this.pricesSetup) delta += this.setupCost(v, i, task, j);
      if (delta < this.delta && !this.blinks() && this.fits(v, i, task, j)) {
        this.delta = delta;
        this.after = i;
      }
    }
  }

  private findEmpty(task: number, everywhere: boolean): void {
    const { instance } = this;
    for (let c = 0; c < instance.classCount; c++) {
      const v = this.emptyVehicle(c, everywhere);
      if (v >= 0) this.findInEmpty(task, v);
    }
  }

  private findInEmpty(task: number, v: number): void {
    const { plan, instance } = this;
    if (!this.takes(v, task)) return;
    const { place, size } = instance;
    const x = place[task] * size;
    const start = plan.startOf(v);
    const end = plan.endOf(v);
    const k = instance.costOf[v];
    let delta =
      plan.costIn[k][x + place[start]] +
      instance.cost[k][x + place[end]] +
      instance.fixedCost[v] +
      this.extraCost(v, task);
    if (this.pricesSetup) delta += this.setupCost(v, start, task, end);
    if (delta < this.delta && this.fits(v, start, task, end)) {
      this.delta = delta;
      this.after = start;
    }
  }
}

/** Whether there are tasks that are tried beside `farther` neighbours. */
export const hasBulky = (instance: Instance): boolean => bulkyTasks(instance).includes(1);

/** Marks the tasks that take much of a vehicle in some dimension, so that few routes have room for them. */
function bulkyTasks({ taskCount: n, vehicleCount: V, dimensions, capacity, atStart, taken }: Instance): Uint8Array {
  const result = new Uint8Array(n);
  for (let d = 0; d < dimensions; d++) {
    let largest = 0;
    for (let v = 0; v < V; v++) largest = Math.max(largest, capacity[v * dimensions + d]);
    for (let t = 0; t < n; t++) {
      const amount = Math.abs(taken[t * dimensions + d]) + atStart[t * dimensions + d];
      if (amount > 0 && amount >= PARAMETERS.bulkyShare * largest) result[t] = 1;
    }
  }
  return result;
}

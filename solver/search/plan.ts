import { balanceCost } from "../model/balance";
import type { Instance } from "../model/instance";
import { backwardLayers, forwardLayers, refreshLayers } from "./plan-layers";
import { followLoads, refreshLimits, refreshLoads } from "./plan-loads";
import { followLoadsOfLocked, placeLocked } from "./plan-locked";
import { OUTER, PlanState } from "./plan-state";
import { addStop, dropStop, lacksWay } from "./plan-sums";
import { insertTimes, refreshTimes } from "./plan-times";
import { routeHolds } from "./route-rules";

/**
 * Routes as linked lists of nodes with what O(1) checks need, kept up to date by `refresh`.
 * Every route in it is feasible, except for what `overload` allows; tasks in no route have route -1 and are in
 * `open`.
 */
export class Plan extends PlanState {
  /** Whether a stop that comes or goes changes nothing of its route but legs, sums and times. */
  private readonly changesFast: boolean;

  // Empty vehicles. Invariant: emptyOf[c][emptyAt[v] - 1] = v for an empty vehicle of class c, emptyAt = 0 for a used
  // one.
  /** Per class, as a stack. */
  readonly emptyOf: Int32Array[];
  readonly emptyCount: Int32Array;
  private readonly emptyAt: Int32Array;
  /** Vehicles used only for tasks that have no other place, and the number of other empty ones per class. */
  private readonly hidden: Uint8Array;
  private readonly shownEmpty: Int32Array;
  private barred = false;

  constructor(instance: Instance, checkpoint: () => void = () => undefined) {
    super(instance, checkpoint);
    const { taskCount: n, vehicleCount: V } = instance;
    this.changesFast = !instance.hasTaskTimeCost && !instance.hasBreakLoads;
    this.emptyOf = instance.classVehicles.map((members) => new Int32Array(members.length));
    this.emptyCount = new Int32Array(instance.classCount);
    this.emptyAt = new Int32Array(V).fill(-1);
    this.hidden = new Uint8Array(V);
    this.shownEmpty = new Int32Array(instance.classCount);
    for (let t = 0; t < n; t++) this.putOpen(t);
    for (let v = V - 1; v >= 0; v--) {
      const start = n + v;
      const end = n + V + v;
      this.next[start] = end;
      this.prev[end] = start;
      this.route[start] = this.route[end] = v;
      this.refresh(v);
    }
    placeLocked(this);
  }

  /** Links a task behind a node without refreshing its route. */
  link(task: number, after: number): void {
    const following = this.next[after];
    this.next[after] = task;
    this.prev[task] = after;
    this.next[task] = following;
    this.prev[following] = task;
    this.route[task] = this.route[after];
    this.takeOpen(task);
  }

  /** Takes a task out of its route without refreshing that. */
  unlink(task: number): void {
    const before = this.prev[task];
    const after = this.next[task];
    this.next[before] = after;
    this.prev[after] = before;
    this.next[task] = -1;
    this.route[task] = -1;
    this.putOpen(task);
  }

  putOpen(task: number): void {
    this.openAt[task] = this.openCount;
    this.open[this.openCount++] = task;
    this.missing += this.weight[task];
  }

  takeOpen(task: number): void {
    const at = this.openAt[task];
    if (at < 0) return;
    const last = this.open[--this.openCount];
    this.open[at] = last;
    this.openAt[last] = at;
    this.openAt[task] = -1;
    this.missing -= this.weight[task];
  }

  /** Every task is in a route (again). */
  emptyOpen(): void {
    for (let k = 0; k < this.openCount; k++) this.openAt[this.open[k]] = -1;
    this.openCount = 0;
    this.missing = 0;
  }

  /**
   * Links a job behind a node and brings its route up to date: only what changes is computed, and times only until
   * they stay as they were.
   */
  insert(task: number, after: number): void {
    const instance = this.instance;
    const v = this.route[after];
    if (this.count[v] === 0 || !this.changesFast) {
      this.link(task, after);
      this.refresh(v);
      return;
    }
    const following = this.next[after];
    this.link(task, after);
    addStop(this, v, after, task, following);
    if (this.overload.isPriced) this.overload.refresh(v);
    this.loadsFollowed[v] = 0;
    if (!instance.hasTime) return;
    if (this.plainTimes) insertTimes(this, v, task);
    else {
      forwardLayers(this, v, after, following);
      backwardLayers(this, v, following, after);
    }
  }

  /** Takes a task out of its route, which `settle` is to bring up to date after the last one. */
  remove(task: number): void {
    const v = this.route[task];
    const before = this.prev[task];
    const after = this.next[task];
    this.unlink(task);
    if (this.changesFast) dropStop(this, v, before, task, after);
  }

  /** Brings a route up to date whose legs and sums are right already, where these can be kept right one by one. */
  settle(v: number): void {
    if (this.changesFast && this.count[v] > 0) this.follow(v);
    else this.refresh(v);
  }

  /**
   * To be called before loads along a route are read: they are computed on demand, because sums mostly decide.
   */
  followLoads(v: number): void {
    if (this.loadsFollowed[v] === 1) return;
    this.loadsFollowed[v] = 1;
    if (this.carriesTooMuch[v] === 1) followLoadsOfLocked(this, v);
    else followLoads(this, v);
  }

  /** Recomputes everything that is stored about a route. */
  refresh(v: number): void {
    const instance = this.instance;
    const { place, size, taskCount: n } = instance;
    const { next, legCost, innerLegs } = this;
    const start = n + v;
    const end = n + instance.vehicleCount + v;
    const costs = instance.cost[instance.costOf[v]];
    let sum = 0;
    let rank = 0;
    let i = start;
    while (i !== end) {
      const j = next[i];
      const leg = costs[place[i] * size + place[j]];
      legCost[i] = leg;
      innerLegs[2 * i] = innerLegs[2 * j + 1] = i < n && j < n ? leg : OUTER;
      sum += leg;
      rank++;
      i = j;
    }
    const count = rank - 1;
    this.count[v] = count;
    if (count === 0) sum = 0;
    else {
      sum += instance.fixedCost[v] + balanceCost(instance, count);
      if (instance.hasTaskTimeCost) sum += this.taskTime(v) * instance.taskTimeCost[v];
    }
    this.cost += sum - this.routeCost[v];
    this.routeCost[v] = sum;
    if (instance.hasNoWay) this.noWays[v] = count === 0 ? 0 : this.countNoWays(v);
    if (instance.dimensions > 0) refreshLoads(this, v);
    if (instance.hasTravelLimit || instance.hasDistanceLimit) refreshLimits(this, v, start, end);
    this.follow(v);
  }

  /** Brings up to date what follows from a route's legs and sums. */
  private follow(v: number): void {
    const { instance } = this;
    const isEmpty = this.count[v] === 0;
    if (this.emptyAt[v] > 0 !== isEmpty) this.markEmpty(v, isEmpty);
    if (this.overload.isPriced) this.overload.refresh(v);
    this.loadsFollowed[v] = 0;
    if (instance.hasBreakLoads) this.followLoads(v);
    if (!instance.hasTime) return;
    if (this.plainTimes) refreshTimes(this, v, this.startOf(v), this.endOf(v));
    else refreshLayers(this, v, this.startOf(v), this.endOf(v));
  }

  private countNoWays(v: number): number {
    const end = this.endOf(v);
    let count = 0;
    for (let i = this.startOf(v); i !== end; i = this.next[i]) count += lacksWay(this, i, this.next[i]);
    return count;
  }

  private taskTime(v: number): number {
    let time = 0;
    const end = this.endOf(v);
    for (let i = this.startOf(v); i !== end; i = this.next[i]) time += this.action(v, i, this.next[i]);
    return time;
  }

  private markEmpty(v: number, empty: boolean): void {
    const c = this.instance.vehicleClass[v];
    const stack = this.emptyOf[c];
    const at = this.emptyAt[v];
    if (empty && at <= 0) {
      stack[this.emptyCount[c]++] = v;
      this.emptyAt[v] = this.emptyCount[c];
      if (this.hidden[v] === 0) this.shownEmpty[c]++;
    } else if (!empty) {
      if (at > 0) {
        const last = stack[--this.emptyCount[c]];
        stack[at - 1] = last;
        this.emptyAt[last] = at;
        if (this.hidden[v] === 0) this.shownEmpty[c]--;
      }
      this.emptyAt[v] = 0;
    }
  }

  /** Hides vehicles from `emptyVehicle`; those that are barred are not even used for tasks that have no other place. */
  hide(hidden: (v: number) => boolean, barred = false): void {
    this.barred = barred;
    const { vehicleCount, vehicleClass } = this.instance;
    this.shownEmpty.fill(0);
    for (let v = 0; v < vehicleCount; v++) {
      this.hidden[v] = hidden(v) ? 1 : 0;
      if (this.hidden[v] === 0 && this.count[v] === 0) this.shownEmpty[vehicleClass[v]]++;
    }
  }

  /** An empty vehicle of a class, -1 for none; `any` takes hidden ones too, but none that is barred. */
  emptyVehicle(c: number, any: boolean): number {
    const count = this.emptyCount[c];
    if (count === 0) return -1;
    const stack = this.emptyOf[c];
    const top = stack[count - 1];
    if ((any && !this.barred) || this.hidden[top] === 0) return top;
    if (this.shownEmpty[c] === 0) return -1;
    let k = count - 2;
    while (this.hidden[stack[k]] === 1) k--;
    const v = stack[k];
    stack[k] = top;
    stack[count - 1] = v;
    this.emptyAt[top] = k + 1;
    this.emptyAt[v] = count;
    return v;
  }

  /** Whether a refreshed route keeps every rule (loads, times and limits). */
  isFeasible(v: number): boolean {
    const instance = this.instance;
    if (!routeHolds(this, v) || !this.loadsHold(v)) return false;
    if (this.count[v] === 0) return true;
    return !instance.hasTime || this.timesHold(v);
  }

  /** Cost with the price of overloads. */
  get priced(): number {
    return this.cost + this.overload.cost;
  }

  /** Whether what is carried on the route of v stays within the capacity of a vehicle. */
  loadsHold(v: number, vehicle = v): boolean {
    const { dimensions, sumDecidesLoad, hasShipments } = this.instance;
    const isOver = this.carriesTooMuch[v] === 1;
    for (let d = 0; d < dimensions; d++) {
      const most = this.overload.most[vehicle * dimensions + d];
      if (!hasShipments && this.routeLoad[v * dimensions + d] <= most) continue;
      if (sumDecidesLoad || (!isOver && this.routeAtStart[v * dimensions + d] > most)) return false;
      this.followLoads(v);
      if (this.maxBefore[this.endOf(v) * dimensions + d] > most) return false;
    }
    return true;
  }

  private timesHold(v: number): boolean {
    const { depart, latest, layers } = this;
    const start = this.startOf(v);
    if (!this.plainTimes) return depart[start * layers] <= latest[start * layers];
    const end = this.endOf(v);
    for (let i = start; i !== end; i = this.next[i]) if (depart[i] > latest[i]) return false;
    return depart[end] <= latest[end];
  }
}

import { balanceCost, balanceRise } from "../model/balance";
import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import { backwardLayers, forwardLayers, refreshLayers } from "./plan-layers";
import { followLoads, refreshLimits, refreshLoads } from "./plan-loads";
import { placeLocked } from "./plan-locked";
import { OUTER, PlanState } from "./plan-state";
import { insertTimes, refreshTimes } from "./plan-times";
import { routeHolds } from "./route-rules";

/**
 * Routes as linked lists of nodes with what O(1) checks need, kept up to date by `refresh`.
 * Every route in it is feasible, except for what `overload` allows; tasks in no route have route -1 and are in
 * `open`.
 */
export class Plan extends PlanState {
  private readonly insertsFast: boolean;

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
    this.insertsFast = !instance.hasTaskTimeCost && !instance.hasBreakLoads;
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

  /**
   * Links a job behind a node and brings its route up to date: only what changes is computed, and times only until
   * they stay as they were.
   */
  insert(task: number, after: number): void {
    const instance = this.instance;
    const v = this.route[after];
    if (this.count[v] === 0 || !this.insertsFast) {
      this.link(task, after);
      this.refresh(v);
      return;
    }
    const { place, size, dimensions } = instance;
    const { legCost } = this;
    const following = this.next[after];
    this.link(task, after);
    const costs = instance.cost[instance.costOf[v]];
    const into = costs[place[after] * size + place[task]];
    const out = costs[place[task] * size + place[following]];
    let delta = into + out - legCost[after];
    if (instance.hasNoWay) this.noWays[v] -= this.lacksWay(after, following);
    this.setLeg(after, task, into);
    this.setLeg(task, following, out);
    if (instance.hasNoWay) this.noWays[v] += this.lacksWay(after, task) + this.lacksWay(task, following);
    if (instance.balanceWeight > 0) delta += balanceRise(instance, this.count[v], 1);
    this.count[v]++;
    this.cost += delta;
    this.routeCost[v] += delta;
    for (let d = 0; d < dimensions; d++) {
      this.routeLoad[v * dimensions + d] +=
        instance.atStart[task * dimensions + d] + instance.taken[task * dimensions + d];
      this.routeAtStart[v * dimensions + d] += instance.atStart[task * dimensions + d];
    }
    if (this.overload.isPriced) this.overload.refresh(v);
    this.loadsFollowed[v] = 0;
    if (instance.hasTravelLimit || instance.hasDistanceLimit) {
      const t = instance.travelOf[v];
      const a = place[after] * size;
      const travel = instance.travel[t];
      const distance = instance.distance[t];
      const last = place[following];
      const middle = place[task];
      this.routeTravel[v] += travel[a + middle] + travel[middle * size + last] - travel[a + last];
      if (distance !== null)
        this.routeDistance[v] += distance[a + middle] + distance[middle * size + last] - distance[a + last];
    }
    if (!instance.hasTime) return;
    if (this.plainTimes) insertTimes(this, v, task);
    else {
      forwardLayers(this, v, after, following);
      backwardLayers(this, v, following, after);
    }
  }

  /**
   * To be called before loads along a route are read: they are computed on demand, because sums mostly decide.
   */
  followLoads(v: number): void {
    if (this.loadsFollowed[v] === 1) return;
    this.loadsFollowed[v] = 1;
    followLoads(this, v);
  }

  private setLeg(from: number, to: number, cost: number): void {
    const n = this.instance.taskCount;
    this.legCost[from] = cost;
    this.innerLegs[2 * from] = this.innerLegs[2 * to + 1] = from < n && to < n ? cost : OUTER;
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
    const old = this.count[v];
    if (count === 0) sum = 0;
    else {
      sum += instance.fixedCost[v] + balanceCost(instance, count);
      if (instance.hasTaskTimeCost) sum += this.taskTime(v) * instance.taskTimeCost[v];
    }
    this.count[v] = count;
    if ((old === 0) !== (count === 0) || this.emptyAt[v] < 0) this.markEmpty(v, count === 0);
    this.cost += sum - this.routeCost[v];
    this.routeCost[v] = sum;
    if (instance.hasNoWay) this.noWays[v] = count === 0 ? 0 : this.countNoWays(v);
    if (instance.dimensions > 0) refreshLoads(this, v);
    if (this.overload.isPriced) this.overload.refresh(v);
    this.loadsFollowed[v] = 0;
    if (instance.hasBreakLoads) this.followLoads(v);
    if (instance.hasTime) {
      if (this.plainTimes) refreshTimes(this, v, start, end);
      else refreshLayers(this, v, start, end);
    }
    if (instance.hasTravelLimit || instance.hasDistanceLimit) refreshLimits(this, v, start, end);
  }

  private countNoWays(v: number): number {
    const end = this.endOf(v);
    let count = 0;
    for (let i = this.startOf(v); i !== end; i = this.next[i]) count += this.lacksWay(i, this.next[i]);
    return count;
  }

  /** 1 for a leg of a route that has no way and counts as such. */
  private lacksWay(from: number, to: number): number {
    return this.legCost[from] >= NO_WAY_COST && this.isLocked[to] === 0 ? 1 : 0;
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
    for (let d = 0; d < dimensions; d++) {
      const most = this.overload.most[vehicle * dimensions + d];
      if (!hasShipments && this.routeLoad[v * dimensions + d] <= most) continue;
      if (sumDecidesLoad || this.routeAtStart[v * dimensions + d] > most) return false;
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

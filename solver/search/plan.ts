import type { Instance } from "../model/instance";
import { columnsOf } from "../model/columns";
import { Overload } from "./overload";
import { backwardLayers, forwardLayers, refreshLayers } from "./plan-layers";
import { followLoads, refreshLimits, refreshLoads } from "./plan-loads";
import { placeLocked } from "./plan-locked";
import { insertTimes, refreshTimes } from "./plan-times";

/** In place of the cost of a leg that bounds nothing: more than a detour can cost. */
const OUTER = 0x7fffffff;

/**
 * Routes as linked lists of nodes with what O(1) checks need, kept up to date by `refresh`.
 * Every route in it is feasible, but for what `overload` allows; tasks that are in none have route -1 and stand in `open`.
 */
export class Plan {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Vehicle of a node, -1 for an unassigned task. */
  readonly route: Int32Array;
  /** Cost of the leg that leaves a node. */
  readonly legCost: Int32Array;
  /** Costs of the legs that leave [2 * node] and enter [2 * node + 1] a node, OUTER for those from the start and to the end. */
  readonly innerLegs: Int32Array;
  readonly layers: number;
  /** Earliest and latest departure per [node * layers + breaks taken]. */
  readonly depart: Int32Array;
  readonly latest: Int32Array;
  /** Known after `followLoads`: load after a node and its largest value up to and from there, per [node * dimensions + d]. */
  readonly loadAfter: Int32Array;
  readonly maxBefore: Int32Array;
  readonly maxAfter: Int32Array;
  private readonly loadsFollowed: Uint8Array;
  readonly windowEnd: Int32Array;

  readonly count: Int32Array; // stops per vehicle
  readonly routeCost: Float64Array; // legs, fixed, task time and balance
  readonly routeLoad: Float64Array; // sum of all amounts per [vehicle * dimensions + d]
  readonly routeAtStart: Float64Array; // of these, what is on board at the start
  readonly routeTravel: Float64Array;
  readonly routeDistance: Float64Array;
  readonly overload: Overload;
  cost = 0;
  /** Sum of the weights of unassigned tasks. */
  missing = 0;
  readonly open: Int32Array;
  readonly openAt: Int32Array;
  openCount = 0;
  readonly isLocked: Uint8Array;
  /** The vehicle that alone may serve a task (its pickup is locked there), else -1. */
  readonly onlyVehicle: Int32Array;
  /** Weight of an unassigned task: priority first, then number. */
  readonly weight: Float64Array;
  /** Empty vehicles of each class, as a stack. */
  readonly emptyOf: Int32Array[];
  readonly emptyCount: Int32Array;
  private readonly emptyAt: Int32Array;
  /** Vehicles that are only used for tasks that have no other place, and the number of other empty ones per class. */
  private readonly hidden: Uint8Array;
  private readonly shownEmpty: Int32Array;
  private barred = false;
  /** Single windows, no breaks, no setup: one clock per node and no dependence on the place before. */
  readonly plainTimes: boolean;
  private readonly insertsFast: boolean;
  readonly costIn: Int32Array[];
  readonly travelIn: Int32Array[];

  constructor(readonly instance: Instance, checkpoint: () => void = () => undefined) {
    const { taskCount: n, vehicleCount: V, nodeCount, dimensions } = instance;
    const int = (length: number): Int32Array => new Int32Array(length);
    this.next = int(nodeCount).fill(-1);
    this.prev = int(nodeCount).fill(-1);
    this.route = int(nodeCount).fill(-1);
    this.legCost = int(nodeCount);
    this.innerLegs = int(2 * nodeCount).fill(OUTER);
    this.layers = instance.mostBreakStates;
    this.depart = int(nodeCount * this.layers);
    this.latest = int(nodeCount * this.layers);
    this.plainTimes = this.layers === 1 && !instance.hasMoreWindows && !instance.hasSetup;
    this.insertsFast = !instance.hasTaskTimeCost && !instance.hasBreakLoads;
    this.loadAfter = int(nodeCount * dimensions);
    this.maxBefore = int(nodeCount * dimensions);
    this.maxAfter = int(nodeCount * dimensions);
    this.loadsFollowed = new Uint8Array(V);
    this.windowEnd = instance.windowEnd;
    this.count = int(V);
    this.routeCost = new Float64Array(V);
    this.routeLoad = new Float64Array(V * dimensions);
    this.routeAtStart = new Float64Array(V * dimensions);
    this.overload = new Overload(instance, this.routeLoad);
    this.routeTravel = new Float64Array(V);
    this.routeDistance = new Float64Array(V);
    this.open = int(n);
    this.openAt = int(n).fill(-1);
    this.isLocked = new Uint8Array(nodeCount);
    this.onlyVehicle = int(nodeCount).fill(-1);
    this.weight = Float64Array.from(instance.priority, (priority) => priority * (n + 1) + 1);
    this.emptyOf = instance.classVehicles.map((members) => int(members.length));
    this.emptyCount = int(instance.classCount);
    this.emptyAt = int(V).fill(-1);
    this.hidden = new Uint8Array(V);
    this.shownEmpty = int(instance.classCount);
    const columns = new Map<Int32Array, Int32Array>();
    this.costIn = instance.cost.map((matrix) => columnsOf(matrix, instance.size, columns, checkpoint));
    this.travelIn = instance.travel.map((matrix) => (instance.hasTime ? columnsOf(matrix, instance.size, columns, checkpoint) : matrix));
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

  startOf(v: number): number {
    return this.instance.taskCount + v;
  }

  endOf(v: number): number {
    return this.instance.taskCount + this.instance.vehicleCount + v;
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

  /** Setup and service at a node reached from another one. */
  action(v: number, from: number, node: number): number {
    const instance = this.instance;
    if (node >= instance.taskCount) return 0;
    const k = instance.typeOf[v] * instance.taskCount + node;
    return instance.setup[k] > 0 && instance.place[from] !== instance.place[node] ? instance.service[k] + instance.setup[k] : instance.service[k];
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
    this.setLeg(after, task, into);
    this.setLeg(task, following, out);
    if (instance.balanceWeight > 0) delta += instance.balanceWeight * (2 * this.count[v] + 1);
    this.count[v]++;
    this.cost += delta;
    this.routeCost[v] += delta;
    for (let d = 0; d < dimensions; d++) {
      this.routeLoad[v * dimensions + d] += instance.atStart[task * dimensions + d] + instance.taken[task * dimensions + d];
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
      if (distance !== null) this.routeDistance[v] += distance[a + middle] + distance[middle * size + last] - distance[a + last];
    }
    if (!instance.hasTime) return;
    if (this.plainTimes) insertTimes(this, v, task);
    else {
      forwardLayers(this, v, after, following);
      backwardLayers(this, v, following, after);
    }
  }

  /** To be called before loads along a route are read: they are followed when somebody asks, because sums mostly decide. */
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
      sum += instance.fixedCost[v] + instance.balanceWeight * count * count;
      if (instance.hasTaskTimeCost) sum += this.taskTime(v) * instance.taskTimeCost[v];
    }
    this.count[v] = count;
    if ((old === 0) !== (count === 0) || this.emptyAt[v] < 0) this.markEmpty(v, count === 0);
    this.cost += sum - this.routeCost[v];
    this.routeCost[v] = sum;
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
    if (this.count[v] > instance.maxTasks[v] || !this.loadsHold(v)) return false;
    if (this.count[v] === 0) return true;
    if (instance.hasTime && !this.timesHold(v)) return false;
    return this.routeTravel[v] <= instance.maxTravel[v] && this.routeDistance[v] <= instance.maxDistance[v];
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

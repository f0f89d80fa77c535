import { HORIZON, NEVER } from "../model/instance";
import type { Instance } from "../model/instance";
import type { Neighbours } from "../model/neighbours";
import { arriveWithBreaks, beginAt } from "../model/time";
import { PARAMETERS } from "./parameters";
import { PairInserter } from "./pair-inserter";
import type { Plan } from "./plan";
import type { Random } from "../random";

/**
 * Finds the cheapest feasible place for a task. A place is "behind node i", tried for the task's near
 * neighbours (behind and before each) and for one empty vehicle per class; `everywhere` tries all places.
 * Places are skipped at random with probability `blink` (Christiaens & Vanden Berghe 2020).
 */
export class Inserter {
  /** Result: behind this node; -1 when there is no place. */
  after = -1;
  /** For pairs: the delivery's place (the pickup itself when directly behind it). */
  afterDelivery = -1;
  delta = Infinity;
  blink = PARAMETERS.blink;
  private untilBlink = 0;
  private readonly closed: Uint8Array;
  private readonly instance: Instance;
  private readonly pairs: PairInserter;
  private readonly hasLocked: boolean;
  private readonly always: boolean;
  readonly pricesSetup: boolean;

  constructor(readonly plan: Plan, readonly near: Neighbours, readonly random: Random) {
    this.instance = plan.instance;
    this.hasLocked = this.instance.hasLocked;
    this.pricesSetup = this.instance.hasTaskTimeCost && this.instance.hasSetup;
    this.pairs = new PairInserter(plan, near, this);
    this.always = near.width >= this.instance.taskCount - 1;
    this.closed = new Uint8Array(this.instance.classCount);
    this.drawBlink();
  }

  /** For this round each class of vehicles is closed for new routes with probability 0.4. */
  drawClasses(): void {
    for (let c = 0; c < this.closed.length; c++) this.closed[c] = this.random.real() < 0.4 ? 1 : 0;
  }

  /** An empty vehicle of the class that may be used now, -1 for none. */
  emptyOf(c: number, everywhere: boolean): number {
    return !everywhere && this.closed[c] === 1 ? -1 : this.plan.emptyVehicle(c, everywhere);
  }

  drawBlink(): void {
    this.untilBlink = this.blink <= 0 ? 1_000_000_000 : 1 + Math.floor(Math.log(1 - this.random.real()) / Math.log(1 - this.blink));
  }

  /** True with probability `blink`. */
  blinks(): boolean {
    if (--this.untilBlink > 0) return false;
    this.drawBlink();
    return true;
  }

  /** Finds a place for a task (with its partner, given the pickup). False when there is none. */
  find(task: number, everywhere = false): boolean {
    this.after = -1;
    this.delta = Infinity;
    if (this.instance.paired[task] >= 0 && this.plan.onlyVehicle[task] < 0) {
      this.pairs.find(task, everywhere);
      return this.after >= 0;
    }
    if (this.plan.onlyVehicle[task] >= 0) {
      this.findInRoute(task, this.plan.onlyVehicle[task]);
      return this.after >= 0;
    }
    if (everywhere && !this.always) for (let v = 0; v < this.instance.vehicleCount; v++) this.considerRoute(task, v);
    else this.findNear(task);
    this.findEmpty(task, everywhere);
    if (this.after < 0 && !everywhere) return this.find(task, true);
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
    const { plan, near, instance } = this;
    const { route, next, prev, legCost, innerLegs } = plan;
    const { place, size } = instance;
    const { width, list, legs } = near;
    const x = place[task] * size;
    const simple = instance.cost.length === 1;
    const bounded = simple && !this.pricesSetup;
    const costs0 = instance.cost[0];
    const costsIn0 = plan.costIn[0];
    let lastRoute = -1;
    let open = false;
    let costs = costs0;
    let costsIn = costsIn0;
    let extra = 0;
    let best = Infinity;
    let bestAfter = -1;
    for (let k = task * width; k < (task + 1) * width; k++) {
      const y = list[k];
      const v = route[y];
      if (v < 0) continue;
      // seen from the nearer end of a leg, a detour costs at least twice the way to that end, less the leg
      const least = 2 * legs[k];
      const behind = !bounded || least - innerLegs[2 * y] < best;
      const before = !bounded || least - innerLegs[2 * y + 1] < best;
      if (!behind && !before) continue;
      if (v !== lastRoute) {
        lastRoute = v;
        open = this.takes(v, task);
        if (open) {
          if (!simple) {
            costs = instance.cost[instance.costOf[v]];
            costsIn = plan.costIn[instance.costOf[v]];
          }
          extra = this.extraCost(v, task);
        }
      }
      if (!open) continue;
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
      const v = this.emptyOf(c, everywhere);
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
    let delta = plan.costIn[k][x + place[start]] + instance.cost[k][x + place[end]] + instance.fixedCost[v] + this.extraCost(v, task);
    if (this.pricesSetup) delta += this.setupCost(v, start, task, end);
    if (delta < this.delta && this.fits(v, start, task, end)) {
      this.delta = delta;
      this.after = start;
    }
  }

  /** What doesn't depend on the place within a route: skills, number, and load where its sum decides. */
  takes(v: number, task: number): boolean {
    const { instance, plan } = this;
    if (instance.hasSkills && instance.allowed[instance.vehicleClass[v] * instance.taskCount + task] === 0) return false;
    if (instance.hasTaskLimit && plan.count[v] >= instance.maxTasks[v]) return false;
    return !instance.sumDecidesLoad || this.sumFits(v, task);
  }

  /** Whether the vehicle could carry everything of the route and the task at once. */
  private sumFits(v: number, task: number): boolean {
    const { instance, plan } = this;
    const dimensions = instance.dimensions;
    if (dimensions === 1) return plan.routeLoad[v] + instance.atStart[task] + instance.taken[task] <= plan.overload.most[v];
    for (let d = 0; d < dimensions; d++) {
      const k = task * dimensions + d;
      if (plan.routeLoad[v * dimensions + d] + instance.atStart[k] + instance.taken[k] > plan.overload.most[v * dimensions + d]) return false;
    }
    return true;
  }

  /** What the setup at a task and at the one behind it adds; action includes service, which `extraCost` has. */
  setupCost(v: number, i: number, task: number, j: number): number {
    const { instance, plan } = this;
    const service = instance.service[instance.typeOf[v] * instance.taskCount + task];
    return (plan.action(v, i, task) - service + plan.action(v, task, j) - plan.action(v, i, j)) * instance.taskTimeCost[v];
  }

  /** Balance, task time without setup, and the price of load above capacity. */
  extraCost(v: number, task: number): number {
    const { instance, plan } = this;
    let extra = 0;
    if (instance.balanceWeight > 0) extra = instance.balanceWeight * (2 * plan.count[v] + 1);
    if (instance.hasTaskTimeCost) extra += instance.service[instance.typeOf[v] * instance.taskCount + task] * instance.taskTimeCost[v];
    if (plan.overload.isPriced) extra += plan.overload.costOfTask(v, task);
    return extra;
  }

  /** Whether a task fits between two consecutive nodes. */
  fits(v: number, i: number, task: number, j: number): boolean {
    const { instance, plan } = this;
    if (this.hasLocked && plan.isLocked[j] === 1) return false;
    if (!instance.sumDecidesLoad && !this.loadFits(v, i, task)) return false;
    const { place, size } = instance;
    const x = place[task] * size;
    const t = instance.travelOf[v];
    if (instance.hasTravelLimit || instance.hasDistanceLimit) {
      if (!this.limitsFit(v, place[i], place[task], place[j])) return false;
    }
    if (!instance.hasTime) return true;
    if (!plan.plainTimes) return this.layersFit(v, i, task, j);
    // plain windows
    const row = instance.typeOf[v] * instance.taskCount;
    let time = plan.depart[i] + plan.travelIn[t][x + place[i]];
    if (time > instance.windowEnd[task]) return false;
    if (time < instance.windowStart[task]) time = instance.windowStart[task];
    time += instance.service[row + task] + instance.travel[t][x + place[j]];
    if (time < instance.windowStart[j]) time = instance.windowStart[j];
    if (j < instance.taskCount) return time <= instance.windowEnd[j] && time + instance.service[row + j] <= plan.latest[j];
    return time <= instance.windowEnd[j];
  }

  private loadFits(v: number, i: number, task: number): boolean {
    const { instance, plan } = this;
    const dimensions = instance.dimensions;
    // with shipments a sum says nothing: what is delivered later counts less than nothing
    if (!instance.hasShipments) {
      if (this.sumFits(v, task)) return true;
      // what leaves with the vehicle, and what comes back, have to fit each by itself
      for (let d = 0; d < dimensions; d++) {
        const k = v * dimensions + d;
        const delivered = plan.routeAtStart[k] + instance.atStart[task * dimensions + d];
        if (delivered > instance.capacity[k] || plan.routeLoad[k] - plan.routeAtStart[k] + instance.taken[task * dimensions + d] > instance.capacity[k]) return false;
      }
    }
    plan.followLoads(v);
    for (let d = 0; d < dimensions; d++) {
      const most = instance.capacity[v * dimensions + d];
      if (plan.maxBefore[i * dimensions + d] + instance.atStart[task * dimensions + d] > most) return false;
      if (instance.taken[task * dimensions + d] > 0 && plan.maxAfter[i * dimensions + d] + instance.taken[task * dimensions + d] > most) return false;
    }
    return true;
  }

  limitsFit(v: number, from: number, at: number, to: number): boolean {
    const { instance, plan } = this;
    const size = instance.size;
    const t = instance.travelOf[v];
    const travel = instance.travel[t];
    const direct = plan.count[v] > 0 ? from * size + to : -1;
    const detour = travel[from * size + at] + travel[at * size + to] - (direct < 0 ? 0 : travel[direct]);
    if (plan.routeTravel[v] + detour > instance.maxTravel[v]) return false;
    const distance = instance.distance[t];
    if (distance === null) return true;
    const metres = distance[from * size + at] + distance[at * size + to] - (direct < 0 ? 0 : distance[direct]);
    return plan.routeDistance[v] + metres <= instance.maxDistance[v];
  }

  /** The general case: any number of breaks, several windows, setup that depends on the place before. */
  private layersFit(v: number, i: number, task: number, j: number): boolean {
    const { instance, plan } = this;
    if (instance.hasBreakLoads) return this.exactlyFits(v, i, task);
    const { place, size } = instance;
    const layers = plan.layers;
    const travel = instance.travel[instance.travelOf[v]];
    const into = travel[place[i] * size + place[task]];
    const out = travel[place[task] * size + place[j]];
    const action = plan.action(v, i, task);
    const actionNext = plan.action(v, task, j);
    const breaks = instance.breakStates[v] - 1;
    for (let k = 0; k <= breaks; k++) {
      const time = plan.depart[i * layers + k];
      if (time > HORIZON) continue;
      for (let a = k; a <= breaks; a++) {
        const begin = beginAt(instance, task, a === k ? time + into : arriveWithBreaks(instance, v, time, into, k, a));
        if (begin === NEVER) continue;
        for (let b = a; b <= breaks; b++) {
          const limit = plan.latest[j * layers + b];
          if (limit < 0) continue;
          const leave = begin + action;
          if (leave > HORIZON) continue;
          const beginNext = beginAt(instance, j, b === a ? leave + out : arriveWithBreaks(instance, v, leave, out, a, b));
          if (beginNext !== NEVER && beginNext + actionNext <= limit) return true;
        }
      }
    }
    return false;
  }

  /** Tries it: for rules that depend on the load at a break. */
  exactlyFits(v: number, i: number, task: number, partnerAfter = -1): boolean {
    const plan = this.plan;
    const partner = this.instance.paired[task];
    plan.link(task, i);
    if (partnerAfter >= 0) plan.link(partner, partnerAfter);
    plan.refresh(v);
    const feasible = plan.isFeasible(v);
    if (partnerAfter >= 0) plan.unlink(partner);
    plan.unlink(task);
    plan.refresh(v);
    return feasible;
  }
}

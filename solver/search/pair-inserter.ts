import { balanceRise } from "../model/balance";
import { HORIZON, NEVER } from "../model/instance";
import type { Instance } from "../model/instance";
import type { Neighbours } from "../model/neighbours";
import type { PlaceSearch } from "./place-search";
import type { Plan } from "./plan";
import { departsInLayers, followsInLayers } from "./plan-layers";
import { departureFrom, staysOnTime } from "./plan-times";
import { hasWay, lengthHolds, mayTake } from "./route-rules";

/** Finds the cheapest feasible places of a pickup and its delivery in one route; the result goes to `out`. */
export class PairInserter {
  private readonly instance: Instance;
  private readonly stamp: Int32Array;
  private round = 0;
  /** Earliest departures per layer: along the walk, and from the delivery. */
  private readonly walked: Int32Array;
  private readonly delivered: Int32Array;
  /** Per node: the least that the delivery adds between it and the next one, or anywhere behind. */
  private readonly behind: Float64Array;

  constructor(
    private readonly plan: Plan,
    private readonly near: Neighbours,
    private readonly out: PlaceSearch,
  ) {
    this.instance = plan.instance;
    this.stamp = new Int32Array(this.instance.vehicleCount);
    this.walked = new Int32Array(plan.layers);
    this.delivered = new Int32Array(plan.layers);
    this.behind = new Float64Array(this.instance.taskCount + 2 * this.instance.vehicleCount);
  }

  find(pickup: number, everywhere: boolean, budget = Infinity): void {
    const { plan, near, stamp, instance } = this;
    const round = ++this.round;
    if (everywhere) {
      for (let v = 0; v < instance.vehicleCount; v++) if (plan.count[v] > 0) this.tryRoute(pickup, v);
    } else {
      for (const task of [pickup, instance.paired[pickup]]) {
        for (let k = task * near.width; k < (task + 1) * near.width; k++) {
          const v = plan.route[near.list[k]];
          if (v < 0 || stamp[v] === round) continue;
          stamp[v] = round;
          this.tryRoute(pickup, v);
        }
      }
    }
    for (let c = 0; c < instance.classCount; c++) {
      const v = this.out.emptyVehicle(c, everywhere);
      if (v >= 0) this.tryRoute(pickup, v);
    }
    if (this.out.after < 0 && !everywhere && budget === Infinity) this.find(pickup, true);
  }

  tryRoute(pickup: number, v: number): void {
    const { plan, instance } = this;
    const n = instance.taskCount;
    if (!mayTake(plan, v, pickup, 2)) return;
    let extra = plan.count[v] === 0 ? instance.fixedCost[v] : 0;
    if (instance.balanceWeight > 0) extra += balanceRise(instance, plan.count[v], 2);
    if (instance.hasTaskTimeCost) {
      const row = instance.typeOf[v] * n;
      extra +=
        (instance.service[row + pickup] + instance.service[row + instance.paired[pickup]]) * instance.taskTimeCost[v];
    }
    this.followDetours(pickup, v);
    if (instance.hasTime && plan.plainTimes) this.tryPlain(pickup, v, extra);
    else this.tryLayers(pickup, v, extra);
  }

  /** Where the delivery could go at best, so that pickups that cost too much even then are passed over. */
  private followDetours(pickup: number, v: number): void {
    const { plan, instance, behind } = this;
    const { place, size } = instance;
    const { prev, legCost } = plan;
    const costs = instance.cost[instance.costOf[v]];
    const d = place[instance.paired[pickup]];
    const start = plan.startOf(v);
    let least = Infinity;
    for (let k = plan.endOf(v); k !== start; k = prev[k]) {
      behind[k] = least;
      const before = place[prev[k]];
      const detour = costs[before * size + d] + costs[d * size + place[k]] - legCost[prev[k]];
      if (detour < least) least = detour;
    }
  }

  /** Single windows, no breaks: one walk per pickup place with a single clock. */
  private tryPlain(pickup: number, v: number, extra: number): void {
    const { plan, instance, out, behind } = this;
    const { place, size } = instance;
    const { next, legCost, depart, latest } = plan;
    const delivery = instance.paired[pickup];
    const costs = instance.cost[instance.costOf[v]];
    const travel = instance.travel[instance.travelOf[v]];
    const row = instance.typeOf[v] * instance.taskCount;
    const p = place[pickup];
    const d = place[delivery];
    const end = plan.endOf(v);
    const start = plan.startOf(v);
    const limits = instance.hasNoWay || instance.hasTravelLimit || instance.hasDistanceLimit;
    const empty = plan.count[v] === 0;
    for (let i = start; i !== end; i = next[i]) {
      const j = next[i];
      if (instance.hasLocked && plan.isLocked[j] === 1) continue;
      const into = costs[place[i] * size + p] + extra - (empty ? 0 : legCost[i]);
      // both at once, or the pickup here and the delivery later: most costs too much, whatever times and loads say
      let delta = into + costs[p * size + d] + costs[d * size + place[j]];
      const base = into + costs[p * size + place[j]];
      if (delta >= out.delta && base + behind[j] >= out.delta) continue;
      let time = departureFrom(instance, row, pickup, depart[i] + travel[place[i] * size + p]);
      if (time === NEVER) break;
      if (!this.loadFits(v, i, pickup)) continue;
      if (delta < out.delta && !out.blinks()) {
        const leaves = departureFrom(instance, row, delivery, time + travel[p * size + d]);
        if (leaves <= HORIZON && staysOnTime(plan, row, j, leaves + travel[d * size + place[j]])) {
          if (!limits || this.legsHold(v, i, pickup, pickup)) this.take(delta, i, pickup);
        }
      }
      let k = j;
      time += travel[p * size + place[j]];
      while (k !== end && base + behind[k] < out.delta) {
        time = departureFrom(instance, row, k, time);
        if (time > latest[k]) break;
        if (!this.loadFits(v, k, pickup)) break;
        const follower = next[k];
        if (!(instance.hasLocked && plan.isLocked[follower] === 1)) {
          delta = base + costs[place[k] * size + d] + costs[d * size + place[follower]] - legCost[k];
          if (delta < out.delta && !out.blinks()) {
            const leaves = departureFrom(instance, row, delivery, time + travel[place[k] * size + d]);
            if (leaves <= HORIZON && staysOnTime(plan, row, follower, leaves + travel[d * size + place[follower]])) {
              if (!limits || this.legsHold(v, i, pickup, k)) this.take(delta, i, k);
            }
          }
        }
        time += travel[place[k] * size + place[follower]];
        k = follower;
      }
    }
  }

  /** Anything else: the clock of every layer is carried along. */
  private tryLayers(pickup: number, v: number, extra: number): void {
    const { plan, instance, out, walked, delivered, behind } = this;
    const { place, size } = instance;
    const { next, legCost, depart, layers } = plan;
    const delivery = instance.paired[pickup];
    const costs = instance.cost[instance.costOf[v]];
    const p = place[pickup];
    const d = place[delivery];
    const end = plan.endOf(v);
    const limits = instance.hasNoWay || instance.hasTravelLimit || instance.hasDistanceLimit;
    const empty = plan.count[v] === 0;
    const timed = instance.hasTime;
    const consider = (travelDelta: number, i: number, k: number, from: number, follower: number): void => {
      const delta = out.pricesSetup ? travelDelta + this.setupCost(v, i, pickup, k, follower) : travelDelta;
      if (delta >= out.delta || out.blinks()) return;
      if (limits && !this.legsHold(v, i, pickup, k)) return;
      if (instance.hasBreakLoads) {
        if (out.exactlyFits(v, i, pickup, k)) this.take(delta, i, k);
        return;
      }
      if (!timed) {
        this.take(delta, i, k);
        return;
      }
      if (
        departsInLayers(plan, v, from, walked, 0, delivery, delivered) &&
        followsInLayers(plan, v, delivery, delivered, 0, follower)
      )
        this.take(delta, i, k);
    };
    for (let i = plan.startOf(v); i !== end; i = next[i]) {
      const j = next[i];
      if (instance.hasLocked && plan.isLocked[j] === 1) continue;
      const into = costs[place[i] * size + p] + extra - (empty ? 0 : legCost[i]);
      const both = into + costs[p * size + d] + costs[d * size + place[j]];
      const base = into + costs[p * size + place[j]];
      // setups can get cheaper by what stands between
      if (!out.pricesSetup && both >= out.delta && base + behind[j] >= out.delta) continue;
      if (!this.loadFits(v, i, pickup)) continue;
      if (timed && !departsInLayers(plan, v, i, depart, i * layers, pickup, walked)) continue;
      consider(both, i, pickup, pickup, j);
      let before = pickup;
      for (let k = j; k !== end && (out.pricesSetup || base + behind[k] < out.delta); k = next[k]) {
        if (timed && !departsInLayers(plan, v, before, walked, 0, k, walked)) break;
        if (!this.loadFits(v, k, pickup)) break;
        before = k;
        const follower = next[k];
        if (instance.hasLocked && plan.isLocked[follower] === 1) continue;
        consider(base + costs[place[k] * size + d] + costs[d * size + place[follower]] - legCost[k], i, k, k, follower);
      }
    }
  }

  private setupCost(v: number, i: number, pickup: number, k: number, follower: number): number {
    const { instance, plan, out } = this;
    const delivery = instance.paired[pickup];
    if (k !== pickup) return out.setupCost(v, i, pickup, plan.next[i]) + out.setupCost(v, k, delivery, follower);
    const services = instance.typeOf[v] * instance.taskCount;
    const actions =
      plan.action(v, i, pickup) +
      plan.action(v, pickup, delivery) +
      plan.action(v, delivery, follower) -
      plan.action(v, i, follower);
    return (
      (actions - instance.service[services + pickup] - instance.service[services + delivery]) * instance.taskTimeCost[v]
    );
  }

  private take(delta: number, i: number, k: number): void {
    this.out.delta = delta;
    this.out.after = i;
    this.out.afterDelivery = k;
  }

  private loadFits(v: number, node: number, pickup: number): boolean {
    const { instance, plan } = this;
    const dimensions = instance.dimensions;
    plan.followLoads(v);
    for (let d = 0; d < dimensions; d++) {
      if (
        plan.loadAfter[node * dimensions + d] + instance.taken[pickup * dimensions + d] >
        instance.capacity[v * dimensions + d]
      )
        return false;
    }
    return true;
  }

  /** Whether all new legs have a way and the limits on their sum hold. */
  private legsHold(v: number, i: number, pickup: number, k: number): boolean {
    const { instance, plan } = this;
    const { place, size } = instance;
    const delivery = instance.paired[pickup];
    if (instance.hasNoWay && !this.waysHold(v, i, pickup, k)) return false;
    const t = instance.travelOf[v];
    const j = plan.next[i];
    const used = plan.count[v] > 0;
    const sum = (matrix: Int32Array): number => {
      const leg = (a: number, b: number): number => matrix[place[a] * size + place[b]];
      if (k === pickup) return leg(i, pickup) + leg(pickup, delivery) + leg(delivery, j) - (used ? leg(i, j) : 0);
      const after = plan.next[k];
      return leg(i, pickup) + leg(pickup, j) - leg(i, j) + leg(k, delivery) + leg(delivery, after) - leg(k, after);
    };
    const distance = instance.distance[t];
    return lengthHolds(plan, v, sum(instance.travel[t]), distance === null ? 0 : sum(distance));
  }

  private waysHold(v: number, i: number, pickup: number, k: number): boolean {
    const { instance, plan } = this;
    const delivery = instance.paired[pickup];
    return (
      hasWay(instance, v, i, pickup) &&
      hasWay(instance, v, pickup, k === pickup ? delivery : plan.next[i]) &&
      hasWay(instance, v, k, delivery) &&
      hasWay(instance, v, delivery, k === pickup ? plan.next[i] : plan.next[k])
    );
  }
}

import { balanceRise } from "../model/balance";
import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import { OUTER } from "./plan-state";
import type { PlanState } from "./plan-state";

/*
 * Legs and sums of a route (cost, number of stops, loads, lengths) when a stop comes or goes: only what changes is
 * computed. `before` and `after` are the nodes on both sides of the stop; the lists are the caller's.
 */

export function setLeg(plan: PlanState, from: number, to: number, cost: number): void {
  const n = plan.instance.taskCount;
  plan.legCost[from] = cost;
  plan.innerLegs[2 * from] = plan.innerLegs[2 * to + 1] = from < n && to < n ? cost : OUTER;
}

/** 1 for a leg of a route that has no way and counts as such. */
export function lacksWay(plan: PlanState, from: number, to: number): number {
  return plan.legCost[from] >= NO_WAY_COST && plan.isLocked[to] === 0 ? 1 : 0;
}

export function addStop(plan: PlanState, v: number, before: number, task: number, after: number): void {
  const { instance, legCost, noWays } = plan;
  const { place, size, hasNoWay } = instance;
  const costs = instance.cost[instance.costOf[v]];
  const into = costs[place[before] * size + place[task]];
  const out = costs[place[task] * size + place[after]];
  const more = into + out - legCost[before];
  if (hasNoWay) noWays[v] -= lacksWay(plan, before, after);
  setLeg(plan, before, task, into);
  setLeg(plan, task, after, out);
  if (hasNoWay) noWays[v] += lacksWay(plan, before, task) + lacksWay(plan, task, after);
  count(plan, v, before, task, after, 1, more);
}

export function dropStop(plan: PlanState, v: number, before: number, task: number, after: number): void {
  const { instance, legCost, noWays } = plan;
  const { place, size, hasNoWay } = instance;
  const direct = instance.cost[instance.costOf[v]][place[before] * size + place[after]];
  const more = direct - legCost[before] - legCost[task];
  if (hasNoWay) noWays[v] -= lacksWay(plan, before, task) + lacksWay(plan, task, after);
  setLeg(plan, before, after, direct);
  if (hasNoWay) noWays[v] += lacksWay(plan, before, after);
  count(plan, v, before, task, after, -1, more);
}

/** A stop more (`sign` 1) or less (-1) in the sums; `legs` is what its legs add to the cost. */
function count(
  plan: PlanState,
  v: number,
  before: number,
  task: number,
  after: number,
  sign: number,
  legs: number,
): void {
  const { instance, routeLoad, routeAtStart } = plan;
  const { dimensions, atStart, taken } = instance;
  const more = instance.balanceWeight > 0 ? legs + balanceRise(instance, plan.count[v], sign) : legs;
  plan.count[v] += sign;
  plan.cost += more;
  plan.routeCost[v] += more;
  for (let d = 0; d < dimensions; d++) {
    const onBoard = sign * atStart[task * dimensions + d];
    routeLoad[v * dimensions + d] += onBoard + sign * taken[task * dimensions + d];
    routeAtStart[v * dimensions + d] += onBoard;
  }
  if (!instance.hasTravelLimit && !instance.hasDistanceLimit) return;
  const { place, size } = instance;
  const into = place[before] * size + place[task];
  const out = place[task] * size + place[after];
  const direct = place[before] * size + place[after];
  const travel = instance.travel[instance.travelOf[v]];
  const distance = instance.distance[instance.travelOf[v]];
  plan.routeTravel[v] += sign * (travel[into] + travel[out] - travel[direct]);
  if (distance !== null) plan.routeDistance[v] += sign * (distance[into] + distance[out] - distance[direct]);
}

/** Numbers that `saveSums` writes for a route. */
export const sumsOfRoute = ({ dimensions }: Instance): number => 5 + 2 * dimensions;

/** Writes the sums of a route down, from `at` on. */
export function saveSums(plan: PlanState, v: number, into: Float64Array, at: number): void {
  const { dimensions } = plan.instance;
  into[at] = plan.routeCost[v];
  into[at + 1] = plan.count[v];
  into[at + 2] = plan.noWays[v];
  into[at + 3] = plan.routeTravel[v];
  into[at + 4] = plan.routeDistance[v];
  for (let d = 0; d < dimensions; d++) {
    into[at + 5 + 2 * d] = plan.routeLoad[v * dimensions + d];
    into[at + 6 + 2 * d] = plan.routeAtStart[v * dimensions + d];
  }
}

/** Gives a route the sums that were written down. */
export function restoreSums(plan: PlanState, v: number, from: Float64Array, at: number): void {
  const { dimensions } = plan.instance;
  plan.cost += from[at] - plan.routeCost[v];
  plan.routeCost[v] = from[at];
  plan.count[v] = from[at + 1];
  plan.noWays[v] = from[at + 2];
  plan.routeTravel[v] = from[at + 3];
  plan.routeDistance[v] = from[at + 4];
  for (let d = 0; d < dimensions; d++) {
    plan.routeLoad[v * dimensions + d] = from[at + 5 + 2 * d];
    plan.routeAtStart[v * dimensions + d] = from[at + 6 + 2 * d];
  }
}

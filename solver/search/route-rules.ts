import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import type { PlanState } from "./plan-state";

/*
 * Rules about single legs, and those that don't depend on the order of a route's stops. Each is defined once, here;
 * insertions, moves and `Plan.isFeasible` use these functions.
 */

/** Skills, and ways there and back: whether a vehicle may serve a task. */
export function mayServe(instance: Instance, v: number, task: number): boolean {
  return instance.allowed[instance.vehicleClass[v] * instance.taskCount + task] === 1;
}

/** Checked by an insertion before any place: whether a vehicle may take a task (a pair has two stops). */
export function mayTake(plan: PlanState, v: number, task: number, stops: number): boolean {
  const { instance } = plan;
  if (instance.hasBans && !mayServe(instance, v, task)) return false;
  return !instance.hasTaskLimit || countHolds(instance, v, plan.count[v] + stops);
}

/** Whether a refreshed route keeps the rules of this file; skills are checked before a task is inserted. */
export function routeHolds(plan: PlanState, v: number): boolean {
  return plan.noWays[v] === 0 && countHolds(plan.instance, v, plan.count[v]) && lengthHolds(plan, v, 0, 0);
}

/** Whether a road leads from one node to the next for a vehicle. */
export function hasWay(instance: Instance, v: number, from: number, to: number): boolean {
  const { cost, costOf, place, size } = instance;
  return cost[costOf[v]][place[from] * size + place[to]] < NO_WAY_COST;
}

/** Number of stops: whether a vehicle may have `count` of them. */
export function countHolds(instance: Instance, v: number, count: number): boolean {
  return count <= instance.maxTasks[v];
}

/** Travel time and distance: whether the route of a vehicle may become longer by `travel` and `metres`. */
export function lengthHolds(plan: PlanState, v: number, travel: number, metres: number): boolean {
  const { maxTravel, maxDistance } = plan.instance;
  return plan.routeTravel[v] + travel <= maxTravel[v] && plan.routeDistance[v] + metres <= maxDistance[v];
}

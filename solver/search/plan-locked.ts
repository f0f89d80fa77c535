import { NEVER, TaskType } from "../model/instance";
import type { Instance } from "../model/instance";
import { beginAt } from "../model/time";
import type { PlanState } from "./plan-state";

/** A plan whose lists can be changed. */
interface Linked extends PlanState {
  link(task: number, after: number): void;
  refresh(v: number): void;
}

/** Puts locked stops first. What can't be kept on time (they may be history) is not counted against them. */
export function placeLocked(plan: Linked): void {
  const instance = plan.instance;
  if (!instance.hasLocked) return;
  for (let v = 0; v < instance.vehicleCount; v++) {
    let after = plan.startOf(v);
    for (const task of instance.locked[v]) {
      plan.link(task, after);
      plan.isLocked[task] = 1;
      after = task;
    }
    for (const task of instance.locked[v]) {
      if (instance.taskType[task] === TaskType.Pickup && plan.isLocked[task + 1] === 0) plan.onlyVehicle[task + 1] = v;
    }
    if (after !== plan.startOf(v)) relaxLocked(plan, v);
  }
}

/** Routes of the locked stops alone. */
export const lockedRoutes = ({ locked }: Instance): number[][] => locked.map((tasks) => [...tasks]);

/** Vehicles that have locked stops: they are always in use. */
export const lockedVehicles = ({ locked }: Instance): number[] =>
  locked.flatMap((tasks, v) => (tasks.length > 0 ? [v] : []));

function relaxLocked(plan: Linked, v: number): void {
  const instance = plan.instance;
  const travel = instance.travel[instance.travelOf[v]];
  let time = instance.windowStart[plan.startOf(v)];
  const end = plan.endOf(v);
  for (let i = plan.startOf(v); i !== end; i = plan.next[i]) {
    const j = plan.next[i];
    time += travel[instance.place[i] * instance.size + instance.place[j]];
    const begin = beginAt(instance, j, time);
    if (begin === NEVER) instance.windowEnd[j] = time;
    else time = begin;
    time += plan.action(v, i, j);
  }
  relaxLoads(plan, v);
  plan.refresh(v);
  if (plan.routeTravel[v] > instance.maxTravel[v]) instance.maxTravel[v] = plan.routeTravel[v];
  if (plan.routeDistance[v] > instance.maxDistance[v]) instance.maxDistance[v] = plan.routeDistance[v];
  if (plan.count[v] > instance.maxTasks[v]) instance.maxTasks[v] = plan.count[v];
}

/**
 * What the locked stops alone have on board above the capacity counts as room, as long as they have it on board. Where
 * all that is carried is delivered, or all is picked up, that is one number for the route; else it is one per node.
 */
function relaxLoads({ instance, overload, carriesTooMuch }: Linked, v: number): void {
  const { dimensions, atStart, taken, capacity, sumDecidesLoad } = instance;
  for (let d = 0; d < dimensions; d++) {
    let load = 0;
    for (const task of instance.locked[v]) load += atStart[task * dimensions + d];
    let most = load;
    for (const task of instance.locked[v]) {
      load += taken[task * dimensions + d] - atStart[task * dimensions + d];
      if (load > most) most = load;
    }
    const k = v * dimensions + d;
    if (most <= capacity[k]) continue;
    if (sumDecidesLoad) capacity[k] = overload.most[k] = most;
    else carriesTooMuch[v] = 1;
  }
}

/** `followLoads` of a route whose locked stops carry too much: loads are those that count against the capacity. */
export function followLoadsOfLocked(plan: PlanState, v: number): void {
  const { next, prev, loadAfter, maxBefore, maxAfter, isLocked, onlyVehicle, excused, instance } = plan;
  const { dimensions, atStart, taken, capacity, taskCount: n } = instance;
  const start = plan.startOf(v);
  const end = plan.endOf(v);
  for (let d = 0; d < dimensions; d++) {
    let load = plan.routeAtStart[v * dimensions + d];
    let ofLocked = 0;
    for (const task of instance.locked[v]) ofLocked += atStart[task * dimensions + d];
    let most = 0;
    for (let i = start; i >= 0; i = i === end ? -1 : next[i]) {
      const at = i * dimensions + d;
      if (i < n) {
        load += taken[at] - atStart[at];
        // with what is delivered of it behind them
        if (isLocked[i] === 1 || onlyVehicle[i] === v) ofLocked += taken[at] - atStart[at];
      }
      excused[at] = Math.max(0, ofLocked - capacity[v * dimensions + d]);
      loadAfter[at] = load - excused[at];
      most = Math.max(most, loadAfter[at]);
      maxBefore[at] = most;
    }
    most = 0;
    for (let i = end; i >= 0; i = i === start ? -1 : prev[i]) {
      most = Math.max(most, loadAfter[i * dimensions + d]);
      maxAfter[i * dimensions + d] = most;
    }
  }
}

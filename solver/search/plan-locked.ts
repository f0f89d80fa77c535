import { NEVER, TaskType } from "../model/instance";
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
  for (let d = 0; d < instance.dimensions; d++) {
    let load = 0;
    for (const task of instance.locked[v]) load += instance.atStart[task * instance.dimensions + d];
    let most = load;
    for (const task of instance.locked[v]) {
      load += instance.taken[task * instance.dimensions + d] - instance.atStart[task * instance.dimensions + d];
      if (load > most) most = load;
    }
    const k = v * instance.dimensions + d;
    if (most > instance.capacity[k]) instance.capacity[k] = most;
  }
  plan.refresh(v);
  if (plan.routeTravel[v] > instance.maxTravel[v]) instance.maxTravel[v] = plan.routeTravel[v];
  if (plan.routeDistance[v] > instance.maxDistance[v]) instance.maxDistance[v] = plan.routeDistance[v];
  if (plan.count[v] > instance.maxTasks[v]) instance.maxTasks[v] = plan.count[v];
}

import { NEVER } from "../model/instance";
import type { Instance } from "../model/instance";
import type { PlanState } from "./plan-state";

/*
 * The O(1) test of time windows. Waiting is free, so the earlier departure is never worse: a route is split at any leg
 * into what is before it, of which the earliest departure is stored, and what is behind it, of which the latest one is,
 * and both can be joined when the one reaches the other. With single windows, no breaks and no setup (`plainTimes`) the
 * test is here, otherwise in `plan-layers.ts`, and nowhere else in the search. `row` is `typeOf[v] * taskCount`.
 */

/** Earliest departure from a task that is reached at `arrival`; NEVER when its window is over. */
export function departureFrom(instance: Instance, row: number, task: number, arrival: number): number {
  if (arrival > instance.windowEnd[task]) return NEVER;
  const begin = arrival < instance.windowStart[task] ? instance.windowStart[task] : arrival;
  return begin + instance.service[row + task];
}

/** Whether a node that is reached at `arrival` and all behind it stay on time. */
export function staysOnTime(plan: PlanState, row: number, node: number, arrival: number): boolean {
  const { instance, latest } = plan;
  if (node >= instance.taskCount) return arrival <= instance.windowEnd[node];
  return departureFrom(instance, row, node, arrival) <= latest[node];
}

/** Earliest and latest departures along a route with single windows, no breaks and no setup. */
export function refreshTimes(plan: PlanState, v: number, start: number, end: number): void {
  const instance = plan.instance;
  const { place, size, taskCount: n, windowStart, windowEnd, service } = instance;
  const { next, prev, depart, latest } = plan;
  const travel = instance.travel[instance.travelOf[v]];
  const row = instance.typeOf[v] * n;
  let time = windowStart[start];
  depart[start] = time;
  let i = start;
  while (i !== end) {
    const j = next[i];
    time += travel[place[i] * size + place[j]];
    if (time < windowStart[j]) time = windowStart[j];
    if (j !== end) time += service[row + j];
    depart[j] = time;
    i = j;
  }
  let limit = windowEnd[end];
  latest[end] = limit;
  i = end;
  while (i !== start) {
    const j = prev[i];
    if (i !== end) limit -= service[row + i];
    if (limit > windowEnd[i]) limit = windowEnd[i];
    limit -= travel[place[j] * size + place[i]];
    latest[j] = limit;
    i = j;
  }
}

/** The same after one task was linked in: only until the times stay as they were. */
export function insertTimes(plan: PlanState, v: number, task: number): void {
  const instance = plan.instance;
  const { place, size, windowStart, windowEnd, service } = instance;
  const { next, prev, depart, latest } = plan;
  const travel = instance.travel[instance.travelOf[v]];
  const row = instance.typeOf[v] * instance.taskCount;
  const n = instance.taskCount;
  let i = prev[task];
  let j = task;
  let time = depart[i];
  for (;;) {
    time += travel[place[i] * size + place[j]];
    if (time < windowStart[j]) time = windowStart[j];
    if (j >= n) {
      depart[j] = time;
      break;
    }
    time += service[row + j];
    if (depart[j] === time && j !== task) break;
    depart[j] = time;
    i = j;
    j = next[j];
  }
  i = next[task];
  j = task;
  let limit = latest[i];
  for (;;) {
    if (i < n) limit -= service[row + i];
    if (limit > windowEnd[i]) limit = windowEnd[i];
    limit -= travel[place[j] * size + place[i]];
    if (latest[j] === limit && j !== task) break;
    latest[j] = limit;
    if (j >= n) break;
    i = j;
    j = prev[j];
  }
}

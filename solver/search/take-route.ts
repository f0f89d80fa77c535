import type { Plan } from "./plan";

/** Takes all stops of a route out, without refreshing it. */
export function clearRoute(plan: Plan, v: number): void {
  const end = plan.endOf(v);
  for (let i = plan.next[plan.startOf(v)]; i !== end;) {
    const following = plan.next[i];
    plan.unlink(i);
    i = following;
  }
}

/** Links tasks one behind the other in an empty route, without refreshing it. */
export function linkAll(plan: Plan, v: number, tasks: Iterable<number>): void {
  let after = plan.startOf(v);
  for (const task of tasks) {
    plan.link(task, after);
    after = task;
  }
}

/**
 * The same, into a list from a place on.
 * @returns the place behind the last one
 */
export function takeRoute(plan: Plan, v: number, into: Int32Array, from: number): number {
  const end = plan.endOf(v);
  let at = from;
  for (let i = plan.next[plan.startOf(v)]; i !== end; i = plan.next[i]) into[at++] = i;
  clearRoute(plan, v);
  return at;
}

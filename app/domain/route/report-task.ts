/** Reports from the road that wait for a dispatcher: what they say on screens, and what can be done about them. */
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";

/** A company that has more open tasks than these has stopped looking at them. */
export const MOST_OPEN_TASKS = 2000;

const WHAT: Readonly<Record<string, string>> = {
  "route.start": "the start of the route",
  "route.finish": "the finish of the route",
  "visit.done": "done",
  "visit.failed": "failed",
  "visit.on_route": "on route again",
};

/** 'Drew Driver reported Bakery Frick as done'. */
export function reportWords({ action, by, visitName }: { action: string; by: string; visitName: string }): string {
  const what = WHAT[action] ?? "something";
  return visitName === "" ? `${by} reported ${what}` : `${by} reported ${visitName} as ${what}`;
}

/** Whether the report can be carried out after all; what it is refused with then is told when it is tried. */
export function canApply(task: { isSettled: boolean; visitId: number | null; routeId: number | null }): Permission {
  if (task.isSettled) return refuse("task.settled", "Somebody has settled this already.", 409);
  if (task.visitId === null && task.routeId === null) return refuse("task.gone", "What it was about was removed.", 409);
  return ALLOWED;
}

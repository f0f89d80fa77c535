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

/** What a report is about, as it is now; null: it was removed. */
export interface ReportSubject {
  visit: { routeId: number | null } | null;
  route: object | null;
}

/** Whether the report can be carried out after all; what it is refused with then is told when it is tried. */
export function canApply(
  { action, isSettled }: { action: string; isSettled: boolean },
  { visit, route }: ReportSubject,
): Permission {
  if (isSettled) return refuse("task.settled", "Somebody has settled this already.", 409);
  const isOfVisit = action.startsWith("visit.");
  if ((isOfVisit ? visit : route) === null) return refuse("task.gone", "What it was about was removed.", 409);
  if (isOfVisit && visit?.routeId === null) return refuse("visit.no_route", "The visit is not on a route.", 409);
  return ALLOWED;
}

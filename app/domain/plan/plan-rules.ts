/** Rules of plans: status, counts, propagation of start and end. */
import { ALLOWED, accept, confirmation, refuse } from "../decision";
import { applyChanges } from "../apply-changes";
import { mergeChanges, planningChanges } from "../changes";
import { addMonths, isDateText } from "../time/calendar";
import { noDayMessage } from "../validation/text";
import { isNotCompleted } from "../route/route-gate";
import { RouteStatus, isBeforeRoad } from "../route/route-status";
import { isLocationVisit } from "../visit/visit-order";
import { PlanStatus } from "./plan-status";
import type { PlanningChanges } from "../changes";
import type { Confirmation, Decision, Permission } from "../decision";
import type { RouteEnds } from "../place";
import type { Route } from "../route/route";
import type { Plan } from "./plan";
import type { Visit } from "../visit/visit";

/** Marking completed sets 5, marking not completed sets 1. */
export const setPlanCompleted = (plan: Pick<Plan, "id">, completed: boolean): Decision<PlanningChanges> =>
  accept(
    planningChanges({ plan: { id: plan.id, set: { status: completed ? PlanStatus.Completed : PlanStatus.Created } } }),
  );

/** Starting dispatch again would change nothing. */
export const canStartDispatch = (plan: Pick<Plan, "status">): Permission =>
  plan.status === PlanStatus.Dispatching ? refuse("plan.dispatching", "Dispatch has started already.", 409) : ALLOWED;

/** Starting dispatch sets 4. */
export const startDispatch = (plan: Pick<Plan, "id">): Decision<PlanningChanges> =>
  accept(planningChanges({ plan: { id: plan.id, set: { status: PlanStatus.Dispatching } } }));

/**
 * Status that follows from the routes until dispatch is started or the plan is completed: Planning once a route was
 * calculated, Scheduled once every route with visits is approved.
 */
export function planStatusFromRoutes(plan: Pick<Plan, "status">, routes: readonly Pick<Route, "status">[]): PlanStatus {
  if (plan.status === PlanStatus.Dispatching || plan.status === PlanStatus.Completed) return plan.status;
  const used = routes.filter((route) => route.status !== RouteStatus.Empty);
  if (used.length === 0) return PlanStatus.Created;
  return used.every((route) => route.status >= RouteStatus.Scheduled) ? PlanStatus.Scheduled : PlanStatus.Planning;
}

/** The changes, with the plan's status as it follows from its routes; `routes` are all of the plan. */
export function withPlanStatus(
  changes: PlanningChanges,
  { plan, routes }: { plan: Plan; routes: readonly Route[] },
): PlanningChanges {
  if (changes.plan?.set.status !== undefined) return changes;
  const after = [...applyChanges({ routes }, changes).routes, ...changes.createRoutes];
  const status = planStatusFromRoutes(plan, after);
  return status === plan.status
    ? changes
    : mergeChanges([changes, planningChanges({ plan: { id: plan.id, set: { status } } })]);
}

/** Settings of a plan that the times or costs of its routes follow from. */
export const TIMED_SETTINGS = [
  "squashDuration",
  "avoidTolls",
  "avoidHighways",
  "aim",
  "vehicleSettings",
] as const satisfies readonly (keyof Plan)[];

/** The routes with stops that are still to be driven. */
export function unfinishedInUse<R extends Pick<Route, "id" | "status">>({
  routes,
  visits,
}: {
  routes: readonly R[];
  visits: readonly Pick<Visit, "type" | "routeId">[];
}): R[] {
  const used = new Set(visits.filter(isLocationVisit).map((visit) => visit.routeId));
  return routes.filter((route) => used.has(route.id) && isNotCompleted(route).ok);
}

/** Delivered visits over all visits in whole percent; 0 without visits. */
export const deliveredPercent = (counts: { all: number; delivered: number }): number =>
  counts.all === 0 ? 0 : Math.round((100 * counts.delivered) / counts.all);

export type EndsChange = Partial<RouteEnds>;

/** The four fields of a route's start, and those of its end. */
const SIDES = [
  ["startLocationType", "startLocationLat", "startLocationLng", "startLocationAddress"],
  ["endLocationType", "endLocationLat", "endLocationLng", "endLocationAddress"],
] as const satisfies readonly (readonly (keyof RouteEnds)[])[];

/** The start, the end, or both, where they differ from what is stored. */
function changedEnds(stored: RouteEnds, ends: EndsChange): EndsChange {
  const changed = SIDES.filter((side) =>
    side.some((field) => field in ends && (ends[field] ?? null) !== (stored[field] ?? null)),
  );
  return Object.fromEntries(changed.flat().flatMap((field) => (field in ends ? [[field, ends[field]]] : [])));
}

/**
 * Changes start or end of a plan. Routes before the road take over the side that changed, and keep a start or an end of
 * their own on the other side; those that have visits are recalculated by position, because their first or last leg
 * changed.
 */
export function changePlanEnds(
  plan: Pick<Plan, "id"> & RouteEnds,
  ends: EndsChange,
  routes: readonly Pick<Route, "id" | "status">[],
): Decision<PlanningChanges> {
  const changed = changedEnds(plan, ends);
  if (Object.keys(changed).length === 0) return accept(planningChanges());
  const followers = routes.filter((route) => isBeforeRoad(route.status));
  const planned = followers.filter((route) => route.status !== RouteStatus.Empty);
  return accept(
    planningChanges({
      plan: { id: plan.id, set: changed },
      routes: followers.map((route) => ({ id: route.id, set: changed })),
      recalculate: planned.map((route) => ({ routeId: route.id, mode: "position" as const })),
    }),
  );
}

/** Whether a planned route should have started by now. `start` and `nowSec` are epoch seconds. */
export const isStartMissed = (
  { status, start }: Pick<Route, "status"> & { start: number | null },
  nowSec: number,
): boolean => status !== RouteStatus.Empty && isBeforeRoad(status) && start !== null && start < nowSec;

/** Planned routes that should have started by now. */
export const missedStarts = <R extends Pick<Route, "status"> & { start: number | null }>(
  routes: readonly R[],
  nowSec: number,
): R[] => routes.filter((route) => isStartMissed(route, nowSec));

/** How many titles are tried before a title that is taken is proposed. */
const MAX_TITLE_TRIES = 20;

/**
 * Titles that the create dialog may propose, the best first: Plan followed by count plus one, then the next numbers.
 */
export const defaultPlanTitles = (planCount: number): string[] =>
  Array.from({ length: MAX_TITLE_TRIES }, (_, index) => `Plan ${planCount + 1 + index}`);

/** The first that no plan has. After a plan was removed, count plus one may be the title of another. */
export const defaultPlanTitle = (titles: readonly string[], taken: readonly string[]): string =>
  titles.find((title) => !taken.includes(title)) ?? titles[0]!;

/** Question before a plan is removed. */
export const removePlanQuestion = (plan: Pick<Plan, "title">): Confirmation =>
  confirmation("plan.remove", `Do you want to remove ${plan.title}?`, { danger: true });

/** Beyond it a date is a mistake, such as 2207 for 2027, or 9999-12-31 of a list for "no end". */
const MAX_MONTHS_AHEAD = 120;

/** The last day that can be planned on `today`. */
export const lastPlanDay = (today: string): string => addMonths(today, MAX_MONTHS_AHEAD);

/** A service date is a day of the calendar, today (in the warehouse's zone) or later, and not years away. */
export function canPlanOn(serviceDate: string, today: string): Permission {
  if (!isDateText(serviceDate)) {
    const message = noDayMessage("Date", serviceDate);
    return refuse("plan.date", message, 422, { serviceDate: message });
  }
  if (serviceDate < today) {
    const message = "Date can be today or later only";
    return refuse("plan.date_past", message, 422, { serviceDate: message });
  }
  if (serviceDate > lastPlanDay(today)) {
    const message = "Date can be at most ten years ahead";
    return refuse("plan.date_far", message, 422, { serviceDate: message });
  }
  return { ok: true };
}

/** Rules of plans: status, counts, propagation of start and end. */
import { ALLOWED, accept, confirmation, refuse } from "../decision";
import { planningChanges } from "../changes";
import { isDateText } from "../time/time-zone";
import { RouteStatus, isBeforeRoad } from "../route/route-status";
import { PlanStatus } from "./plan-status";
import type { PlanningChanges } from "../changes";
import type { Confirmation, Decision, Permission } from "../decision";
import type { RouteEnds } from "../place";
import type { Route } from "../route/route";
import type { Plan } from "./plan";

/** Marking completed sets 5, marking not completed sets 1. */
export const setPlanCompleted = (plan: Pick<Plan, "id">, completed: boolean): Decision<PlanningChanges> =>
  accept(planningChanges({ plan: { id: plan.id, set: { status: completed ? PlanStatus.Completed : PlanStatus.Created } } }));

/** Starting dispatch again would change nothing. */
export const canStartDispatch = (plan: Pick<Plan, "status">): Permission =>
  plan.status === PlanStatus.Dispatching ? refuse("plan.dispatching", "Dispatch has started already.", 409) : ALLOWED;

/** Starting dispatch sets 4. */
export const startDispatch = (plan: Pick<Plan, "id">): Decision<PlanningChanges> =>
  accept(planningChanges({ plan: { id: plan.id, set: { status: PlanStatus.Dispatching } } }));

/**
 * Status that follows from the routes while nobody has started dispatch or completed the plan: Planning once a route
 * was calculated, Scheduled once every route with visits is approved.
 */
export function planStatusFromRoutes(plan: Pick<Plan, "status">, routes: readonly Pick<Route, "status">[]): PlanStatus {
  if (plan.status === PlanStatus.Dispatching || plan.status === PlanStatus.Completed) return plan.status;
  const used = routes.filter((route) => route.status !== RouteStatus.Empty);
  if (used.length === 0) return PlanStatus.Created;
  return used.every((route) => route.status >= RouteStatus.Scheduled) ? PlanStatus.Scheduled : PlanStatus.Planning;
}

/** Delivered visits over all visits in whole percent; 0 without visits. */
export const deliveredPercent = (counts: { all: number; delivered: number }): number =>
  counts.all === 0 ? 0 : Math.round((100 * counts.delivered) / counts.all);

export type EndsChange = Partial<RouteEnds>;

/**
 * Changes start or end of a plan. Routes before the road take them over; those that have visits are recalculated
 * by position, because their first or last way changed.
 */
export function changePlanEnds(plan: Pick<Plan, "id">, ends: EndsChange, routes: readonly Pick<Route, "id" | "status">[]): Decision<PlanningChanges> {
  const followers = routes.filter((route) => isBeforeRoad(route.status));
  return accept(
    planningChanges({
      plan: { id: plan.id, set: ends },
      routes: followers.map((route) => ({ id: route.id, set: ends })),
      recalculate: followers.filter((route) => route.status !== RouteStatus.Empty).map((route) => ({ routeId: route.id, mode: "position" as const })),
    }),
  );
}

/** Planned routes that nobody has started although their time has come. `start` and `nowSec` are epoch seconds. */
export const missedStarts = <R extends Pick<Route, "status"> & { start: number | null }>(routes: readonly R[], nowSec: number): R[] =>
  routes.filter((route) => route.status !== RouteStatus.Empty && isBeforeRoad(route.status) && route.start !== null && route.start < nowSec);

/** Title that the create dialog proposes: Plan followed by count plus one. */
export const defaultPlanTitle = (planCount: number): string => `Plan ${planCount + 1}`;

/** Question before a plan is removed. */
export const removePlanQuestion = (plan: Pick<Plan, "title">): Confirmation =>
  confirmation("plan.remove", `Do you want to remove ${plan.title}?`, { danger: true });

/** A service date is a day of the calendar, today (in the warehouse's zone) or later. */
export function canPlanOn(serviceDate: string, today: string): Permission {
  if (!isDateText(serviceDate)) return refuse("plan.date", "Date is required", 422, { serviceDate: "Date is required" });
  if (serviceDate < today) {
    const message = "Date can be today or later only";
    return refuse("plan.date_past", message, 422, { serviceDate: message });
  }
  return { ok: true };
}

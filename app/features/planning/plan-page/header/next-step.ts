/** Which of a plan's buttons leads on: the one that is filled. */
import { canApprovePlan, isReadyToStart } from "~/domain/route/route-permissions";
import { isLocationVisit } from "~/domain/visit/visit-order";
import type { RouteItem, VisitItem } from "../plan-view";

export type PlanStep = "calculate" | "approve" | "start";

/** The approved routes that wait for their start. */
export const routesToStart = <R extends Pick<RouteItem, "status" | "stops">>(routes: readonly R[]): R[] =>
  routes.filter((route) => route.stops > 0 && isReadyToStart(route));

/**
 * Visits that no calculation has seen come first, then the approval of what was calculated, then the start. A visit
 * that a calculation left out has a reason, and another calculation would leave it out again. Null: all is on its way,
 * or waits for its day.
 * @param calculateReason why the plan can't be calculated
 * @param daysAhead of the plan, see `daysAhead`: tomorrow's routes aren't started with the most obvious button
 */
export function nextStep(
  routes: readonly Pick<RouteItem, "status" | "isLocked" | "stops">[],
  visits: readonly Pick<VisitItem, "type" | "routeId" | "reason">[],
  calculateReason: string | undefined,
  daysAhead: number,
): PlanStep | null {
  const isNew = visits.some((visit) => isLocationVisit(visit) && visit.routeId === null && visit.reason === undefined);
  if (isNew && calculateReason === undefined) return "calculate";
  if (canApprovePlan(routes.filter((route) => route.stops > 0)).ok) return "approve";
  if (routesToStart(routes).length > 0) return daysAhead > 0 ? null : "start";
  return calculateReason === undefined ? "calculate" : null;
}

/** A visit as a change of it finds it, with all that stands on its route. */
import { refuse, refusalError } from "../decision";
import type { Plan } from "../plan/plan";
import type { PlanSlice } from "../plan/plan-slice";
import type { Route } from "../route/route";
import type { Visit } from "./visit";

export interface VisitOnRoute {
  visit: Visit;
  route: Route | null;
  /** all visits of the visit's route */
  visits: Visit[];
}

export interface VisitInPlan extends VisitOnRoute {
  plan: Plan;
}

/** Of a change that is meant for one plan: trying again would not help. */
export const LEFT_PLAN = refuse("visit.left_plan", "The visit is not in this plan any more.", 409);

export function onItsRoute({ routes, visits }: Pick<PlanSlice, "routes" | "visits">, visit: Visit): VisitOnRoute {
  const route = routes.find((one) => one.id === visit.routeId) ?? null;
  return { visit, route, visits: visits.filter((one) => route !== null && one.routeId === route.id) };
}

/** @returns undefined for a visit that left the plan */
export function findVisit(slice: PlanSlice, visitId: number): VisitInPlan | undefined {
  const visit = slice.visits.find((one) => one.id === visitId && one.planId === slice.plan.id);
  return visit && { ...onItsRoute(slice, visit), plan: slice.plan };
}

/** @throws AppError 409 for a visit that left the plan */
export function visitOf(slice: PlanSlice, visitId: number): VisitInPlan {
  const found = findVisit(slice, visitId);
  if (found === undefined) throw refusalError(LEFT_PLAN.error);
  return found;
}

/** Which routes and visits a calculation is about. */
import { formatNumber, count } from "../format-number";
import { closedBy, isOpen } from "../route/route-gate";
import { isLocationVisit, isToServe } from "../visit/visit-order";
import type { Route } from "../route/route";
import type { Visit } from "../visit/visit";

export const NO_ROUTES = "Add at least one vehicle to the plan.";
export const NO_VISITS = "Add at least one visit to the plan.";

export interface CalculationScope<R = Route, V = Visit> {
  routes: R[];
  /** all visits of these routes, past ones, start, end and break included, and the unscheduled ones for a whole plan */
  visits: V[];
}

/** What the scope follows from: the plan's page has it too. */
type ScopedRoute = Pick<Route, "id" | "status" | "isLocked">;
type ScopedVisit = Pick<Visit, "routeId" | "type" | "status">;

/** A whole plan: routes that are neither locked nor completed, their visits, and the visits without a route. */
export function planScope<R extends ScopedRoute, V extends ScopedVisit>(
  routes: readonly R[],
  visits: readonly V[],
): CalculationScope<R, V> {
  const plannable = routes.filter((route) => isOpen(route).ok);
  const ids = new Set(plannable.map((route) => route.id));
  return { routes: plannable, visits: visits.filter((visit) => visit.routeId === null || ids.has(visit.routeId)) };
}

/** One route with its own visits. Locks don't count: a route on the road is locked and still gets new times. */
export function routeScope(route: Route, visits: readonly Visit[]): CalculationScope {
  return { routes: [route], visits: visits.filter((visit) => visit.routeId === route.id) };
}

/**
 * Why there is nothing to calculate although the plan has routes and visits: they are all locked or completed, or the
 * visits stand on those that are. Null: there is another reason, or none.
 */
export function closedSentence(
  routes: readonly ScopedRoute[],
  visits: readonly ScopedVisit[],
  scope: CalculationScope<ScopedRoute, ScopedVisit>,
): string | null {
  if (scope.visits.some(isToServe))
    return scope.routes.length === 0 && routes.length > 0 ? `${closedRoutes(routes)}: ${UNLOCK}` : null;
  const inScope = new Set(scope.routes.map((route) => route.id));
  const closed = routes.filter((route) => !inScope.has(route.id));
  const there = visits.filter(
    (visit) => isLocationVisit(visit) && visit.routeId !== null && !inScope.has(visit.routeId),
  ).length;
  if (closed.length === 0 || there === 0) return null;
  const all = visits.filter(isLocationVisit).length;
  const which =
    there < all
      ? `${formatNumber(there)} of ${formatNumber(all)} visits stand`
      : there === 1
        ? "The only visit stands"
        : `All ${formatNumber(all)} visits stand`;
  const others = there < all ? ", the others are done" : "";
  const on = closed.length === 1 ? "a route that is" : "routes that are";
  return `${which} on ${on} locked or completed${others}. ${closedRoutes(routes)}: ${UNLOCK}`;
}

/** Why a whole plan can't be calculated, before it is asked for; null: it can. */
export const calculationRefused = (routes: readonly ScopedRoute[], visits: readonly ScopedVisit[]): string | null => {
  if (!visits.some(isLocationVisit)) return NO_VISITS;
  return routes.length === 0 ? NO_ROUTES : closedSentence(routes, visits, planScope(routes, visits));
};

const UNLOCK = "unlock the routes that are to be calculated, or add a route and visits for it.";

/** '5 of 6 routes are locked, 1 is completed' */
function closedRoutes(routes: readonly ScopedRoute[]): string {
  const completed = routes.filter((route) => closedBy(route) === "completed").length;
  const locked = routes.filter((route) => closedBy(route) === "locked").length;
  const are = (amount: number): string => (amount === 1 ? "is" : "are");
  const of = `of ${count(routes.length, "route")}`;
  if (locked === 0) return `${formatNumber(completed)} ${of} ${are(completed)} completed`;
  const others = completed === 0 ? "" : `, ${formatNumber(completed)} ${are(completed)} completed`;
  return `${formatNumber(locked)} ${of} ${are(locked)} locked${others}`;
}

/** Which routes and visits a calculation is about. */
import { RouteStatus } from "../route/route-status";
import type { Route } from "../route/route";
import type { Visit } from "../visit/visit";

export interface CalculationScope {
  routes: Route[];
  /** all visits of these routes, past ones and marks included, and the unscheduled ones for a whole plan */
  visits: Visit[];
}

/** A whole plan: routes that are neither locked nor completed, their visits, and the visits without a route. */
export function planScope(routes: readonly Route[], visits: readonly Visit[]): CalculationScope {
  const open = routes.filter((route) => !route.isLocked && route.status !== RouteStatus.Completed);
  const ids = new Set(open.map((route) => route.id));
  return { routes: open, visits: visits.filter((visit) => visit.routeId === null || ids.has(visit.routeId)) };
}

/** One route with its own visits. Locks don't count: a route on the road is locked and still gets new times. */
export function routeScope(route: Route, visits: readonly Visit[]): CalculationScope {
  return { routes: [route], visits: visits.filter((visit) => visit.routeId === route.id) };
}

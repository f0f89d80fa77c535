/** What may be done with a route now, each with the sentence why not. Buttons and commands use the same functions. */
import { ALLOWED, refuse } from "../decision";
import { isLocationVisit, isPast, isUnscheduled, isToServe } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { COMPLETED, isNotLocked, isOpen, LOCKED, isNotCompleted } from "./route-gate";
import type { RouteGate } from "./route-gate";
import { RouteStatus, isApprovedStatus } from "./route-status";
import type { Permission } from "../decision";
import type { OrderedVisit } from "../visit/visit-order";
import type { Route } from "./route";
import { vehicleName } from "../vehicle/vehicle";
import type { Vehicle } from "../vehicle/vehicle";

export const NO_ROUTE_WITH_VISITS = "No route has visits yet. Calculate the plan first.";
export const FINISH_REFUSED = "You can not finish route while there are unserved visits";

/** Approving does nothing on a locked route, so the button says why. */
export const canApprove = (route: RouteGate, _visits: readonly OrderedVisit[]): Permission => isNotLocked(route);

/** Nothing to serve on it. */
const WITHOUT_VISITS = refuse("route.no_visits", "The route has no visits.", 409);

/** Where the screens offer approval: a program may also approve a route without visits. */
export function offersApproval(route: RouteGate, visits: readonly OrderedVisit[]): Permission {
  const allowed = canApprove(route, visits);
  return !allowed.ok || visits.some(isLocationVisit) ? allowed : WITHOUT_VISITS;
}

/** Approving a plan approves its open routes with visits. @param used the routes that have visits */
export function canApprovePlan(used: readonly RouteGate[]): Permission {
  if (used.length === 0) return refuse("plan.no_routes", NO_ROUTE_WITH_VISITS, 409);
  return used.some((route) => canApprove(route, []).ok)
    ? ALLOWED
    : refuse("route.locked", "All routes are approved and locked already.", 409);
}

/** Approved, and waiting for its start. */
export const isReadyToStart = (route: Pick<RouteGate, "status">): boolean => route.status === RouteStatus.Scheduled;

/** Starting several routes of a plan at once. @param used the routes that have visits */
export const canStartRoutes = (used: readonly RouteGate[]): Permission =>
  used.some(isReadyToStart) ? ALLOWED : refuse("route.none_ready", "No approved route is waiting for its start.", 409);

/** A route starts once, and only with something to serve. */
export function canStart(route: RouteGate, visits: readonly OrderedVisit[]): Permission {
  if (route.status === RouteStatus.OnRoute) return refuse("route.on_route", "The route is already on route.", 409);
  if (route.status === RouteStatus.Completed) return COMPLETED;
  if (!visits.some(isLocationVisit)) return WITHOUT_VISITS;
  return ALLOWED;
}

/** Visits that keep a route from finishing: not past, not unscheduled, not the end. */
function unservedVisits<V extends OrderedVisit>(visits: readonly V[]): V[] {
  return visits.filter((visit) => !isPast(visit) && !isUnscheduled(visit) && visit.type !== VisitType.End);
}

/** A route that is on route finishes when nothing is left to serve. */
export function canFinish(route: RouteGate, visits: readonly OrderedVisit[]): Permission {
  if (route.status === RouteStatus.Completed) return COMPLETED;
  if (unservedVisits(visits).length > 0) return refuse("route.unserved_visits", FINISH_REFUSED, 400);
  if (route.status !== RouteStatus.OnRoute) return refuse("route.not_started", "The route has not been started.", 409);
  return ALLOWED;
}

/** A route with a status or visits to take back. */
export const canReset = (route: RouteGate, visits: readonly OrderedVisit[]): Permission =>
  route.status === RouteStatus.Empty && visits.length === 0
    ? refuse("route.empty", "The route is already empty.", 409)
    : ALLOWED;

/** Setting a route empty: its visits stay where they are, and it isn't driven. */
export function canEmpty(route: RouteGate): Permission {
  const permission = isNotLocked(route);
  if (!permission.ok) return permission;
  return route.status === RouteStatus.Empty ? refuse("route.empty", "The route is already empty.", 409) : ALLOWED;
}

/** Approved and still to be driven, but without a driver: allowed, with a warning. */
export const isWithoutDriver = (route: Pick<Route, "status" | "driverId">): boolean =>
  route.driverId === null && isApprovedStatus(route.status) && isNotCompleted(route).ok;

export const canRemoveRoute = (route: RouteGate): Permission => isNotLocked(route);

/** Removing all visits skips locked routes; where all are locked there is nothing to remove. */
export function canRemoveAllVisits(routes: readonly RouteGate[], visits: readonly OrderedVisit[]): Permission {
  if (visits.length === 0) return refuse("visits.none", "There are no visits.", 409);
  if (routes.length > 0 && routes.every((route) => route.isLocked)) return LOCKED;
  return ALLOWED;
}

/** Calculating changes a route's order, so locked and completed routes are left alone. */
export function canCalculate(route: RouteGate, visits: readonly OrderedVisit[]): Permission {
  const permission = isOpen(route);
  if (!permission.ok) return permission;
  if (!visits.some(isToServe)) return WITHOUT_VISITS;
  return ALLOWED;
}

/** A vehicle drives one route of a plan. @param field of the form */
export const isFree = (vehicle: Vehicle, routes: readonly Pick<Route, "vehicleId">[], field: string): Permission => {
  if (!routes.some((route) => route.vehicleId === vehicle.id)) return ALLOWED;
  const message = `${vehicleName(vehicle)} has a route in this plan already.`;
  return refuse("route.vehicle_used", message, 409, { [field]: message });
};

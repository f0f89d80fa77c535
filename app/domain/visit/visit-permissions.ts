/** What may be done with a visit now; buttons and commands use the same functions. */
import { ALLOWED, refuse } from "../decision";
import { isNotLocked, isOpen, LOCKED } from "../route/route-gate";
import type { RouteGate } from "../route/route-gate";
import { RouteStatus, isApprovedStatus } from "../route/route-status";
import { isPast, isLocationVisit, nextVehicleVisit, isStartOrEnd } from "./visit-order";
import { VisitStatus } from "./visit-status";
import { VisitType } from "./visit-type";
import type { Permission } from "../decision";
import type { Route } from "../route/route";
import { hasCoordinates } from "../validation/coordinates";
import type { OrderedVisit } from "./visit-order";
import type { Visit } from "./visit";

export type { RouteGate };

/**
 * Changing a visit's own data or place in the route: no route or one that isn't locked, not start or end,
 * not where the vehicle is heading, not past. `visits` are those of the same route.
 */
export function canChangeVisit(
  visit: OrderedVisit,
  route: RouteGate | null,
  visits: readonly OrderedVisit[],
): Permission {
  if (route?.isLocked === true) return LOCKED;
  if (isStartOrEnd(visit)) {
    return refuse("visit.start_or_end", "The start and the end of a route follow the route's settings.");
  }
  if (isPast(visit)) return refuse("visit.past", "The visit is already done or failed.", 409);
  if (nextVehicleVisit(route, visits)?.id === visit.id) {
    return refuse("visit.next", "The vehicle is on its way to this visit.", 409);
  }
  return ALLOWED;
}

/** What helps the driver to reach the recipient and changes nothing of the route. */
const CONTACT_FIELDS: ReadonlySet<string> = new Set([
  "recipientPhone",
  "recipientEmail",
  "recipientNote",
  "deliveryNote",
]);

/** Changing phone, e-mail and notes alone: also on a locked route, and while the vehicle is on its way there. */
export function canChangeContact(visit: OrderedVisit): Permission {
  if (!isLocationVisit(visit))
    return refuse("visit.start_or_end", "The start and the end of a route follow the route's settings.");
  return isPast(visit) ? refuse("visit.past", "The visit is already done or failed.", 409) : ALLOWED;
}

/** Changing these fields of a visit; `visits` are those of its route. */
export const canChangeFields = (
  fields: readonly string[],
  visit: OrderedVisit,
  route: RouteGate | null,
  visits: readonly OrderedVisit[],
): Permission =>
  fields.every((field) => CONTACT_FIELDS.has(field)) ? canChangeContact(visit) : canChangeVisit(visit, route, visits);

export const SET_PLACE_FIRST = "Set the place on the map first.";

/** A delivery or a pickup without coordinates: no route can be planned to it. */
export const lacksPlace = (visit: Pick<Visit, "type"> & Partial<Pick<Visit, "lat" | "lng">>): boolean =>
  isLocationVisit(visit) && !hasCoordinates({ lat: visit.lat, lng: visit.lng });

/**
 * Taking a visit from where it is, wherever it goes: its place is set, and its route lets it go. A break stays on its
 * route and may be moved there. `visits` are those of the same route.
 */
export function canBeMoved(
  visit: OrderedVisit & Partial<Pick<Visit, "lat" | "lng">>,
  route: RouteGate | null,
  visits: readonly OrderedVisit[],
): Permission {
  if (lacksPlace(visit)) return refuse("visit.no_place", SET_PLACE_FIRST, 409);
  return isLocationVisit(visit) ? canChangeRoute(visit, route) : canChangeVisit(visit, route, visits);
}

/** Taking a visit off its route or to another one: route not locked, not a break (start, end or past visit neither). */
export function canChangeRoute(visit: OrderedVisit, route: RouteGate | null): Permission {
  if (route?.isLocked === true) return LOCKED;
  if (visit.type === VisitType.Break) return refuse("visit.break", "A break belongs to its route.");
  if (!isLocationVisit(visit))
    return refuse("visit.start_or_end", "The start and the end of a route follow the route's settings.");
  if (isPast(visit)) return refuse("visit.past", "The visit is already done or failed.", 409);
  return ALLOWED;
}

/** Taking visits in, wherever they are dropped: neither into a completed nor into a locked route. */
export const canReceiveVisits = (route: RouteGate): Permission => isOpen(route);

/** Removing a visit: a locked route keeps its visits. */
export const canRemoveVisit = (_visit: OrderedVisit, route: RouteGate | null): Permission => isNotLocked(route);

/**
 * Where dispatchers are offered done and failed, for drivers who call in: on routes that were approved once. A report
 * that comes from elsewhere is taken on any route.
 */
export const canCallIn = (route: Pick<Route, "status">): Permission =>
  isApprovedStatus(route.status) ? ALLOWED : refuse("route.not_approved", "Approve the route first.", 409);

/** Done, failed and on route are reported for visits that stand on a route. */
export function canReport(visit: OrderedVisit & { routeId: number | null }): Permission {
  if (visit.routeId === null) return refuse("visit.no_route", "The visit is not on a route.", 409);
  return ALLOWED;
}

/** Its driver takes a photo of before away to make room for another one; a stop that is done keeps its proof. */
export function canRemovePhoto(visit: Pick<Visit, "status">, route: Pick<Route, "status">): Permission {
  if (route.status !== RouteStatus.OnRoute) return refuse("route.not_on_route", "The route is not on route.", 409);
  return visit.status === VisitStatus.Delivered
    ? refuse("attachment.done", "The stop is done. Its photos stay with it.", 409)
    : ALLOWED;
}

/** Back on the road: only what was reported done or failed, and only while its route is on route. */
export function canSetOnRoute(
  visit: OrderedVisit & { routeId: number | null },
  route: Pick<Route, "status"> | null,
): Permission {
  const reportable = canReport(visit);
  if (!reportable.ok) return reportable;
  if (route?.status !== RouteStatus.OnRoute) return refuse("route.not_on_route", "The route is not on route.", 409);
  return isPast(visit) ? ALLOWED : refuse("visit.not_past", "The visit is neither done nor failed.", 409);
}

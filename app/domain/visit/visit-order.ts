/** The order of visits in a route, and where the vehicle is in it. */
import { UNSCHEDULED_POSITION } from "../constants";
import { RouteStatus } from "../route/route-status";
import { VisitStatus, isPastStatus } from "./visit-status";
import { VisitType, isLocationType } from "./visit-type";
import type { Route } from "../route/route";
import type { Visit } from "./visit";

export type OrderedVisit = Pick<Visit, "id" | "type" | "status" | "position">;

/** Past: done or failed. */
export const isPast = (visit: Pick<Visit, "status">): boolean => isPastStatus(visit.status);

/** A delivery or a pickup (not start, end or break). */
export const isLocationVisit = (visit: Pick<Visit, "type">): boolean => isLocationType(visit.type);

/** The start or the end of a route: both follow the route's settings. */
export const isStartOrEnd = (visit: Pick<Visit, "type">): boolean =>
  visit.type === VisitType.Start || visit.type === VisitType.End;

/** A delivery or a pickup that is not reported yet. */
export const isToServe = (visit: Pick<Visit, "type" | "status">): boolean => isLocationVisit(visit) && !isPast(visit);

/** Stored as unscheduled: also a visit on a route that its calculation could not serve. */
export const isUnscheduled = (visit: Pick<Visit, "status">): boolean => visit.status === VisitStatus.Unscheduled;

/** It is on a route, and served there. */
export const isScheduled = (visit: Pick<Visit, "routeId" | "status">): boolean =>
  visit.routeId !== null && !isUnscheduled(visit);

/** A stop or a break with a place in its route's order: no start, no end, nothing unscheduled. */
export const hasOrder = (visit: Pick<Visit, "type" | "status">): boolean =>
  !isStartOrEnd(visit) && !isUnscheduled(visit);

/**
 * How many stops nothing is put ahead of: those that are past, and the one that the vehicle is heading to.
 * @param order of the route, start and end left out
 */
export function fixedStops(route: Pick<Route, "status"> | undefined, order: readonly Pick<Visit, "status">[]): number {
  const past = order.filter(isPast).length;
  return route?.status === RouteStatus.OnRoute && order.length > past ? past + 1 : past;
}

/** Start, placed visits, unscheduled ones, end; ranks keep that order on routes of a thousand stops too. */
function rank(visit: OrderedVisit): number {
  if (visit.type === VisitType.Start) return 0;
  if (visit.type === VisitType.End) return 3;
  return isUnscheduled(visit) ? 2 : 1;
}

/** An unscheduled visit has no place of its own: its position is left over from an earlier one. */
const placeOf = (visit: OrderedVisit): number => (isUnscheduled(visit) ? UNSCHEDULED_POSITION : visit.position);

function compareVisits(a: OrderedVisit, b: OrderedVisit): number {
  return rank(a) - rank(b) || placeOf(a) - placeOf(b) || a.id - b.id;
}

/** A sorted copy: start first, end last, unscheduled before the end, same position by id. */
export const sortVisits = <V extends OrderedVisit>(visits: readonly V[]): V[] => [...visits].sort(compareVisits);

/** What is still to be driven, in order: placed, not past, and not the start. */
export function remainingVisits<V extends OrderedVisit>(visits: readonly V[]): V[] {
  return sortVisits(visits).filter(
    (visit) => !isPast(visit) && visit.type !== VisitType.Start && !isUnscheduled(visit),
  );
}

/** The first visit that is still to be driven, or null. */
export const nextVisit = <V extends OrderedVisit>(visits: readonly V[]): V | null => remainingVisits(visits)[0] ?? null;

/** Is it this visit's turn? */
export const isNext = (visit: Pick<Visit, "id">, visits: readonly OrderedVisit[]): boolean =>
  nextVisit(visits)?.id === visit.id;

/** Where the vehicle is heading: the next visit of a route that is on route, else null. */
export function nextVehicleVisit<V extends OrderedVisit>(
  route: Pick<Route, "status"> | null,
  visits: readonly V[],
): V | null {
  return route?.status === RouteStatus.OnRoute ? nextVisit(visits) : null;
}

/**
 * Where the vehicle has been last: the past visit with the highest position, or null before the first. An end that was
 * reported while stops remain is not where they are driven from.
 */
export function currentVehicleVisit<V extends OrderedVisit>(visits: readonly V[]): V | null {
  const past = sortVisits(visits).filter((visit) => isPast(visit) && visit.type !== VisitType.End);
  return past.at(-1) ?? null;
}

/**
 * New positions when `visitId` moves to just after the current vehicle visit. Only visits whose position
 * changes are listed. Start and end keep their own.
 */
export function moveAfterCurrent(visitId: number, visits: readonly OrderedVisit[]): { id: number; position: number }[] {
  const current = currentVehicleVisit(visits);
  const moved = visits.find((visit) => visit.id === visitId);
  if (moved === undefined) return [];
  const others = sortVisits(visits).filter((visit) => visit.id !== visitId && rank(visit) === 1);
  // The start is not among the others: the first place is behind it.
  const after = others.findIndex((visit) => visit.id === current?.id) + 1;
  return renumber([...others.slice(0, after), moved, ...others.slice(after)]);
}

/** Positions 1, 2, 3 … in the given order; only those that change. */
export function renumber(inOrder: readonly Pick<Visit, "id" | "position">[]): { id: number; position: number }[] {
  return inOrder
    .map((visit, index) => ({ id: visit.id, position: index + 1, before: visit.position }))
    .filter((visit) => visit.position !== visit.before)
    .map(({ id, position }) => ({ id, position }));
}

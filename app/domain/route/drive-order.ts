/** The order in which a route is really driven, and the legs between its stops that are not measured yet. */
import { hasCoordinates } from "../validation/coordinates";
import { isPast, isStartOrEnd, isUnscheduled, sortVisits } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import type { Place } from "../place";
import type { OrderedVisit } from "../visit/visit-order";
import type { Visit } from "../visit/visit";

/** Of a report that says no time: after those that do. Times are UTC text, whose order is that of the text. */
const NO_TIME = "9999";

/**
 * Start, past stops by when they were really reported, what is still to be driven, end. Unscheduled visits have no
 * place in it.
 */
export const driveOrder = <V extends OrderedVisit & Pick<Visit, "completedAt">>(visits: readonly V[]): V[] =>
  ordered(visits, (past) => past.sort(byReport));

/**
 * The same as the route's last timing has stored it, for whoever shows a list: a failed visit that becomes delivered
 * keeps its place and its number until the route is timed again.
 */
export const storedOrder = <V extends OrderedVisit>(visits: readonly V[]): V[] => ordered(visits, (past) => past);

function ordered<V extends OrderedVisit>(visits: readonly V[], pastOnes: (past: V[]) => V[]): V[] {
  const placed = sortVisits(visits).filter((visit) => !isUnscheduled(visit) || isStartOrEnd(visit));
  const ofType = (type: string) => placed.filter((visit) => visit.type === type);
  const stops = placed.filter((visit) => !isStartOrEnd(visit));
  return [
    ...ofType(VisitType.Start),
    ...pastOnes(stops.filter(isPast)),
    ...stops.filter((visit) => !isPast(visit)),
    ...ofType(VisitType.End),
  ];
}

function byReport(a: Pick<Visit, "completedAt">, b: Pick<Visit, "completedAt">): number {
  const [timeA, timeB] = [a.completedAt ?? NO_TIME, b.completedAt ?? NO_TIME];
  return timeA < timeB ? -1 : timeA > timeB ? 1 : 0;
}

/** The leg to a stop from the place before it. */
export interface LegToMeasure {
  visitId: number;
  from: Place;
  to: Place;
}

/** True when a measured leg is this one: the same stop, from the same place, at the same place. */
export const isSameLeg = (a: LegToMeasure, b: LegToMeasure): boolean =>
  a.visitId === b.visitId &&
  a.from.lat === b.from.lat &&
  a.from.lng === b.from.lng &&
  a.to.lat === b.to.lat &&
  a.to.lng === b.to.lng;

/** Breaks are taken where the vehicle stands, so they have no leg of their own. */
const placeOf = (visit: Visit): Place | null =>
  visit.type !== VisitType.Break && hasCoordinates(visit) ? { lat: visit.lat ?? 0, lng: visit.lng ?? 0 } : null;

/** For each stop with a place: the leg from the stop before it. */
function legsOf(visits: readonly Visit[]): Map<number, LegToMeasure & { fromId: number }> {
  const legs = new Map<number, LegToMeasure & { fromId: number }>();
  let last: { id: number; place: Place } | null = null;
  for (const visit of driveOrder(visits)) {
    const place = placeOf(visit);
    if (place === null) continue;
    if (last !== null) legs.set(visit.id, { visitId: visit.id, fromId: last.id, from: last.place, to: place });
    last = { id: visit.id, place };
  }
  return legs;
}

/**
 * Legs that are new because the order changed: their stored times and distances start at another stop. Stops that were
 * past and still are keep the leg on which they were reached. Both lists are all visits of the route.
 */
export function legsToMeasure(before: readonly Visit[], after: readonly Visit[]): LegToMeasure[] {
  const past = (visits: readonly Visit[]) => new Set(visits.filter(isPast).map((visit) => visit.id));
  const pastBefore = past(before);
  const pastAfter = past(after);
  const known = legsOf(before);
  return [...legsOf(after).values()]
    .filter(
      (leg) =>
        !(pastBefore.has(leg.visitId) && pastAfter.has(leg.visitId)) && known.get(leg.visitId)?.fromId !== leg.fromId,
    )
    .map(({ visitId, from, to }) => ({ visitId, from, to }));
}

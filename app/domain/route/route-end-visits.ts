/** Start and end of a route as visits: created with the route's first stop, moved when its start or end moves. */
import { END_POSITION, START_POSITION } from "../constants";
import { isPast } from "../visit/visit-order";
import { BLANK_VISIT } from "../visit/new-visit";
import { VisitStatus, plannedStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import type { NewVisit, Patch } from "../changes";
import type { Place } from "../place";
import type { Visit } from "../visit/visit";
import type { Route } from "./route";

/** An empty start, end or break of a route. */
export const newRouteVisit = (
  route: Pick<Route, "companyId" | "planId" | "id" | "warehouseId">,
  type: "S" | "E" | "B",
): NewVisit => ({
  ...BLANK_VISIT,
  companyId: route.companyId,
  planId: route.planId,
  routeId: route.id,
  warehouseId: route.warehouseId,
  type,
  status: VisitStatus.Scheduled,
});

/** Ids of starts and ends that are not stored yet: negative, and different for every route. */
const draftId = (routeId: number, type: "S" | "E"): number => -(2 * routeId + (type === "E" ? 1 : 0));

/** Name, place and status of a start or an end. */
export const endVisitFields = (route: Route, type: "S" | "E", place: Place) => ({
  name: type === VisitType.Start ? "Start" : "End",
  address: (type === VisitType.Start ? route.startLocationAddress : route.endLocationAddress) ?? "",
  lat: place.lat,
  lng: place.lng,
  status: plannedStatus(route),
  position: type === VisitType.Start ? START_POSITION : END_POSITION,
});

export interface RouteWithEnds {
  /** all visits of the route, with its start and end where they belong; new ones have draft ids */
  visits: Visit[];
  patches: Patch<Visit>[];
  removeIds: number[];
  drafts: ReadonlyMap<number, NewVisit>;
}

const samePlace = (visit: Visit, place: Place): boolean => visit.lat === place.lat && visit.lng === place.lng;

/** @param own all visits of the route; @param ends where they belong now, `end` is null for an open end */
export function withEndVisits(
  route: Route,
  own: readonly Visit[],
  ends: { start: Place; end: Place | null },
): RouteWithEnds {
  const drafts = new Map<number, NewVisit>();
  const patches: Patch<Visit>[] = [];
  const removeIds: number[] = [];
  let visits = [...own];
  for (const [type, place] of [
    [VisitType.Start, ends.start],
    [VisitType.End, ends.end],
  ] as const) {
    const known = visits.find((visit) => visit.type === type);
    if (known !== undefined && isPast(known)) continue;
    if (place === null) {
      if (known !== undefined) removeIds.push(known.id);
    } else if (known === undefined) {
      const id = draftId(route.id, type);
      const made = { ...newRouteVisit(route, type), ...endVisitFields(route, type, place) };
      drafts.set(id, made);
      visits.push({ ...made, id, createdAt: "", updatedAt: "" });
    } else if (!samePlace(known, place)) {
      const { name: _name, status: _status, position: _position, ...set } = endVisitFields(route, type, place);
      patches.push({ id: known.id, set });
      visits = visits.map((visit) => (visit.id === known.id ? { ...visit, ...set } : visit));
    }
  }
  return { visits: visits.filter((visit) => !removeIds.includes(visit.id)), patches, removeIds, drafts };
}

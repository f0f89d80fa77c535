/** The plan as the map draws it. */
import { decodePolyline } from "~/lib/polyline";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { isLocationVisit, isUnscheduled } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import type { LngLat } from "~/lib/polyline";
import { MAP_STATUS } from "~/ui/map/map-status";
import type { MapRoute, MapStop } from "~/ui/map/map-types";
import type { RouteItem, VisitItem } from "../plan-view";
import { colourOf, isLate } from "../stop-look";

/** The stop of a visit stays the same object as long as the visit, and what it takes from its route, do. */
const drawn = new WeakMap<VisitItem, MapStop>();

export function mapStops(visits: readonly VisitItem[], routes: ReadonlyMap<number, RouteItem>): MapStop[] {
  const stops: MapStop[] = [];
  for (const visit of visits) {
    if (!isLocationVisit(visit) || visit.lat === undefined || visit.lng === undefined) continue;
    const route = visit.routeId === null ? null : (routes.get(visit.routeId) ?? null);
    const colour = colourOf(route);
    const status = MAP_STATUS[displayedVisitStatus(visit, route)];
    let stop = drawn.get(visit);
    if (
      stop === undefined ||
      stop.colour !== colour.fill ||
      stop.square !== colour.square ||
      stop.status !== status ||
      stop.routeName !== route?.vehicle
    ) {
      stop = {
        id: visit.id,
        lat: visit.lat,
        lng: visit.lng,
        label: visit.label > 0 && route !== null ? String(visit.label) : "",
        name: visit.name,
        routeId: visit.routeId,
        routeName: route?.vehicle,
        colour: colour.fill,
        textColour: colour.text,
        square: colour.square,
        status,
        warning: visit.broken !== undefined || isLate(visit),
      };
      drawn.set(visit, stop);
    }
    stops.push(stop);
  }
  return stops;
}

/** The roads where a calculation found them, straight from stop to stop elsewhere. */
export function mapRoute(route: RouteItem, visits: readonly VisitItem[]): MapRoute {
  const path: LngLat[] = [];
  for (const visit of visits) {
    if (isUnscheduled(visit)) continue;
    if (visit.line !== undefined) path.push(...decodePolyline(visit.line));
    if (visit.lat !== undefined && visit.lng !== undefined && visit.type !== VisitType.Break)
      path.push([visit.lng, visit.lat]);
  }
  const colour = colourOf(route);
  return {
    id: route.id,
    name: route.vehicle,
    colour: colour.fill,
    textColour: colour.text,
    square: colour.square,
    path,
  };
}

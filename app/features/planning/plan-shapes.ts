/** The plan as the map and the timeline draw it. */
import { decodePolyline } from "~/lib/polyline";
import { routeColor } from "~/domain/route/route-palette";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import { VisitType } from "~/domain/visit/visit-type";
import type { LngLat, MapRoute, MapStop, MapStopStatus } from "~/ui/map/map-types";
import type { TimelineRow, TimelineSegment } from "~/ui/timeline/timeline-types";
import type { RouteItem, VisitItem } from "./plan-view";

export const colourOf = (route: Pick<RouteItem, "index" | "stops"> | null) => routeColor(route?.index ?? 0, route === null || route.stops === 0);

const MAP_STATUS: Readonly<Record<VisitStatus, MapStopStatus>> = {
  [VisitStatus.Unscheduled]: "unscheduled",
  [VisitStatus.Scheduled]: "scheduled",
  [VisitStatus.OnRoute]: "onRoute",
  [VisitStatus.Delivered]: "done",
  [VisitStatus.Failed]: "failed",
};

type Groups = ReadonlyMap<number | null, readonly VisitItem[]>;

export function mapStops(visits: readonly VisitItem[], routes: ReadonlyMap<number, RouteItem>): MapStop[] {
  const stops: MapStop[] = [];
  for (const visit of visits) {
    if (!isLocationVisit(visit) || visit.lat === undefined || visit.lng === undefined) continue;
    const route = visit.routeId === null ? null : (routes.get(visit.routeId) ?? null);
    const colour = colourOf(route);
    stops.push({
      id: visit.id,
      lat: visit.lat,
      lng: visit.lng,
      label: visit.label > 0 && route !== null ? String(visit.label) : "",
      name: visit.name,
      routeId: visit.routeId,
      colour: colour.fill,
      textColour: colour.text,
      status: MAP_STATUS[displayedVisitStatus(visit, route)],
      warning: visit.broken !== undefined || (visit.lateSec ?? 0) > 0,
    });
  }
  return stops;
}

/** The way driven where a calculation found one, straight from stop to stop elsewhere. */
export function mapRoutes(routes: readonly RouteItem[], groups: Groups): MapRoute[] {
  return routes
    .filter((route) => route.stops > 0)
    .map((route) => {
      const path: LngLat[] = [];
      for (const visit of groups.get(route.id) ?? []) {
        if (visit.status === VisitStatus.Unscheduled) continue;
        if (visit.line !== undefined) path.push(...decodePolyline(visit.line));
        if (visit.lat !== undefined && visit.lng !== undefined && visit.type !== VisitType.Break) path.push([visit.lng, visit.lat]);
      }
      return { id: route.id, name: route.vehicle, colour: colourOf(route).fill, path };
    })
    .filter((route) => route.path.length > 1);
}

/** @param midnight epoch seconds at which the service date begins at the warehouse */
export function timelineRows(routes: readonly RouteItem[], groups: Groups, midnight: number): TimelineRow[] {
  return routes
    .filter((route) => route.stops > 0)
    .map((route) => {
      const segments: TimelineSegment[] = [];
      const visits = (groups.get(route.id) ?? []).filter((visit) => visit.eta !== undefined && visit.status !== VisitStatus.Unscheduled);
      for (const visit of visits) {
        const arrival = visit.eta! - midnight;
        const stopId = visit.id;
        if (visit.travelSec > 0) segments.push({ kind: "driving", startSec: arrival - visit.travelSec, endSec: arrival });
        if (visit.waitSec > 0) segments.push({ kind: "waiting", startSec: arrival, endSec: arrival + visit.waitSec, stopId });
        if (visit.type === VisitType.Start || visit.type === VisitType.End) continue;
        const begin = arrival + visit.waitSec;
        if (visit.serviceSec > 0) segments.push({ kind: visit.type === VisitType.Break ? "break" : "service", startSec: begin, endSec: begin + visit.serviceSec, stopId });
      }
      const sec = (epoch: number | null | undefined): number | null => (epoch === null || epoch === undefined ? null : epoch - midnight);
      return {
        id: route.id,
        name: route.vehicle,
        detail: route.driver,
        colour: colourOf(route).fill,
        segments,
        stops: visits.filter(isLocationVisit).map((visit) => ({
          id: visit.id,
          label: String(visit.label),
          name: visit.name,
          arrivalSec: visit.eta! - midnight + visit.waitSec,
          windowStartSec: sec(visit.opens),
          windowEndSec: sec(visit.closes),
          late: (visit.lateSec ?? 0) > 0,
        })),
        shiftStartSec: sec(route.shiftStart),
        shiftEndSec: sec(route.shiftEnd),
      };
    });
}

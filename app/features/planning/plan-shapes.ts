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

const isMark = (visit: VisitItem): boolean => visit.type === VisitType.Start || visit.type === VisitType.End;
/** Nobody has noted how long a vehicle waited where it has been. */
const waitOf = (visit: VisitItem): number => (visit.ata === undefined ? visit.waitSec : 0);
/** Of a past visit the end of service is known; of a planned one the arrival. Epoch seconds. */
const arrivalOf = (visit: VisitItem): number => (visit.ata === undefined ? visit.eta! : visit.ata - (isMark(visit) ? 0 : visit.serviceSec));

/** The way to a visit, waiting and service there; `arrival` in seconds since midnight. */
function segmentsOf(visit: VisitItem, arrival: number): TimelineSegment[] {
  const segments: TimelineSegment[] = [];
  const begin = arrival + waitOf(visit);
  if (visit.travelSec > 0) segments.push({ kind: "driving", startSec: arrival - visit.travelSec, endSec: arrival });
  if (begin > arrival) segments.push({ kind: "waiting", startSec: arrival, endSec: begin, stopId: visit.id });
  if (!isMark(visit) && visit.serviceSec > 0) segments.push({ kind: visit.type === VisitType.Break ? "break" : "service", startSec: begin, endSec: begin + visit.serviceSec, stopId: visit.id });
  return segments;
}

/** @param midnight epoch seconds at which the service date begins at the warehouse */
export function timelineRows(routes: readonly RouteItem[], groups: Groups, midnight: number): TimelineRow[] {
  return routes
    .filter((route) => route.stops > 0)
    .map((route) => {
      const visits = (groups.get(route.id) ?? []).filter((visit) => (visit.ata ?? visit.eta) !== undefined && visit.status !== VisitStatus.Unscheduled);
      const segments = visits.flatMap((visit) => segmentsOf(visit, arrivalOf(visit) - midnight));
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
          arrivalSec: arrivalOf(visit) - midnight + waitOf(visit),
          windowStartSec: sec(visit.opens),
          windowEndSec: sec(visit.closes),
          late: (visit.lateSec ?? 0) > 0,
        })),
        shiftStartSec: sec(route.shiftStart),
        shiftEndSec: sec(route.shiftEnd),
      };
    });
}

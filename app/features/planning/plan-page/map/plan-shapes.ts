/** The plan as the map and the timeline draw it. */
import { decodePolyline } from "~/lib/polyline";
import { routeColor } from "~/domain/route/route-palette";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { VisitTimes } from "~/domain/visit/visit-times";
import { VisitType } from "~/domain/visit/visit-type";
import type { LngLat, MapRoute, MapStop, MapStopStatus } from "~/ui/map/map-types";
import type { TimelineRow, TimelineSegment } from "~/ui/timeline/timeline-types";
import { itemTimes, type RouteItem, type VisitItem } from "../plan-view";

export const colourOf = (route: Pick<RouteItem, "index" | "stops"> | null) =>
  routeColor(route?.index ?? 0, route === null || route.stops === 0);

const MAP_STATUS: Readonly<Record<VisitStatus, MapStopStatus>> = {
  [VisitStatus.Unscheduled]: "unscheduled",
  [VisitStatus.Scheduled]: "scheduled",
  [VisitStatus.OnRoute]: "onRoute",
  [VisitStatus.Delivered]: "done",
  [VisitStatus.Failed]: "failed",
};

type Groups = ReadonlyMap<number | null, readonly VisitItem[]>;

/** The stop of a visit stays the same object as long as the visit and what it takes from its route do. */
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

/** Remembers what was made of each route; made again only when the route or one of its visits is another object. */
export class RouteShapes<Shape> {
  private known = new Map<number, { route: RouteItem; visits: readonly VisitItem[]; shape: Shape }>();

  constructor(private readonly make: (route: RouteItem, visits: readonly VisitItem[]) => Shape) {}

  of(routes: readonly RouteItem[], groups: Groups): Shape[] {
    const next: typeof this.known = new Map();
    const shapes = routes
      .filter((route) => route.stops > 0)
      .map((route) => {
        const visits = groups.get(route.id) ?? [];
        const old = this.known.get(route.id);
        const same = old !== undefined && old.route === route && sameItems(old.visits, visits);
        const shape = same ? old.shape : this.make(route, visits);
        next.set(route.id, { route, visits, shape });
        return shape;
      });
    this.known = next;
    return shapes;
  }
}

const sameItems = (a: readonly VisitItem[], b: readonly VisitItem[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));

/** The way driven where a calculation found one, straight from stop to stop elsewhere. */
export function mapRoute(route: RouteItem, visits: readonly VisitItem[]): MapRoute {
  const path: LngLat[] = [];
  for (const visit of visits) {
    if (visit.status === VisitStatus.Unscheduled) continue;
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

const isMark = (visit: VisitItem): boolean => visit.type === VisitType.Start || visit.type === VisitType.End;
/** Planned too late, or served later than planned. */
const isLate = ({ lateSec, offSec }: VisitItem): boolean => (lateSec ?? offSec ?? 0) > 0;

interface Timed {
  visit: VisitItem;
  times: VisitTimes;
}

/** The leg to a visit, waiting and service there, in seconds since midnight; `travelSec` of the leg without a break. */
function segmentsOf({ visit, times }: Timed, midnight: number, travelSec: number): TimelineSegment[] {
  const segments: TimelineSegment[] = [];
  const [arrival, begin, end] = [times.arrival - midnight, times.begin - midnight, times.end - midnight];
  if (travelSec > 0) segments.push({ kind: "driving", startSec: arrival - travelSec, endSec: arrival });
  if (begin > arrival) segments.push({ kind: "waiting", startSec: arrival, endSec: begin, stopId: visit.id });
  if (!isMark(visit) && end > begin)
    segments.push({
      kind: visit.type === VisitType.Break ? "break" : "service",
      startSec: begin,
      endSec: end,
      stopId: visit.id,
    });
  return segments;
}

/** A route's day. A planned break parts the way on which it lies: what is driven before it, and the rest. */
function daySegments(stops: readonly Timed[], midnight: number): TimelineSegment[] {
  let free: number | null = null;
  let driven = 0;
  return stops.flatMap((stop, index) => {
    const { visit, times } = stop;
    const isRest = visit.type === VisitType.Break && visit.ata === undefined;
    const leg = isRest
      ? (stops.slice(index).find((later) => later.visit.type !== VisitType.Break)?.visit.travelSec ?? 0)
      : visit.travelSec;
    const travelSec = Math.max(0, Math.min(leg - driven, isRest && free !== null ? times.arrival - free : leg));
    driven = isRest ? driven + travelSec : 0;
    free = times.end;
    return segmentsOf(stop, midnight, travelSec);
  });
}

/** @param midnight epoch seconds at which the service date begins at the warehouse */
export function timelineRow(route: RouteItem, group: readonly VisitItem[], midnight: number): TimelineRow {
  const timed = group.flatMap((visit): Timed[] => {
    const times = visit.status === VisitStatus.Unscheduled ? null : itemTimes(visit);
    return times === null ? [] : [{ visit, times }];
  });
  const segments = daySegments(timed, midnight);
  const sec = (epoch: number | null | undefined): number | null =>
    epoch === null || epoch === undefined ? null : epoch - midnight;
  return {
    id: route.id,
    name: route.vehicle,
    detail: route.driverId === null ? undefined : route.driver,
    colour: colourOf(route).fill,
    square: colourOf(route).square,
    segments,
    stops: timed
      .filter(({ visit }) => isLocationVisit(visit))
      .map(({ visit, times }) => ({
        id: visit.id,
        label: String(visit.label),
        name: visit.name,
        timeLabel: times.label,
        shownSec: times.shown - midnight,
        beginSec: times.begin - midnight,
        endSec: times.end - midnight,
        windowStartSec: sec(visit.opens),
        windowEndSec: sec(visit.closes),
        late: isLate(visit),
      })),
    shiftStartSec: sec(route.shiftStart),
    shiftEndSec: sec(route.shiftEnd),
    overtimeSec: route.overtimeSec,
  };
}

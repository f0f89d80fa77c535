/** A route as the map of its live pages shows it: on the server and in browsers alike. */
import { routeColor } from "~/domain/route/route-palette";
import { storedOrder } from "~/domain/route/drive-order";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { isLocationVisit, isUnscheduled } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import { RouteStatus } from "~/domain/route/route-status";
import type { Route } from "~/domain/route/route";
import type { Visit } from "~/domain/visit/visit";
import { decodePolyline, encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";
import { MAP_STATUS } from "~/ui/map/map-status";
import type { MapRoute, MapStop } from "~/ui/map/map-types";
import { stopMark } from "~/ui/map/route-marks";
import type { MarkedPosition, MarkedRoute, MarkedStop } from "~/ui/map/route-marks";

interface LiveMapRoute extends MarkedRoute {
  /** the vehicle's position is known from its start to its finish */
  isOnRoad: boolean;
}

export interface LiveMapData {
  /** null: the visit is on no route */
  route: LiveMapRoute | null;
  /** in the order of driving */
  stops: MarkedStop[];
  /** encoded; empty for fewer than two places */
  line: string;
  /** the line follows roads: from every place to the next one they are known */
  hasRoads: boolean;
  /** null: none was shared, or the vehicle is not on the road */
  position: MarkedPosition | null;
}

/** @param visits of the route, or the one that is on no route */
export function liveMapOf(
  visits: readonly Visit[],
  route: Route | null,
  marked: MarkedRoute | null,
  position: MarkedPosition | null,
): LiveMapData {
  const isOnRoad = route?.status === RouteStatus.OnRoute;
  const ordered = route === null ? visits : storedOrder(visits);
  return {
    route: marked === null ? null : { ...marked, isOnRoad },
    stops: ordered.filter(isLocationVisit).map((visit) => ({
      id: visit.id,
      name: visit.name,
      label: route === null ? 0 : visit.labelPosition,
      ...(visit.lat === null || visit.lng === null ? {} : { lat: visit.lat, lng: visit.lng }),
      status: MAP_STATUS[displayedVisitStatus(visit, route)],
    })),
    ...wayOf(route === null ? [] : ordered),
    position: isOnRoad ? position : null,
  };
}

/** The roads where a calculation found them, straight from place to place elsewhere. */
function wayOf(ordered: readonly Visit[]): Pick<LiveMapData, "line" | "hasRoads"> {
  const path: LngLat[] = [];
  let places = 0;
  let hasRoads = true;
  for (const visit of ordered) {
    if (visit.lat === null || visit.lng === null || visit.type === VisitType.Break || isUnscheduled(visit)) continue;
    if (visit.polyline) path.push(...decodePolyline(visit.polyline));
    else if (places > 0) hasRoads = false;
    path.push([visit.lng, visit.lat]);
    places += 1;
  }
  return { line: places < 2 ? "" : encodePolyline(path), hasRoads };
}

/** @param onlyId the stop that the page is about: the others fade */
export const liveStops = ({ route, stops }: LiveMapData, onlyId: number | null): MapStop[] =>
  stops.flatMap((stop) =>
    stopMark(stop, route ?? NO_ROUTE).map((mark) => ({
      ...mark,
      ...(route === null && { routeId: null, routeName: undefined }),
      faded: onlyId !== null && stop.id !== onlyId,
    })),
  );

const NO_ROUTE: MarkedRoute = { id: 0, index: 0, vehicle: "" };

/** Thin where the page is about one stop of it. */
export function liveLines({ route, line }: LiveMapData, onlyId: number | null): MapRoute[] {
  if (route === null || line === "") return [];
  const { fill, text, square } = routeColor(route.index, false);
  return [
    {
      id: route.id,
      name: route.vehicle,
      colour: fill,
      textColour: text,
      square,
      path: decodePolyline(line),
      ahead: onlyId !== null,
      nameless: true,
    },
  ];
}

/** What the map can't show, in words; empty when it shows everything. */
export function mapWords({ route, hasRoads, line }: LiveMapData, hasPosition: boolean): string {
  const words = [];
  if (route !== null && !route.isOnRoad) words.push("The vehicle is shown here while it is on the road.");
  if (route?.isOnRoad && !hasPosition) words.push("The vehicle’s position has not been shared yet.");
  if (line !== "" && !hasRoads) words.push("Where roads are not known, the line is straight.");
  return words.join(" ");
}

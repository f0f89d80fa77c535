/** A route as the map of its driver's page shows it. */
import { storedOrder } from "~/domain/route/drive-order";
import type { LightMapData, LightMapLine, LightMapPlace } from "~/domain/light-map";
import type { Place } from "~/domain/place";
import { stateOfVisit } from "~/domain/route/road-view";
import { RouteStatus } from "~/domain/route/route-status";
import type { Route } from "~/domain/route/route";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { isLocationVisit, isPast, isStartOrEnd } from "~/domain/visit/visit-order";
import type { Visit } from "~/domain/visit/visit";
import { VisitType } from "~/domain/visit/visit-type";
import { encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";

const placeOf = ({ lat, lng, type }: Visit): Place | null =>
  type !== VisitType.Break && hasCoordinates({ lat, lng }) ? { lat: lat!, lng: lng! } : null;

/** The roads where they are known, straight from stop to stop elsewhere. */
function linesOf(order: readonly Visit[]): LightMapLine[] {
  const [driven, ahead]: [string[], string[]] = [[], []];
  let last: Place | null = null;
  for (const visit of order) {
    const place = placeOf(visit);
    if (place === null) continue;
    const straight = last && encodePolyline([last, place].map(({ lng, lat }): LngLat => [lng, lat]));
    const leg = visit.polyline || straight;
    if (leg) (isPast(visit) ? driven : ahead).push(leg);
    last = place;
  }
  return [
    { polylines: driven, isPast: true },
    { polylines: ahead, isPast: false },
  ].filter(({ polylines }) => polylines.length > 0);
}

/** Start and end, the one time where they are the same place. */
function endsOf(order: readonly Visit[]): LightMapPlace[] {
  const ends = order.filter(isStartOrEnd).flatMap((visit) => {
    const place = placeOf(visit);
    return place === null ? [] : [{ ...place, name: visit.type === VisitType.Start ? "Start" : "End" }];
  });
  const [start, end] = ends;
  if (start && end && start.lat === end.lat && start.lng === end.lng) return [{ ...start, name: "Start and end" }];
  return ends;
}

/** @param visits all of the route */
export function routeMap(
  route: Pick<Route, "status">,
  visits: readonly Visit[],
): Pick<LightMapData, "lines" | "stops" | "places"> {
  const order = storedOrder(visits);
  const locations = order.filter(isLocationVisit);
  const next = route.status === RouteStatus.OnRoute ? locations.find((visit) => !isPast(visit)) : undefined;
  return {
    lines: linesOf(order),
    stops: locations.flatMap((visit) => {
      const place = placeOf(visit);
      if (place === null) return [];
      const { id, name, labelPosition } = visit;
      return [
        { ...place, id, label: String(labelPosition), name, state: stateOfVisit(visit), isNext: id === next?.id },
      ];
    }),
    places: endsOf(order),
  };
}

/** A route's stops and its vehicle as the maps of the road draw them. */
import { routeColor } from "~/domain/route/route-palette";
import { ageWords, isStale } from "~/domain/route/position-age";
import { vehicleInText } from "~/domain/vehicle/vehicle";
import type { MapStop, MapStopStatus, MapVehicle } from "./map-types";

export interface MarkedRoute {
  id: number;
  /** its index in the plan: the colour */
  index: number;
  vehicle: string;
  /** told beside it, because titles may be equal; missing or null: none */
  plate?: string | null;
}

const nameOf = ({ vehicle, plate = null }: MarkedRoute): string => vehicleInText({ vehicle, plate });

export interface MarkedStop {
  id: number;
  name: string;
  /** number in the route; 0 for none */
  label: number;
  /** degrees; both missing when the place is not set */
  lat?: number;
  lng?: number;
  status: MapStopStatus;
}

/** Where a vehicle was last. */
export interface MarkedPosition {
  lat: number;
  lng: number;
  headingDeg: number | null;
  /** epoch seconds */
  atSec: number;
}

const lookOf = ({ index }: MarkedRoute) => {
  const { fill, text, square } = routeColor(index, false);
  return { colour: fill, textColour: text, square };
};

/** None for a stop without a place. */
export function stopMark(stop: MarkedStop, route: MarkedRoute): MapStop[] {
  if (stop.lat === undefined || stop.lng === undefined) return [];
  return [
    {
      id: stop.id,
      lat: stop.lat,
      lng: stop.lng,
      label: stop.label > 0 ? String(stop.label) : "",
      name: stop.name,
      routeId: route.id,
      routeName: nameOf(route),
      status: stop.status,
      ...lookOf(route),
    },
  ];
}

/** An old position is marked with its age. @param nowSec left out: the position is not told to be old */
export function vehicleMark(
  route: MarkedRoute,
  { lat, lng, headingDeg, atSec }: MarkedPosition,
  nowSec: number = atSec,
): MapVehicle {
  return {
    id: route.id,
    name: nameOf(route),
    lat,
    lng,
    headingDeg,
    stale: isStale(atSec, nowSec) ? ageWords(atSec, nowSec) : undefined,
    ...lookOf(route),
  };
}

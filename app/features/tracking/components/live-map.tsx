import { useMemo, useRef } from "react";
import { decodePolyline } from "~/lib/polyline";
import type { BaseMap } from "~/domain/base-map";
import { useHovered, type Hover } from "~/ui/hover";
import type { LngLat } from "~/lib/polyline";
import type { MapPlace, MapRoute, MapStop, MapTrail, MapVehicle, RouteChoice } from "~/ui/map/map-types";
import { MapView, preloadMap } from "~/ui/map/map-view";
import { stopMark, vehicleMark, type MarkedPosition } from "~/ui/map/route-marks";
import { colourOf, isLeft, type RouteState, type TrackedRoute, type TrackedStop } from "../tracking-view";
import type { PositionStore } from "../live/position-store";
import { usePositions } from "../live/use-positions";

preloadMap();

export interface Hovers {
  stop: Hover;
  route: Hover;
}

interface LiveMapProps {
  states: readonly RouteState[];
  store: PositionStore;
  nowSec: number;
  hovers: Hovers;
  selectedId: number | null;
  chosen: RouteChoice | null;
  onSelect: (routeId: number | null) => void;
  /** shown while nobody is on the road */
  warehouses: readonly MapPlace[];
  baseMap: BaseMap;
  coveredRightPx: number;
}

/** All vehicles with their ways. It follows positions and the pointer without rendering the page again. */
export function LiveMap({ states, store, nowSec, hovers, selectedId, chosen, onSelect, ...map }: LiveMapProps) {
  const positions = usePositions(store);
  const stops = useMemo(
    () => states.flatMap(({ route, stops: own }) => own.flatMap((stop) => mapStop(stop, route))),
    [states],
  );
  const located = [...positions.latest.keys()].join();
  const lines = useMemo(() => {
    const shown = new Set(located.split(",").map(Number));
    return states.map((state) => lineAhead(state, shown.has(state.route.id)));
  }, [states, located]);
  const vehicles = useVehicles(states, positions.latest, nowSec);
  const trails = useTrails(states, positions.trails);
  return (
    <MapView
      label="Map of the vehicles on the road"
      stops={stops}
      routes={lines}
      vehicles={vehicles}
      trails={trails}
      hoveredStopId={useHovered(hovers.stop)}
      hoveredRouteId={useHovered(hovers.route)}
      onHover={hovers.stop.set}
      onHoverRoute={hovers.route.set}
      selectedRouteId={selectedId}
      chosen={chosen}
      onSelect={(id) => onSelect(id === null ? null : (stops.find((stop) => stop.id === id)?.routeId ?? null))}
      onSelectRoute={onSelect}
      fitToken={`${states.length > 0}-${located !== ""}-${map.warehouses.length > 0}`}
      {...map}
    />
  );
}

/** A stop stays the same object as long as nothing in it changes: the map draws what is new. */
const drawn = new WeakMap<TrackedStop, { route: TrackedRoute; marks: MapStop[] }>();

function mapStop(stop: TrackedStop, route: TrackedRoute): MapStop[] {
  const before = drawn.get(stop);
  if (before !== undefined && before.route.index === route.index && before.route.vehicle === route.vehicle)
    return before.marks;
  const marks = stopMark(stop, route).map((mark) => ({ ...mark, warning: (stop.lateSec ?? 0) > 0 }));
  drawn.set(stop, { route, marks });
  return marks;
}

function lineAhead({ route, stops }: RouteState, isLocated: boolean): MapRoute {
  const path: LngLat[] = [];
  for (const stop of stops.filter(isLeft)) {
    if (stop.line !== undefined) path.push(...decodePolyline(stop.line));
    if (stop.lat !== undefined && stop.lng !== undefined) path.push([stop.lng, stop.lat]);
  }
  const { fill, text, square } = colourOf(route);
  return {
    id: route.id,
    name: route.vehicle,
    colour: fill,
    textColour: text,
    square,
    path,
    ahead: true,
    nameless: isLocated,
  };
}

interface KnownVehicle {
  route: TrackedRoute;
  position: MarkedPosition;
  vehicle: MapVehicle;
}

/** A vehicle that has not moved stays the same object. */
function useVehicles(
  states: readonly RouteState[],
  latest: ReadonlyMap<number, MarkedPosition>,
  nowSec: number,
): MapVehicle[] {
  const known = useRef(new Map<number, KnownVehicle>());
  return useMemo(() => {
    const next = new Map<number, KnownVehicle>();
    for (const { route } of states) {
      const position = latest.get(route.id);
      if (position === undefined) continue;
      const vehicle = vehicleMark(route, position, nowSec);
      const before = known.current.get(route.id);
      if (before?.route === route && before.position === position && before.vehicle.stale === vehicle.stale) {
        next.set(route.id, before);
        continue;
      }
      next.set(route.id, { route, position, vehicle });
    }
    known.current = next;
    return [...next.values()].map(({ vehicle }) => vehicle);
  }, [states, latest, nowSec]);
}

function useTrails(states: readonly RouteState[], trails: ReadonlyMap<number, readonly LngLat[]>): MapTrail[] {
  const known = useRef(new Map<number, MapTrail>());
  return useMemo(() => {
    const next = new Map<number, MapTrail>();
    for (const { route } of states) {
      const path = trails.get(route.id);
      if (path === undefined || path.length < 2) continue;
      const colour = colourOf(route).fill;
      const before = known.current.get(route.id);
      next.set(route.id, before?.path === path && before.colour === colour ? before : { id: route.id, colour, path });
    }
    known.current = next;
    return [...next.values()];
  }, [states, trails]);
}

import { countUntil, placeAt } from "~/domain/route/replay";
import type { TrailPoint } from "~/domain/route/replay";
import { decodePolyline } from "~/lib/polyline";
import type { MapStop, MapTrail, MapVehicle } from "~/ui/map/map-types";
import { stopMark, vehicleMark } from "~/ui/map/route-marks";
import type { PackedTrail } from "./queries/replay.server";
import { colourOf, type TrackedRoute, type TrackedStop } from "./tracking-view";

/** What was reported of a stop, at an instant. */
export interface ReplayReport {
  atSec: number;
  stop: TrackedStop;
  route: TrackedRoute;
}

export function unpackTrail({ startSec, gaps, breaks, line }: PackedTrail): TrailPoint[] {
  const unknown = new Set(breaks);
  let atSec = startSec;
  return decodePolyline(line).map(([lng, lat], index) => {
    atSec += index === 0 ? 0 : (gaps[index - 1] ?? 0);
    return { atSec, lat, lng, isBreak: unknown.has(index) };
  });
}

/** All reports of the day, oldest first. */
export function reportsOf(stops: readonly TrackedStop[], routes: ReadonlyMap<number, TrackedRoute>): ReplayReport[] {
  return stops
    .flatMap((stop) => {
      const route = routes.get(stop.routeId);
      return stop.past === undefined || route === undefined ? [] : [{ atSec: stop.past, stop, route }];
    })
    .sort((a, b) => a.atSec - b.atSec || a.stop.id - b.stop.id);
}

/** The stops as they stood when so many reports had come. */
export function stopsThen(
  stops: readonly TrackedStop[],
  routes: ReadonlyMap<number, TrackedRoute>,
  reported: ReadonlySet<number>,
): MapStop[] {
  return stops.flatMap((stop) => {
    const route = routes.get(stop.routeId);
    if (route === undefined) return [];
    return stopMark({ ...stop, status: reported.has(stop.id) ? stop.status : "onRoute" }, route);
  });
}

export function vehiclesThen(
  routes: readonly TrackedRoute[],
  trails: ReadonlyMap<number, readonly TrailPoint[]>,
  atSec: number,
): MapVehicle[] {
  return routes.flatMap((route) => {
    const place = placeAt(trails.get(route.id) ?? [], atSec);
    return place === null ? [] : [vehicleMark(route, { ...place, atSec })];
  });
}

/** How far a way was drawn last. */
export interface KnownTrail {
  passed: number;
  trail: MapTrail;
}

/** The ways by then. A way without a new point stays the same object. */
export function trailsThen(
  routes: readonly TrackedRoute[],
  trails: ReadonlyMap<number, readonly TrailPoint[]>,
  atSec: number,
  known: Map<number, KnownTrail>,
): MapTrail[] {
  return routes.flatMap((route) => {
    const points = trails.get(route.id) ?? [];
    const passed = countUntil(points, atSec);
    if (passed < 2) return [];
    const before = known.get(route.id);
    if (before?.passed === passed) return [before.trail];
    const isAhead = before !== undefined && before.passed < passed;
    const added = points.slice(isAhead ? before.passed : 0, passed).map(({ lng, lat }) => [lng, lat] as const);
    const path = isAhead ? [...before.trail.path, ...added] : added;
    const trail = { id: route.id, colour: colourOf(route).fill, path };
    known.set(route.id, { passed, trail });
    return [trail];
  });
}

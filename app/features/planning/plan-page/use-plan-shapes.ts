import { useDeferredValue, useMemo } from "react";
import { mapRoute, mapStops } from "./map/map-shapes";
import { visitsByRoute, type RouteItem, type VisitItem } from "./plan-view";
import { RouteShapes } from "./route-shapes";
import { timelineRow } from "./timeline/timeline-row";

/**
 * The plan as map and timeline draw it. They are one step behind the list: a drop shows in the list's next frame, and
 * not after a thousand points are placed. The shapes of untouched routes stay the same objects.
 */
export function usePlanShapes(routes: readonly RouteItem[], visits: readonly VisitItem[], midnight: number) {
  const later = useDeferredValue(useMemo(() => ({ routes, visits }), [routes, visits]));
  const groups = useMemo(() => visitsByRoute(later.visits), [later]);
  const stops = useMemo(() => mapStops(later.visits, new Map(later.routes.map((route) => [route.id, route]))), [later]);
  const makeLines = useMemo(() => new RouteShapes(mapRoute), []);
  const makeBars = useMemo(() => new RouteShapes((route, group) => timelineRow(route, group, midnight)), [midnight]);
  const lines = useMemo(() => makeLines.of(later.routes, groups), [makeLines, later, groups]);
  const bars = useMemo(() => makeBars.of(later.routes, groups), [makeBars, later, groups]);
  return { stops, lines, bars };
}

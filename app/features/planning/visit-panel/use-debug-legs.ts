import { useMemo } from "react";
import { useLocation } from "@remix-run/react";
import type { MapRoute } from "~/ui/map/map-types";
import type { VisitItem } from "../plan-page/plan-view";
import { legLines, legsOfVisit } from "./visit-legs";
import type { DebugLegs } from "./visit-debug";
import { useUnits } from "~/ui/use-units";

const NONE: readonly MapRoute[] = [];

/** The legs of the open visit, and their lines on the map when the address asks for them (`draw`). */
export function useDebugLegs(
  visit: VisitItem | null,
  groups: ReadonlyMap<number | null, readonly VisitItem[]>,
): DebugLegs & { lines: readonly MapRoute[] } {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const drawn = visit !== null && params.get("draw") === String(visit.id);
  const all = useMemo(
    () => (visit === null || visit.routeId === null ? [] : legsOfVisit(visit, groups.get(visit.routeId) ?? [])),
    [visit, groups],
  );
  const units = useUnits();
  const lines = useMemo(() => (drawn ? legLines(all, units) : NONE), [drawn, all, units]);
  const href = (draw: boolean) => {
    const query = new URLSearchParams();
    if (visit !== null) query.set("visit", String(visit.id));
    if (draw && visit !== null) query.set("draw", String(visit.id));
    return `${pathname}?${query.toString()}`;
  };
  return { all, drawn, lines, drawHref: href(true), hideHref: href(false) };
}

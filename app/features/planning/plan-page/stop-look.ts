/** What list, map and timeline show in the same way. */
import { routeColor } from "~/domain/route/route-palette";
import type { RouteItem, VisitItem } from "./plan-view";

export const colourOf = (route: Pick<RouteItem, "index" | "stops"> | null) =>
  routeColor(route?.index ?? 0, route === null || route.stops === 0);

/** Planned too late, or served later than planned. */
export const isLate = ({ lateSec, offSec }: VisitItem): boolean => (lateSec ?? offSec ?? 0) > 0;

/** What list, map and timeline show in the same way. */
import { routeColor } from "~/domain/route/route-palette";
import type { RouteItem, VisitItem } from "./plan-view";

export const colourOf = (route: Pick<RouteItem, "index" | "stops"> | null) =>
  routeColor(route?.index ?? 0, route === null || route.stops === 0);

/** Its window is missed: by the plan, or, once it is served, in fact. Later than planned alone is not late. */
export const isLate = ({ lateSec }: VisitItem): boolean => lateSec !== undefined;

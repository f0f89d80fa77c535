/** What list, map and timeline show in the same way. */
import { routeColor } from "~/domain/route/route-palette";
import { localTime } from "~/domain/time/time-zone";
import { vehicleInText } from "~/domain/vehicle/vehicle";
import { isInTimeWindow } from "~/domain/visit/visit-display";
import { isolated } from "~/lib/isolated";
import { itemTimes, type RouteItem, type VisitItem } from "./plan-view";

/** A route's vehicle and driver in one text, such as a tooltip or a choice: two vans may share a title. */
export const routeInText = (route: Pick<RouteItem, "vehicle" | "plate" | "driver">): string =>
  `${vehicleInText(route)} · ${isolated(route.driver)}`;

export const colourOf = (route: Pick<RouteItem, "index" | "stops"> | null) =>
  routeColor(route?.index ?? 0, route === null || route.stops === 0);

/**
 * Its window is missed: as it is expected now or else by the plan, and once it is served, in fact. Later than planned
 * alone is not late.
 */
export const isLate = ({ lateSec }: VisitItem): boolean => lateSec !== undefined;

/** The service doesn't begin within the window: later, as `isLate` tells, or before it opens. */
export function missesWindow(visit: VisitItem, timeZone: string): boolean {
  const times = itemTimes(visit);
  if (times === null) return false;
  // Nobody begins early where the times have moved. On the next day the clock may show an hour of the window again.
  if (isLate(visit) || visit.live !== undefined) return isLate(visit);
  return !isInTimeWindow(
    { startTime: visit.from ?? null, endTime: visit.to ?? null },
    localTime(times.begin, timeZone),
  );
}

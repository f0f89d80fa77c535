/** While the day of a plan is driven, nobody leaves in the past. Calculations and changes by hand follow this rule. */
import { epochSec } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import type { Route } from "./route";
import { RouteStatus } from "./route-status";

/** Drivers of the plan are on the road. */
export const isUnderWay = (routes: readonly Pick<Route, "status">[]): boolean =>
  routes.some(({ status }) => status === RouteStatus.OnRoute);

/**
 * Until when a plan whose drivers are on the road counts as one that is driven now: the day of its last route is over
 * then (`routeDayEnds`). A route that was never finished doesn't make a day of the past a live one. Epoch seconds; null
 * while nobody is on the road.
 * @param routes all of the plan
 */
export const liveUntil = <R extends Pick<Route, "status">>(
  routes: readonly R[],
  dayEnds: (route: R) => number,
): number | null => (isUnderWay(routes) ? Math.max(...routes.map(dayEnds)) : null);

/**
 * Before which a route that hasn't left can't leave any more. Null: at any hour, because yesterday's round may be
 * written down today.
 * @param until see `liveUntil`
 */
export const leavesNotBefore = (until: number | null, now: UtcText): UtcText | null =>
  until !== null && epochSec(now) < until ? now : null;

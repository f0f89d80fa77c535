/** While the day of a plan is driven, nobody leaves in the past. Calculations and changes by hand follow this rule. */
import { DAY_SEC } from "../time/calendar";
import { midnightEpoch } from "../time/time-zone";
import { epochSec } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import type { Route } from "./route";
import { RouteStatus } from "./route-status";

/** Drivers of the plan are on the road. */
export const isUnderWay = (routes: readonly Pick<Route, "status">[]): boolean =>
  routes.some(({ status }) => status === RouteStatus.OnRoute);

/**
 * Before which a route that hasn't left can't leave any more. Null: at any hour, because yesterday's round may be
 * written down today.
 * @param isLive see `isUnderWay`
 */
export function leavesNotBefore(
  isLive: boolean,
  { serviceDate, timeZone, now }: { serviceDate: string; timeZone: string; now: UtcText },
): UtcText | null {
  // A route that was never finished doesn't make a day of the past a live one.
  return isLive && epochSec(now) - midnightEpoch(serviceDate, timeZone) < DAY_SEC ? now : null;
}

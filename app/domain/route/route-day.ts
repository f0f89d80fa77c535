/** When the day of a route is over: with its service date, or later where the route goes on into the night. */
import { addDays } from "../time/calendar";
import { secOf } from "../time/format";
import { localTimeToEpoch, midnightEpoch } from "../time/time-zone";
import { parseUtcText } from "../time/utc-text";
import { settingsOfRoute } from "../vehicle/merge-settings";
import type { Plan } from "../plan/plan";
import type { Vehicle } from "../vehicle/vehicle";
import type { Route } from "./route";

type CompanyHours = Parameters<typeof settingsOfRoute>[0];
type PlanDay = Pick<Plan, "serviceDate" | "vehicleSettings">;

/** The end of the service date in the zone, in epoch seconds. */
export const serviceDateEnds = (serviceDate: string, timeZone: string): number =>
  midnightEpoch(addDays(serviceDate, 1), timeZone);

/** `routeDayEnds` of the routes of one plan. */
export const dayEndsOf =
  (
    { company, plan, timeZone }: { company: CompanyHours; plan: PlanDay; timeZone: string },
    vehicles: ReadonlyMap<number, Vehicle>,
  ) =>
  (route: Pick<Route, "vehicleId" | "vehicleSettings" | "finishTime">): number =>
    routeDayEnds(route, vehicles.get(route.vehicleId ?? 0) ?? null, company, plan, timeZone);

/** The end of a plan's day, in epoch seconds: that of its last route. A plan without routes has its date. */
export const planDayEnds = (
  routes: readonly Parameters<ReturnType<typeof dayEndsOf>>[0][],
  fleet: Parameters<typeof dayEndsOf>[0],
  vehicles: ReadonlyMap<number, Vehicle>,
): number =>
  Math.max(serviceDateEnds(fleet.plan.serviceDate, fleet.timeZone), ...routes.map(dayEndsOf(fleet, vehicles)));

/** A route's day lasts into the next one, and not longer. */
const LONGEST_DAY_SEC = 36 * 3600;

/** When even a night round would be back, in epoch seconds. */
export const longestDayEnds = (serviceDate: string, timeZone: string): number =>
  midnightEpoch(serviceDate, timeZone) + LONGEST_DAY_SEC;

/** Nobody has finished it, and nothing is told of it any more. */
export const isLongOver = (serviceDate: string, timeZone: string, nowSec: number): boolean =>
  nowSec >= longestDayEnds(serviceDate, timeZone);

/**
 * The end of the service date, of the shift with its overtime, or of the route as it is planned: whichever is last, in
 * epoch seconds.
 */
export function routeDayEnds(
  route: Pick<Route, "vehicleSettings" | "finishTime">,
  vehicle: Vehicle | null,
  company: CompanyHours,
  plan: PlanDay,
  timeZone: string,
): number {
  const { workHourEnd } = settingsOfRoute(company, vehicle, plan, route);
  const shiftEnds = localTimeToEpoch(plan.serviceDate, workHourEnd, timeZone) ?? -Infinity;
  return Math.max(
    serviceDateEnds(plan.serviceDate, timeZone),
    shiftEnds + secOf(vehicle?.overtime ?? 0),
    parseUtcText(route.finishTime) ?? -Infinity,
  );
}

/** Whether a day is driven now, the night that it goes on into included. All in epoch seconds. */
export const isWithinDay = ({ midnight, dayEnds }: { midnight: number; dayEnds: number }, nowSec: number): boolean =>
  nowSec >= midnight && nowSec < dayEnds;

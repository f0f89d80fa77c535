/** When the day of a route is over: with its service date, or later where the route goes on into the night. */
import { addDays } from "../time/calendar";
import { secOf } from "../time/format";
import { localTimeToEpoch, midnightEpoch } from "../time/time-zone";
import { parseUtcText } from "../time/utc-text";
import { settingsOfRoute } from "../vehicle/merge-settings";
import type { CompanySettings } from "../company/company";
import type { Plan } from "../plan/plan";
import type { Vehicle } from "../vehicle/vehicle";
import type { Route } from "./route";

type PlanDay = Pick<Plan, "serviceDate" | "vehicleSettings">;

/** The end of the service date in the zone, in epoch seconds. */
export const serviceDateEnds = (serviceDate: string, timeZone: string): number =>
  midnightEpoch(addDays(serviceDate, 1), timeZone);

/** `routeDayEnds` of the routes of one plan. */
export const dayEndsOf =
  (
    { company, plan, timeZone }: { company: CompanySettings; plan: PlanDay; timeZone: string },
    vehicles: ReadonlyMap<number, Vehicle>,
  ) =>
  (route: Pick<Route, "vehicleId" | "vehicleSettings" | "finishTime">): number =>
    routeDayEnds(route, vehicles.get(route.vehicleId ?? 0) ?? null, company, plan, timeZone);

/**
 * The end of the service date, of the shift with its overtime, or of the route as it is planned: whichever is last, in
 * epoch seconds.
 */
export function routeDayEnds(
  route: Pick<Route, "vehicleSettings" | "finishTime">,
  vehicle: Vehicle | null,
  company: CompanySettings,
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

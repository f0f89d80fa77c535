/**
 * The rules of a whole route, and which of them an order with times breaks. They are the calculation's rules
 * (fleet-entry), for an order made by hand: nothing is refused, every broken rule is listed.
 */
import { formatAmount, toUnits } from "../calculation/units";
import { visitsTooMany } from "../calculation/sentences";
import { secOf, formatMinutesUp } from "../time/format";
import { localTimeToEpoch, localTimeToUtc } from "../time/time-zone";
import { addSeconds, epochSec, parseUtcText } from "../time/utc-text";
import { hasWholeBreak, settingsOfRoute } from "../vehicle/merge-settings";
import { finishTime } from "../visit/visit-display";
import { isLocationVisit } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { breakIsDue, dueAfterSec, leftAt } from "./break-rule";
import { isBeforeRoad } from "./route-status";
import type { DueBreak } from "./break-rule";
import type { CompanySettings } from "../company/company";
import type { Plan } from "../plan/plan";
import type { RuleViolation } from "../calculation/reasons";
import type { UtcText } from "../time/utc-text";
import type { Vehicle } from "../vehicle/vehicle";
import type { VehicleSettings } from "../vehicle/vehicle-settings";
import { mostOnBoard } from "../vehicle/most-on-board";
import type { Visit } from "../visit/visit";
import type { Route } from "./route";
import { formatDistance } from "../format-units";
import { METRIC } from "../units";

export interface RouteRules {
  /** [volume, weight] in the units of calculation/units; null: no limit */
  capacity: readonly [number | null, number | null];
  visitsMax: number | null;
  /** metres */
  maxDistance: number | null;
  /** overtime included; null from the start of the route on: no shift end counts there */
  shiftEnd: UtcText | null;
  /** the break that has to be taken: when it may begin ('HH:mm' local), and for how many minutes */
  pause: { startTime: string; endTime: string; serviceTime: number } | null;
  /** the same break as instants, with what makes it due */
  dueBreak: DueBreak | null;
}

/** @param timeZone IANA name of the plan's warehouse */
export function routeRules(
  route: Pick<Route, "status" | "vehicleSettings">,
  vehicle: Vehicle,
  company: CompanySettings,
  plan: Pick<Plan, "serviceDate" | "vehicleSettings">,
  timeZone: string,
): RouteRules {
  const settings = settingsOfRoute(company, vehicle, plan, route);
  const [volume, weight] = toUnits(vehicle.capacity, vehicle.maxLoad);
  const workEnd = localTimeToUtc(plan.serviceDate, settings.workHourEnd, timeZone);
  return {
    capacity: [vehicle.capacity > 0 ? volume : null, vehicle.maxLoad > 0 ? weight : null],
    visitsMax: vehicle.maxQuantity > 0 ? Math.floor(vehicle.maxQuantity) : null,
    maxDistance: settings.maxDistance > 0 ? Math.round(settings.maxDistance * 1000) : null,
    shiftEnd: workEnd === null || !isBeforeRoad(route.status) ? null : addSeconds(workEnd, secOf(vehicle.overtime)),
    pause: hasWholeBreak(settings)
      ? { startTime: settings.breakStart, endTime: settings.breakEnd, serviceTime: settings.breakDuration }
      : null,
    dueBreak: hasWholeBreak(settings) ? dueBreakOf(settings, company, plan.serviceDate, timeZone) : null,
  };
}

function dueBreakOf(
  settings: VehicleSettings,
  company: CompanySettings,
  serviceDate: string,
  timeZone: string,
): DueBreak | null {
  const instant = (hhmm: string) => localTimeToEpoch(serviceDate, hhmm, timeZone);
  const [opens, closes] = [instant(settings.breakStart), instant(settings.breakEnd)];
  return opens === null || closes === null
    ? null
    : { opens, closes, serviceSec: secOf(settings.breakDuration), afterSec: dueAfterSec(company) };
}

/** Without a known departure the break counts as due. */
function lacksBreak(order: readonly Visit[], { dueBreak }: RouteRules): boolean {
  if (dueBreak === null || !order.some(isLocationVisit) || order.some((visit) => visit.type === VisitType.Break))
    return false;
  const [leaves, ends] = [leftAt(order), parseUtcText(finishOf(order))];
  return leaves === null || ends === null || breakIsDue(dueBreak, leaves, ends);
}

/** When the route is over: at its end visit, or when its last stop is served. */
function finishOf(order: readonly Visit[]): UtcText | null {
  const last = order.at(-1);
  return last === undefined ? null : finishTime(last);
}

/** Rules that the route breaks as a whole, without lateness at stops. @param order in driving order, with times */
export function brokenRules(order: readonly Visit[], rules: RouteRules): RuleViolation[] {
  const broken: RuleViolation[] = [];
  const stops = order.filter(isLocationVisit);
  rules.capacity.forEach((limit, dimension) => {
    const units = mostOnBoard(stops, (stop) => toUnits(stop.packageCapacity, stop.packageLoad)[dimension] ?? 0);
    if (limit !== null && units > limit)
      broken.push({ code: "load", amount: units - limit, message: `${formatAmount(units - limit, dimension)} over` });
  });
  if (rules.visitsMax !== null && stops.length > rules.visitsMax) {
    broken.push({
      code: "max_tasks",
      amount: stops.length - rules.visitsMax,
      message: visitsTooMany(stops.length - rules.visitsMax),
    });
  }
  const distance = order.reduce((sum, visit) => sum + visit.distance, 0);
  if (rules.maxDistance !== null && distance > rules.maxDistance) {
    broken.push({
      code: "max_distance",
      amount: distance - rules.maxDistance,
      message: `${formatDistance(distance - rules.maxDistance, METRIC)} too far`,
    });
  }
  const finish = finishOf(order);
  if (rules.shiftEnd !== null && finish !== null && finish > rules.shiftEnd) {
    const over = epochSec(finish) - epochSec(rules.shiftEnd);
    broken.push({ code: "overtime", amount: over, message: `${formatMinutesUp(over)} after working hours` });
  }
  if (lacksBreak(order, rules)) broken.push({ code: "missing_break", amount: null, message: "The break is missing" });
  return broken;
}

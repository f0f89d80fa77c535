/**
 * The data of the plan page and the route page, small enough to send for 1,000 visits: empty fields are omitted,
 * instants are epoch seconds, and everything that the browser can work out (colours, permissions, totals) is not sent.
 */
import { vehicleName } from "~/domain/vehicle/vehicle";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import type { DayClock } from "~/domain/time/service-clock";
import { sixDecimals } from "~/domain/six-decimals";
import { parseUtcText } from "~/domain/time/utc-text";
import { secOf } from "~/domain/time/format";
import { deviationSec, shownName } from "~/domain/visit/visit-display";
import { isLocationVisit, isPast, sortVisits, isUnscheduled } from "~/domain/visit/visit-order";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import { reportWords } from "~/domain/visit/reported-place";
import { clashesOf, type Booking, type Clash } from "~/domain/route/double-booking";
import { countBroken, violationsAtVisit, violationsOfRoute } from "~/domain/route/route-warnings";
import { shownWorkSec } from "~/domain/route/route";
import type { Route } from "~/domain/route/route";
import { shownHours } from "~/domain/route/departed";
import { RouteStatus } from "~/domain/route/route-status";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { mostOnBoard } from "~/domain/vehicle/most-on-board";
import type { WayLeft } from "~/domain/route/live-times";
import { LegEstimate } from "~/domain/visit/visit";
import type { ShownVisit, Visit } from "~/domain/visit/visit";
import { countReports, type VisitStatus } from "~/domain/visit/visit-status";
import { serviceSecOf, timesOf, lateSec, waitedSec } from "~/domain/visit/visit-times";
import type { VisitTimes } from "~/domain/visit/visit-times";
import type { VisitType } from "~/domain/visit/visit-type";
import { reasonWithSuggestion } from "~/domain/visit/unserved-reason";
import { routeSettingsView } from "../plan-settings";
import type { RouteSettingsView } from "../plan-settings";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { threeDecimals } from "~/domain/format-number";
import { shownViolation } from "~/domain/calculation/shown-sentences";
import { METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";
import { grouped } from "~/lib/grouped";

export interface VisitItem {
  id: number;
  routeId: number | null;
  name: string;
  /** order number: the external id */
  code?: string;
  /** address, where it is not the name; postcode, where the address lacks it. For the search, as the next three */
  address?: string;
  postcode?: string;
  /** recipient, where it is not the name; their phone; the notes */
  who?: string;
  phone?: string;
  note?: string;
  type: VisitType;
  /** as stored; `displayedVisitStatus` with the route gives the shown one */
  status: VisitStatus;
  position: number;
  /** number in the route; 0 for none */
  label: number;
  /** degrees; both missing when the place is not set */
  lat?: number;
  lng?: number;
  /** planned arrival, epoch seconds */
  eta?: number;
  /** its arrival, or the begin of a break, as expected now, where that is another minute (live-visits.ts) */
  live?: number;
  /** done or failed at, epoch seconds */
  ata?: number;
  /** window, 'HH:mm' */
  from?: string;
  to?: string;
  /** window as epoch seconds, for the timeline */
  opens?: number;
  closes?: number;
  /** seconds of driving from the place before, of waiting and of service */
  travelSec: number;
  waitSec: number;
  serviceSec: number;
  /** metres from the place before */
  distanceM: number;
  /** seconds that the service begins after the end of the window: really at a past visit, else as planned */
  lateSec?: number;
  /** seconds after (negative: before) the planned finish, for a past visit; missing where clocks show the same */
  offSec?: number;
  /** encoded leg from the place before */
  line?: string;
  /** that leg is none of the measured ones: it is being measured, or no road is known there */
  leg?: "measuring" | "estimate";
  /** sentences of the rules that break here */
  broken?: string[];
  /** that it was reported far from the stop */
  far?: string;
  /** why it is not served */
  reason?: string;
}

export interface RouteItem {
  id: number;
  /** its index in the plan: the colour */
  index: number;
  vehicleId: number | null;
  driverId: number | null;
  vehicle: string;
  plate: string;
  driver: string;
  status: RouteStatus;
  isLocked: boolean;
  /** on the road: the way to its next stop, as far as it is known */
  way?: WayLeft;
  /** as `shownHours` tells; epoch seconds */
  start: number | null;
  finish: number | null;
  distanceM: number;
  /** seconds: driving, on site, waiting */
  travelSec: number;
  serviceSec: number;
  waitSec: number;
  /** location visits: all, done, failed */
  stops: number;
  done: number;
  failed: number;
  /** the most on board at once of the visits scheduled on it; a limit of 0 means none */
  loadKg: number;
  maxLoadKg: number;
  loadM3: number;
  maxLoadM3: number;
  /** as the calculation counts it, hundredths */
  cost: number;
  /** working hours as epoch seconds */
  shiftStart: number | null;
  shiftEnd: number | null;
  /** seconds at their end that are the vehicle's overtime */
  overtimeSec: number;
  /** sentences of the rules that the route as a whole breaks; each visit has its own */
  broken: string[];
  /** other routes of the day that have its vehicle or its driver at the same time; missing: none */
  clashes?: Clash[];
  /** how many in all: the route's with its clashes, and its visits', start, end and break included */
  warnings: number;
  overdueSec: number;
  outOfTurn: number;
  /** the route's own settings */
  settings: RouteSettingsView;
}

interface DriverName {
  id: number;
  name: string;
}

/** Where all legs are estimates, the plan says so once. */
export const marksEstimates = ({ travelEngine }: Pick<Plan, "travelEngine">): boolean =>
  travelEngine === "osrm" || travelEngine === "valhalla";

/** @param marksEstimated the plan's other legs are measured, so that estimated ones are marked */
export function visitItem(
  visit: ShownVisit,
  instant: DayClock,
  marksEstimated = false,
  units: Units = METRIC,
): VisitItem {
  const opens = instant(visit.startTime);
  const closes = instant(visit.endTime);
  const item: VisitItem = {
    id: visit.id,
    routeId: visit.routeId,
    name: shownName(visit),
    type: visit.type,
    status: visit.status,
    position: visit.position,
    label: visit.labelPosition,
    travelSec: visit.travelDuration,
    waitSec: waitedSec(visit),
    serviceSec: serviceSecOf(visit),
    distanceM: visit.distance,
  };
  if (visit.externalId) item.code = visit.externalId;
  if (visit.address && visit.address !== visit.name) item.address = visit.address;
  if (visit.postcode && !visit.address.includes(visit.postcode)) item.postcode = visit.postcode;
  if (visit.recipientName && visit.recipientName !== visit.name) item.who = visit.recipientName;
  if (visit.recipientPhone) item.phone = visit.recipientPhone;
  const note = [visit.recipientNote, visit.deliveryNote].filter(Boolean).join(" · ");
  if (note !== "") item.note = note;
  if (hasCoordinates(visit)) {
    item.lat = sixDecimals(visit.lat!);
    item.lng = sixDecimals(visit.lng!);
  }
  const eta = parseUtcText(visit.arrivalTime);
  const ata = isPast(visit) ? parseUtcText(visit.completedAt) : null;
  if (eta !== null) item.eta = eta;
  if (ata !== null) item.ata = ata;
  if (visit.startTime) item.from = visit.startTime;
  if (visit.endTime) item.to = visit.endTime;
  if (opens !== null) item.opens = opens;
  if (closes !== null) item.closes = closes;
  const late = lateSec(visit, closes);
  if (late !== null) item.lateSec = late;
  const off = deviationSec(visit);
  if (off !== null && off !== 0) item.offSec = off;
  if (visit.polyline) item.line = visit.polyline;
  if (!isPast(visit) && visit.legEstimate === LegEstimate.Pending) item.leg = "measuring";
  if (!isPast(visit) && visit.legEstimate === LegEstimate.Estimate && marksEstimated) item.leg = "estimate";
  const broken = violationsAtVisit(visit);
  if (broken.length > 0) item.broken = broken.map((violation) => shownViolation(violation, units));
  const from = isPast(visit) ? reportWords(visit, units) : null;
  if (from?.isFar) item.far = from.words;
  const reason = reasonWithSuggestion(visit, units);
  if (reason !== null) item.reason = reason;
  return item;
}

/** Seconds that a route takes its driver, see `shownWorkSec`. */
export const workSecOfItem = ({ status, start, finish, travelSec, serviceSec, waitSec }: RouteItem): number =>
  shownWorkSec(status, start, finish, travelSec + serviceSec + waitSec);

/** Arrival, begin and end of a stop as every view shows them; null without any time. */
export const itemTimes = ({ type, eta, ata, waitSec, serviceSec }: VisitItem): VisitTimes | null =>
  timesOf({ type, arrival: eta ?? null, completed: ata ?? null, waitSec, serviceSec });

/** On the road the plan's times are those of the last report; Tracking knows better, see docs/decisions/090. */
export const isAsReported = (visit: Pick<VisitItem, "status">, route: Pick<RouteItem, "status"> | null): boolean =>
  route?.status === RouteStatus.OnRoute && !isPast(visit);

export interface RouteContext {
  plan: Pick<Plan, "vehicleSettings" | "serviceDate">;
  timeZone: string;
  clock: DayClock;
  company: Pick<CompanySettings, "defaultVehicleStartHour" | "defaultVehicleEndHour" | "defaultHasBreaks">;
  vehicles: ReadonlyMap<number, Vehicle>;
  drivers: ReadonlyMap<number, DriverName>;
  /** all routes of the day, of other plans too */
  day: readonly Booking[];
}

export function routeItem(
  route: Route,
  index: number,
  visits: readonly ShownVisit[],
  context: RouteContext,
  units: Units = METRIC,
): RouteItem {
  const vehicle = route.vehicleId === null ? null : (context.vehicles.get(route.vehicleId) ?? null);
  const driver = route.driverId === null ? null : (context.drivers.get(route.driverId) ?? null);
  const settings = settingsOfRoute(context.company, vehicle, context.plan, route);
  const broken = violationsOfRoute(route, visits);
  const clashes = clashesOf(route.id, context.day, {
    timeZone: context.timeZone,
    serviceDate: context.plan.serviceDate,
  });
  const end = context.clock(settings.workHourEnd);
  const overtimeSec = secOf(vehicle?.overtime ?? 0);
  const stops = visits.filter(isLocationVisit);
  const hours = shownHours(route, visits);
  const carried = sortVisits(stops.filter((visit) => !isUnscheduled(visit)));
  return {
    id: route.id,
    index,
    vehicleId: route.vehicleId,
    driverId: route.driverId,
    vehicle: vehicle === null ? NO_VEHICLE : vehicleName(vehicle),
    plate: vehicle?.plate ?? "",
    driver: driver?.name ?? NO_DRIVER,
    status: route.status,
    isLocked: route.isLocked,
    start: parseUtcText(hours.start),
    finish: parseUtcText(hours.finish),
    distanceM: route.distance,
    travelSec: route.duration,
    serviceSec: route.serviceDuration,
    waitSec: route.waitingDuration,
    stops: stops.length,
    ...countReports(stops),
    loadKg: threeDecimals(mostOnBoard(carried, (visit) => visit.packageLoad)),
    maxLoadKg: vehicle?.maxLoad ?? 0,
    loadM3: threeDecimals(mostOnBoard(carried, (visit) => visit.packageCapacity)),
    maxLoadM3: vehicle?.capacity ?? 0,
    cost: route.cost,
    shiftStart: context.clock(settings.workHourStart),
    shiftEnd: end === null ? null : end + overtimeSec,
    overtimeSec,
    broken: broken.map((violation) => shownViolation(violation, units)),
    ...(clashes.length > 0 && { clashes }),
    warnings: countBroken(route, visits) + clashes.length,
    overdueSec: route.statisticOverdueTime,
    outOfTurn: route.statisticOutOfTurn,
    settings: routeSettingsView(route),
  };
}

type Grouped = Pick<Visit, "id" | "type" | "status" | "position" | "routeId">;

/** The visits of each route, not in their order yet; those on no route under null. */
export function groupedByRoute<V extends Grouped>(visits: readonly V[]): Map<number | null, V[]> {
  return grouped(visits, (visit) => visit.routeId);
}

/** The visits of each route in their order; those on no route under null. */
export function visitsByRoute<V extends Grouped>(visits: readonly V[]): Map<number | null, V[]> {
  const groups = groupedByRoute(visits);
  for (const [routeId, group] of groups) groups.set(routeId, sortVisits(group));
  return groups;
}

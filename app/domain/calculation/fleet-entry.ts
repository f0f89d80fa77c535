/** One route of a calculation's input: its vehicle, hours, ends, limits, and how far it has come. */
import { BREAK_DESCRIPTION, NO_VEHICLE } from "../constants";
import { START_BEFORE_END, parseHHmm } from "../time/hhmm";
import { midnightEpoch } from "../time/time-zone";
import { epochSec } from "../time/utc-text";
import { hoursText } from "../time/time-window";
import { secOf } from "../time/format";
import { dueAfterSec, leftAt } from "../route/break-rule";
import { routePlace } from "../route/route-places";
import { RouteStatus } from "../route/route-status";
import { leavesNotBefore } from "../route/under-way";
import { hasWholeBreak, settingsOfRoute } from "../vehicle/merge-settings";
import { isPast } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { hasPrices, pricesOf } from "./cost";
import { clockSec } from "./calculation-source";
import { routeProgress } from "./progress";
import type { Place } from "../place";
import type { Route } from "../route/route";
import { plateOrTitle } from "../vehicle/vehicle";
import type { Vehicle } from "../vehicle/vehicle";
import type { VehicleSettings } from "../vehicle/vehicle-settings";
import type { Visit } from "../visit/visit";
import type { CalculationSource } from "./calculation-source";
import type { Faults } from "./faults";
import type { FleetEntry, BreakEntry } from "./calculation-input";
import type { RouteProgress } from "./progress";

/** The entry, or null after naming what is wrong. `own` are the route's visits. */
export function fleetEntry(
  route: Route,
  own: readonly Visit[],
  source: CalculationSource,
  faults: Faults,
): FleetEntry | null {
  const vehicle = source.vehicles.find((one) => one.id === route.vehicleId);
  if (vehicle === undefined) {
    faults.add(
      `routes.${route.id}.vehicleId`,
      `Route ${route.position}: ${NO_VEHICLE}. Choose a vehicle or remove the route.`,
    );
    return null;
  }
  const title = plateOrTitle(vehicle);
  const label = `Vehicle '${title}'`;
  const field = (name: string): string => `vehicles.${vehicle.id}.${name}`;
  const settings = settingsOfRoute(source.company, vehicle, source.plan, route);
  const hours = workingHours(settings, vehicle, source, field, label, faults);
  const start = location("start", route, vehicle, source, label, faults);
  const end = location("end", route, vehicle, source, label, faults);
  const limits = [
    faults.range(field("capacity"), `${label}: capacity (m³)`, vehicle.capacity, 0),
    faults.range(field("maxLoad"), `${label}: load (kg)`, vehicle.maxLoad, 0),
    faults.range(field("maxQuantity"), `${label}: visits max`, vehicle.maxQuantity, 0),
    faults.range(field("maxDistance"), `${label}: max distance (km)`, settings.maxDistance, 0),
    faults.range(field("speedFactor"), `${label}: speed factor`, settings.speedFactor, 0.1, 10),
  ].every(Boolean);
  const prices = pricesOf(source.plan.aim, vehicle);
  const isPriced = prices === null || hasPrices(prices);
  if (!isPriced)
    faults.add(
      field("costPerKm"),
      `${label} has no costs. Set what it costs, or choose another aim in the plan's settings.`,
    );
  if (hours === null || start === null || end === null || !limits || !isPriced) return null;

  const progress = routeProgress(route, own, source.now);
  const entry: FleetEntry = {
    vehicle_id: vehicle.id,
    title,
    shift_start: hours.start,
    shift_end: hours.end,
    speed_factor: settings.speedFactor,
    width: vehicle.width,
    height: vehicle.height,
    weight: vehicle.type === "truck" ? vehicle.weight : null,
    profile: vehicle.type === "truck" ? "truck" : "car",
    start_location: start.place ?? { lat: 0, lng: 0 },
    breaks: breaksOf(settings, own, source, field, label, faults),
    strict_start: false,
  };
  if (prices !== null) entry.prices = prices;
  if (end.place !== null) entry.end_location = end.place;
  if (settings.maxDistance > 0) entry.max_distance = Math.round(settings.maxDistance * 1000);
  if (vehicle.maxQuantity > 0) entry.visits_max = Math.floor(vehicle.maxQuantity);
  if (vehicle.capacity > 0) entry.capacity = vehicle.capacity;
  if (vehicle.maxLoad > 0) entry.load = vehicle.maxLoad;
  return progress === null ? fromNow(entry, source) : onTheRoad(entry, progress, { route, since: leftAt(own) }, source);
}

function fromNow(entry: FleetEntry, { liveUntil = null, now, plan, timeZone }: CalculationSource): FleetEntry {
  const from = leavesNotBefore(liveUntil, now);
  const nowSec = from === null ? 0 : epochSec(from) - midnightEpoch(plan.serviceDate, timeZone);
  if (nowSec <= entry.shift_start) return entry;
  const shiftEnd = entry.shift_end === undefined ? {} : { shift_end: Math.max(entry.shift_end, nowSec) };
  const breaks = entry.breaks.filter((pause) => pause.end >= nowSec);
  return { ...entry, shift_start: nowSec, ...shiftEnd, breaks, from_now: true };
}

/**
 * After progress has started: from the last served visit's place, strictly at the later of its finish time and now,
 * with what is left of the day's limits. Only a route that is on route has no shift end.
 */
function onTheRoad(
  entry: FleetEntry,
  progress: RouteProgress,
  { route, since }: { route: Route; since: number | null },
  source: CalculationSource,
): FleetEntry {
  const midnight = midnightEpoch(source.plan.serviceDate, source.timeZone);
  const leaves = epochSec(progress.leavesAt) - midnight;
  const road: FleetEntry = { ...entry, strict_start: true, is_out: true };
  // A plan for a later day that is started today as a test: the day still begins with the shift.
  road.shift_start = leaves >= 0 ? leaves : entry.shift_start;
  if (route.status === RouteStatus.OnRoute) delete road.shift_end;
  // The shift may be over by now: then nothing more fits, which is a result and no fault of the source.
  else if (road.shift_end !== undefined) road.shift_end = Math.max(road.shift_end, road.shift_start);
  if (progress.place !== null) road.start_location = progress.place;
  if (progress.visitId !== null) road.start_visit_id = progress.visitId;
  if (entry.max_distance !== undefined) road.max_distance = Math.max(0, entry.max_distance - progress.drivenM);
  if (entry.visits_max !== undefined) road.visits_max = Math.max(0, entry.visits_max - progress.served);
  if (entry.capacity !== undefined) road.capacity = Math.max(0, entry.capacity - progress.onBoardCapacity);
  if (entry.load !== undefined) road.load = Math.max(0, entry.load - progress.onBoardLoad);
  // A break whose window has passed can't be taken any more; it must not stop the rest of the route.
  const underway = since === null ? 0 : Math.max(0, road.shift_start - (since - midnight));
  road.breaks = entry.breaks
    .filter((pause) => pause.end >= road.shift_start)
    .map((pause) =>
      pause.due_after === undefined ? pause : { ...pause, due_after: Math.max(0, pause.due_after - underway) },
    );
  return road;
}

function workingHours(
  settings: VehicleSettings,
  vehicle: Vehicle,
  source: CalculationSource,
  field: (name: string) => string,
  label: string,
  faults: Faults,
): { start: number; end: number } | null {
  const start = clockSec(source, settings.workHourStart);
  const end = clockSec(source, settings.workHourEnd);
  if (start === null) faults.add(field("workHourStart"), `${label}: '${settings.workHourStart}' is no time (HH:mm).`);
  if (end === null) faults.add(field("workHourEnd"), `${label}: '${settings.workHourEnd}' is no time (HH:mm).`);
  const overtime = faults.range(field("overtime"), `${label}: overtime (min)`, vehicle.overtime, 0);
  if (start === null || end === null || !overtime) return null;
  if ((parseHHmm(settings.workHourStart) ?? 0) >= (parseHHmm(settings.workHourEnd) ?? 0)) {
    faults.add(
      field("workHourStart"),
      `${label}: ${START_BEFORE_END} (${hoursText(settings.workHourStart, settings.workHourEnd)}).`,
    );
    return null;
  }
  return { start, end: Math.max(start, end) + secOf(vehicle.overtime) };
}

/** Where a route starts or ends; `place` is null for an open end. Null after naming what is missing. */
function location(
  side: "start" | "end",
  route: Route,
  vehicle: Vehicle,
  source: CalculationSource,
  label: string,
  faults: Faults,
): { place: Place | null } | null {
  const type = side === "start" ? route.startLocationType : route.endLocationType;
  if (type === "N") return { place: null };
  const warehouse = source.warehouses.find((one) => one.id === (route.warehouseId ?? source.plan.warehouseId));
  const place = routePlace(side, route, vehicle, warehouse ?? null);
  if (place !== null && place !== "open") return { place };
  const [owner, what] =
    type === "W"
      ? [
          warehouse === undefined ? `routes.${route.id}.warehouseId` : `warehouses.${warehouse.id}.lat`,
          `Warehouse '${warehouse?.title ?? "not chosen"}'`,
        ]
      : type === "P"
        ? [`vehicles.${vehicle.id}.parkLocationLat`, `${label}: park location`]
        : [`routes.${route.id}.${side}LocationLat`, `${label}: ${side} location of the route`];
  faults.add(owner, `${what} has no coordinates. Set its place on the map.`);
  return null;
}

/** The break, if it is switched on and complete, and hasn't been taken yet. */
function breaksOf(
  settings: VehicleSettings,
  own: readonly Visit[],
  source: CalculationSource,
  field: (name: string) => string,
  label: string,
  faults: Faults,
): BreakEntry[] {
  if (!hasWholeBreak(settings)) return [];
  if (own.some((visit) => visit.type === VisitType.Break && isPast(visit))) return [];
  const start = clockSec(source, settings.breakStart);
  const end = clockSec(source, settings.breakEnd);
  if (start === null || end === null || (parseHHmm(settings.breakStart) ?? 0) > (parseHHmm(settings.breakEnd) ?? 0)) {
    faults.add(
      field("breakStart"),
      `${label}, breaks: ${START_BEFORE_END} (${hoursText(settings.breakStart, settings.breakEnd)}).`,
    );
    return [];
  }
  const after = dueAfterSec(source.company);
  return [
    {
      start,
      end: Math.max(start, end),
      duration: secOf(settings.breakDuration),
      description: BREAK_DESCRIPTION,
      ...(after === null ? {} : { due_after: after }),
    },
  ];
}

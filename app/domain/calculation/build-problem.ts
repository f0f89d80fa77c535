/** A calculation's input and travel matrices → the solver's problem. Units are converted here and nowhere else. */
import { WINDOW_RESERVE_SEC } from "../route/departure";
import { DAY_SEC } from "../time/calendar";
import { secOf } from "../time/format";
import { solverCosts } from "./cost";
import { DIMENSION, MOST_UNITS, toUnits } from "./units";
import type { GivenRoute, Job, Problem, StepRef, TravelModel, Vehicle, VehicleCosts } from "solver/contract/public";
import { VisitType } from "../visit/visit-type";
import { travelKey } from "./travel-mode";
import { travelModel } from "./travel-tables";
import type { TravelTables } from "./travel-tables";
import type { FleetEntry, CalculationInput, VisitEntry } from "./calculation-input";
import type { CalculationPlaces } from "./places";

/** The only break of a route; its id is unique within the vehicle. */
const BREAK_ID = 1;
/** "No end": ten days after midnight, long after any window. */
export const OPEN_END_SEC = 10 * DAY_SEC;

/**
 * Vehicle ids are route ids, job ids are visit ids. Amounts are [volume, weight] in the units of units.ts.
 * Squash duration: setup = service − squash is paid on arrival from another place, service = min(service, squash).
 * What a vehicle on the road carries stays on it: its load is a skill that this vehicle alone has. Its stops have been
 * promised, so no other visit takes their room.
 * Throws RangeError when a vehicle has no table of the right size.
 */
export function buildProblem(input: CalculationInput, places: CalculationPlaces, tables: TravelTables): Problem {
  const matrices: Record<string, TravelModel> = {};
  for (const entry of Object.values(input.fleet)) {
    const key = travelKey(entry);
    const table = tables[key];
    if (table === undefined || table.size !== places.places.length) {
      throw new RangeError(
        `Travel table '${key}' has ${table?.size ?? 0} places, the input has ${places.places.length}`,
      );
    }
    matrices[key] = travelModel(table);
  }
  const total = totalAmounts(input);
  const squashSec = secOf(input.options.squash_duration);
  return {
    vehicles: Object.entries(input.fleet).map(([id, entry]) =>
      vehicle(Number(id), entry, places, total, solverCosts(input.options.aim, entry)),
    ),
    jobs: Object.entries(input.visits).map(([id, visit]) => ({
      ...job(Number(id), visit, places, squashSec),
      ...demands(visit, input.fleet),
    })),
    shipments: [],
    matrices,
    balance: input.options.visit_balance_coefficient,
  };
}

function totalAmounts(input: CalculationInput): [number, number] {
  const total: [number, number] = [0, 0];
  for (const visit of Object.values(input.visits)) {
    const [volume, weight] = toUnits(visit.capacity, visit.load);
    total[DIMENSION.Volume] += volume;
    total[DIMENSION.Weight] += weight;
  }
  return total;
}

/** Capacity in units; without a limit, the sum of all amounts. More than the solver takes is as good as that. */
export function capacityUnits(entry: FleetEntry, total: readonly [number, number]): [number, number] {
  const [volume, weight] = toUnits(entry.capacity ?? 0, entry.load ?? 0);
  return [
    Math.min(MOST_UNITS, entry.capacity === undefined ? total[0] : volume),
    Math.min(MOST_UNITS, entry.load === undefined ? total[1] : weight),
  ];
}

function vehicle(
  routeId: number,
  entry: FleetEntry,
  places: CalculationPlaces,
  total: readonly [number, number],
  costs: VehicleCosts | undefined,
): Vehicle {
  const startIndex = places.startIndex.get(routeId) ?? null;
  const endIndex = places.endIndex.get(routeId) ?? null;
  const startSiteIndex = places.startSite.get(routeId);
  return {
    id: routeId,
    description: entry.title,
    profile: travelKey(entry),
    startIndex,
    endIndex,
    ...(startSiteIndex === undefined ? {} : { startSiteIndex }),
    capacity: capacityUnits(entry, total),
    timeWindow: [entry.shift_start, entry.shift_end ?? Math.max(OPEN_END_SEC, entry.shift_start + OPEN_END_SEC)],
    strictStart: entry.strict_start,
    windowReserveSec: WINDOW_RESERVE_SEC,
    speedFactor: entry.speed_factor,
    breaks: entry.breaks.map((pause) => ({
      id: BREAK_ID,
      description: pause.description,
      timeWindows: [[pause.start, pause.end] as const],
      serviceSec: pause.duration,
      onlyIfDue: true,
      ...(pause.due_after === undefined ? {} : { dueAfterSec: pause.due_after }),
    })),
    ...(costs === undefined ? {} : { costs }),
    ...(entry.visits_max === undefined ? {} : { maxTasks: entry.visits_max }),
    ...(entry.max_distance === undefined ? {} : { maxDistanceM: entry.max_distance }),
    ...(entry.is_out === true ? { skills: [routeId] } : {}),
  };
}

/** Of visits on the road. What has no amount, as a repair, may be done by any vehicle; so may pickups. */
function demands({ type, route_id, capacity, load }: VisitEntry, fleet: CalculationInput["fleet"]): Partial<Job> {
  if (route_id === null || fleet[route_id]?.is_out !== true) return {};
  const isOnBoard = type === VisitType.Delivery && (capacity > 0 || load > 0);
  return { priority: 1, ...(isOnBoard ? { skills: [route_id] } : {}) };
}

function job(id: number, visit: VisitEntry, places: CalculationPlaces, squashSec: number): Job {
  const locationIndex = places.visitIndex.get(id);
  if (locationIndex === undefined) throw new RangeError(`Visit ${id} has no place`);
  const siteIndex = places.visitSite.get(id);
  const amount = toUnits(visit.capacity, visit.load);
  const window =
    visit.start === undefined && visit.end === undefined
      ? undefined
      : ([visit.start ?? 0, visit.end ?? OPEN_END_SEC] as const);
  return {
    id,
    description: visit.name,
    locationIndex,
    ...(siteIndex === undefined || siteIndex === locationIndex ? {} : { siteIndex }),
    setupSec: Math.max(0, visit.duration - squashSec),
    serviceSec: Math.min(visit.duration, squashSec),
    ...(visit.type === "P" ? { pickup: amount } : { delivery: amount }),
    ...(window === undefined ? {} : { timeWindows: [window] }),
  };
}

/**
 * The input's present order as given routes: the order to time in mode `position`, a place to start the search from
 * in mode `full`. Routes without an entry are left out.
 */
export function givenRoutes(input: CalculationInput): GivenRoute[] {
  return Object.entries(input.solution)
    .map(([routeId, order]) => ({
      vehicleId: Number(routeId),
      steps: order
        .filter((entry) => entry === "break" || input.visits[entry] !== undefined)
        .map((entry): StepRef => (entry === "break" ? { type: "break", id: BREAK_ID } : { type: "job", id: entry })),
    }))
    .filter((route) => route.steps.some((step) => step.type === "job"));
}

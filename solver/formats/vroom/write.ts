import type {
  Problem,
  Solution,
  SolutionRoute,
  SolutionStep,
  SolverError,
  Suggestion,
  Totals,
  Violation,
  ViolationCode,
} from "../../contract";
import { largest } from "../../contract/largest";
import type {
  VroomError,
  VroomPlace,
  VroomRoute,
  VroomSolution,
  VroomStep,
  VroomSuggestion,
  VroomTotals,
  VroomViolation,
} from "./answer";
import { breakKey, placeKey } from "./places";
import type { Locations, PlaceOf } from "./places";

export interface VroomExtras {
  /** encoded lines on the map, by vehicle */
  readonly geometry?: ReadonlyMap<number, string>;
  /** how long the lines took */
  readonly routingMs?: number;
  /** The rows are not the caller's: they are left out. */
  readonly hidesRows?: boolean;
}

/**
 * Writes VROOM's output format. `locations` are those that `readVroom` gave; without them places have no coordinates,
 * and windows of suggestions are counted in the order of their starts.
 * `loadingMs` is what reading the problem took. `reasons` and `suggestion` of unassigned stops go beyond it.
 */
export function writeVroom(
  problem: Problem,
  solution: Solution,
  locations: Locations = [],
  loadingMs = 0,
  { geometry, routingMs, hidesRows = false }: VroomExtras = {},
): VroomSolution {
  const place: WritePlace = (type, id, row) => ({
    ...optional("location", locations.own?.get(placeKey(type, id)) ?? locations[row]),
    ...(hidesRows ? {} : { location_index: row }),
  });
  const { explainingMs } = solution.computingTimes;
  const dimensions = largest(problem.vehicles.map((vehicle) => vehicle.capacity?.length ?? 0));
  return {
    code: 0,
    summary: {
      cost: solution.summary.cost,
      routes: solution.summary.routes,
      unassigned: solution.summary.unassigned,
      ...totals(solution.summary, dimensions),
      computing_times: {
        loading: Math.round(loadingMs),
        solving: Math.round(solution.computingTimes.solvingMs),
        ...(explainingMs === undefined ? {} : { explaining: Math.round(explainingMs) }),
        ...(routingMs === undefined ? {} : { routing: Math.round(routingMs) }),
      },
    },
    unassigned: solution.unassigned.map((stop) => ({
      id: stop.id,
      type: stop.type,
      ...optional("description", stop.description),
      ...place(stop.type, stop.id, stop.locationIndex),
      ...(stop.reasons.length === 0
        ? {}
        : {
            reasons: stop.reasons.map((reason) => ({
              vehicle: reason.vehicleId,
              code: reason.code,
              message: reason.message,
              ...optional("amount", reason.amount),
              ...optional("index", reason.index),
              ...optional("way", reason.way),
            })),
          }),
      ...optional("other_vehicles", stop.otherVehicles),
      ...(stop.suggestion === undefined ? {} : { suggestion: writeSuggestion(stop.suggestion, locations) }),
    })),
    routes: solution.routes.map((route) => ({
      ...writeRoute(route, place, dimensions),
      ...optional("geometry", geometry?.get(route.vehicleId)),
    })),
  };
}

/** A window that a suggestion names is counted as the input has them. */
function writeSuggestion(suggestion: Suggestion, { windowOrders }: Locations): VroomSuggestion {
  const { step, index, vehicleId } = suggestion;
  const written = { vehicle: vehicleId, ...suggestion };
  if (step === undefined || index === undefined) return written;
  const key = step.type === "break" ? breakKey(vehicleId, step.id) : placeKey(step.type, step.id);
  return { ...written, index: windowOrders?.get(key)?.[index] ?? index };
}

export function writeError(error: SolverError): VroomError {
  return { code: exitCode(error), error: error.message, field: error.field, number: error.code };
}

/** 2 input error, 3 routing error, as VROOM. */
export const exitCode = (error: SolverError): number => Math.floor(error.code / 100);

function totals(from: Totals, dimensions: number): Omit<VroomTotals, "cost"> {
  const padded = (values: readonly number[]): number[] =>
    Array.from({ length: Math.max(dimensions, values.length) }, (_, d) => values[d] ?? 0);
  return {
    ...(dimensions === 0
      ? {}
      : { delivery: padded(from.delivery), amount: padded(from.delivery), pickup: padded(from.pickup) }),
    setup: from.setupSec,
    service: from.serviceSec,
    duration: from.durationSec,
    waiting_time: from.waitingSec,
    priority: from.priority,
    ...optional("distance", from.distanceM),
    violations: from.violations.map(writeViolation),
  };
}

type WritePlace = (type: PlaceOf, id: number, row: number) => VroomPlace;

function writeRoute(route: SolutionRoute, place: WritePlace, dimensions: number): VroomRoute {
  const durations = travelled(route.steps);
  return {
    vehicle: route.vehicleId,
    cost: route.cost,
    ...optional("description", route.description),
    ...totals(route, dimensions),
    steps: route.steps.map((step, k) => writeStep(step, durations[k], route.vehicleId, place, dimensions)),
  };
}

/** Travel until each step. A break may begin on the way: VROOM counts what was driven by then. */
function travelled(steps: readonly SolutionStep[]): number[] {
  let soFar = 0;
  return steps.map((step, k) => {
    const isOnTheWay = step.type === "break" && k > 0;
    soFar = isOnTheWay ? soFar + step.arrivalSec - finishOf(steps[k - 1]) : step.durationSec;
    return soFar;
  });
}

const finishOf = ({ arrivalSec, waitingSec, setupSec, serviceSec }: SolutionStep): number =>
  arrivalSec + waitingSec + setupSec + serviceSec;

function writeStep(
  step: SolutionStep,
  duration: number,
  vehicleId: number,
  place: WritePlace,
  dimensions: number,
): VroomStep {
  return {
    type: step.type,
    ...optional("id", step.id),
    ...optional("description", step.description),
    ...(step.locationIndex === undefined || step.type === "break"
      ? {}
      : place(step.type, step.id ?? vehicleId, step.locationIndex)),
    ...(step.type === "job" ? { job: step.id } : {}),
    setup: step.setupSec,
    service: step.serviceSec,
    waiting_time: step.waitingSec,
    ...(dimensions === 0 && step.load.length === 0
      ? {}
      : { load: Array.from({ length: Math.max(dimensions, step.load.length) }, (_, d) => step.load[d] ?? 0) }),
    arrival: step.arrivalSec,
    duration,
    ...optional("distance", step.distanceM),
    violations: step.violations.map(writeViolation),
  };
}

/** Codes whose amount is a time: VROOM's `duration`. */
const TIMES: readonly ViolationCode[] = ["lead_time", "delay", "overtime", "max_travel_time"];

/** VROOM has no overtime: ending late is a delay there. Other amounts and the sentence go beyond its format. */
function writeViolation({ code, amount, index, message }: Violation): VroomViolation {
  return {
    cause: code === "overtime" ? "delay" : code,
    ...(amount === null ? {} : { [TIMES.includes(code) ? "duration" : "amount"]: amount }),
    ...optional("index", index),
    message,
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V });
}

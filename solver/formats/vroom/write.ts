import type { Problem, Solution, SolutionRoute, SolutionStep, Totals, Violation, ViolationCode } from "../../contract";
import type { SolverError } from "../../contract";
import type { Locations } from "./read";

/** Writes VROOM's output format. `reasons` and `suggestion` of unassigned stops go beyond it. */
export function writeVroom(problem: Problem, solution: Solution, locations: Locations, loadingMs: number): object {
  const dimensions = Math.max(0, ...problem.vehicles.map((vehicle) => vehicle.capacity?.length ?? 0));
  return {
    code: 0,
    summary: {
      cost: solution.summary.cost,
      routes: solution.summary.routes,
      unassigned: solution.summary.unassigned,
      ...totals(solution.summary, dimensions),
      computing_times: { loading: Math.round(loadingMs), solving: Math.round(solution.computingTimes.solvingMs) },
    },
    unassigned: solution.unassigned.map((stop) => ({
      id: stop.id,
      type: stop.type,
      ...optional("description", stop.description),
      ...place(stop.locationIndex, locations),
      ...(stop.reasons.length === 0
        ? {}
        : {
            reasons: stop.reasons.map((reason) => ({
              vehicle: reason.vehicleId,
              code: reason.code,
              message: reason.message,
            })),
          }),
      ...(stop.suggestion === undefined ? {} : { suggestion: stop.suggestion }),
    })),
    routes: solution.routes.map((route) => writeRoute(route, locations, dimensions)),
  };
}

export function writeError(error: SolverError): object {
  return { code: exitCode(error), error: error.message, field: error.field, number: error.code };
}

/** 2 input error, 3 routing error, as VROOM. */
export const exitCode = (error: SolverError): number => Math.floor(error.code / 100);

function totals(from: Totals, dimensions: number): object {
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

function writeRoute(route: SolutionRoute, locations: Locations, dimensions: number): object {
  return {
    vehicle: route.vehicleId,
    cost: route.cost,
    ...optional("description", route.description),
    ...totals(route, dimensions),
    steps: route.steps.map((step) => writeStep(step, locations, dimensions)),
  };
}

function writeStep(step: SolutionStep, locations: Locations, dimensions: number): object {
  return {
    type: step.type,
    ...optional("id", step.id),
    ...optional("description", step.description),
    ...(step.locationIndex === undefined ? {} : place(step.locationIndex, locations)),
    ...(step.type === "job" ? { job: step.id } : {}),
    setup: step.setupSec,
    service: step.serviceSec,
    waiting_time: step.waitingSec,
    ...(dimensions === 0 && step.load.length === 0
      ? {}
      : { load: Array.from({ length: Math.max(dimensions, step.load.length) }, (_, d) => step.load[d] ?? 0) }),
    arrival: step.arrivalSec,
    duration: step.durationSec,
    ...optional("distance", step.distanceM),
    violations: step.violations.map(writeViolation),
  };
}

/** Codes whose amount is a time: VROOM's `duration`. */
const TIMES: readonly ViolationCode[] = ["lead_time", "delay", "overtime", "max_travel_time"];

/** VROOM has no overtime: ending late is a delay there. Other amounts and the sentence go beyond its format. */
function writeViolation({ code, amount, message }: Violation): object {
  return {
    cause: code === "overtime" ? "delay" : code,
    ...(amount === null ? {} : { [TIMES.includes(code) ? "duration" : "amount"]: amount }),
    message,
  };
}

function place(row: number, locations: Locations): object {
  return { ...optional("location", locations[row]), location_index: row };
}

function optional(key: string, value: unknown): object {
  return value === undefined ? {} : { [key]: value };
}

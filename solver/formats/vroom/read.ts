import { ErrorCode, NO_WAY, SolverError, routeLimits } from "../../contract";
import type { Break, Job, Matrix, Problem, Shipment, StepRef, Task, Vehicle, VehicleCosts } from "../../contract";
import { validateProblem } from "../../validate/validate-problem";
import {
  join,
  list,
  missing,
  numberAt,
  numberMap,
  object,
  optionalNumber,
  optionalNumbers,
  optionalString,
  optionalWindows,
  set,
  window,
  wrong,
} from "./fields";
import type { JsonObject } from "./fields";

/** Coordinates [lon, lat] by matrix row, for the output; undefined where none were given. */
export type Locations = (readonly [number, number] | undefined)[];

export interface VroomInput {
  readonly problem: Problem;
  readonly locations: Locations;
}

const TASK_FIELDS = [
  "id",
  "description",
  "location",
  "location_index",
  "setup",
  "service",
  "setup_per_type",
  "service_per_type",
  "time_windows",
];
const JOB_FIELDS = new Set([...TASK_FIELDS, "delivery", "pickup", "amount", "skills", "priority"]);
const STOP_FIELDS = new Set(TASK_FIELDS);
const SHIPMENT_FIELDS = new Set(["pickup", "delivery", "amount", "skills", "priority"]);
const BREAK_FIELDS = new Set(["id", "description", "service", "time_windows", "max_load"]);
const STEP_FIELDS = new Set(["type", "id", "service_at", "service_after", "service_before"]);
const COST_FIELDS = new Set(["fixed", "per_hour", "per_km", "per_task_hour"]);
const MATRIX_FIELDS = new Set(["durations", "distances", "costs"]);
const ROOT_FIELDS = new Set(["jobs", "shipments", "vehicles", "matrices", "matrix", "balance"]);
const VEHICLE_FIELDS: ReadonlySet<string> = new Set<string>([
  "id",
  "profile",
  "description",
  "start",
  "start_index",
  "end",
  "end_index",
  "capacity",
  "costs",
  "skills",
  "type",
  "time_window",
  "breaks",
  "speed_factor",
  ...routeLimits.map(([name]) => name),
  "steps",
  // beyond VROOM:
  "overtime",
  "strict_start",
  "locked_prefix",
]);

/** Steps of vehicles are a plan to start from, or the order to time as it is (VROOM's -c). */
export type VroomMode = "solve" | "plan";

/**
 * Reads VROOM's JSON format (its docs/API.md). Throws SolverError with VROOM's field names in the path; what can't be
 * honoured is refused by name.
 */
export function readVroom(json: unknown, mode: VroomMode = "solve"): VroomInput {
  const root = object(json, "", ROOT_FIELDS);
  if (root.matrix !== undefined && root.matrices !== undefined)
    throw conflict("matrix", "matrices", "Give one of them.");
  const locations: Locations = [];
  const places = new Places(root.matrices === undefined && root.matrix === undefined, locations);
  if (root.vehicles === undefined) throw missing("vehicles");
  const vehicles = list(root.vehicles, "vehicles").map((value, v) =>
    readVehicle(value, `vehicles[${v}]`, places, mode),
  );
  const jobs = list(root.jobs ?? [], "jobs").map((value, j) => readJob(value, `jobs[${j}]`, places));
  const shipments = list(root.shipments ?? [], "shipments").map((value, s) =>
    readShipment(value, `shipments[${s}]`, places),
  );
  if (jobs.length + shipments.length === 0)
    throw new SolverError(ErrorCode.MissingField, "jobs", "There is no job and no shipment.", "Give at least one.");
  const balance = optionalNumber(root, "balance", "");
  const matrices = places.straightLine ? placeholders(vehicles) : readMatrices(root);
  const problem: Problem = { vehicles, jobs, shipments, matrices, ...(balance === undefined ? {} : { balance }) };
  try {
    validateProblem(problem);
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    throw new SolverError(error.code, vroomField(error.field), error.cause, error.action);
  }
  // Last, so that other faults are reported before matrices have to be added.
  if (places.straightLine) {
    throw new SolverError(
      ErrorCode.RoutingUnavailable,
      "matrices",
      "The problem has coordinates only and no routing engine is connected.",
      "Add matrices with durations.",
    );
  }
  return { problem, locations };
}

/** The contract's names that aren't VROOM's with other letters. */
const RENAMED: Readonly<Record<string, string>> = {
  setupSec: "setup",
  serviceSec: "service",
  setupSecPerType: "setup_per_type",
  serviceSecPerType: "service_per_type",
  overtimeSec: "overtime",
  ...Object.fromEntries(routeLimits.map(([name, field]) => [field, name])),
};
const SAME_NAMES = [
  "startIndex",
  "endIndex",
  "locationIndex",
  "timeWindows?",
  "speedFactor",
  "maxLoad",
  "perHour",
  "perKm",
  "perTaskHour",
  "lockedPrefix",
  "strictStart",
];
const SAME_NAME = new RegExp(`(?<=^|\\.)(${SAME_NAMES.join("|")})(?=$|[.[])`, "g");

/** Path in the contract's names -> path in VROOM's names. */
export function vroomField(path: string): string {
  return path
    .replace(/(?<=^|\.)\w+(?=$|[.[])/g, (name) => (Object.hasOwn(RENAMED, name) ? RENAMED[name] : name))
    .replace(SAME_NAME, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function conflict(path: string, other: string, action: string): SolverError {
  return new SolverError(ErrorCode.Conflict, path, `This field can't stand beside ${other}.`, action);
}

/** Matrices of one place, so that everything but the travel times can be validated. */
const placeholders = (vehicles: readonly Vehicle[]): Record<string, Matrix> =>
  Object.fromEntries(
    vehicles.map(({ profile }) => [profile, { size: 1, durations: new Int32Array(1), distances: new Int32Array(1) }]),
  );

class Places {
  constructor(
    readonly straightLine: boolean,
    private readonly locations: Locations,
  ) {}

  /** The matrix row of a place: given as an index, with coordinates for the output beside it. */
  read(fields: JsonObject, coordinates: string, index: string, path: string): number | null {
    const row = optionalNumber(fields, index, path);
    const point =
      fields[coordinates] === undefined ? undefined : this.point(fields[coordinates], join(path, coordinates));
    if (row === undefined && point === undefined) return null;
    if (this.straightLine) {
      if (point === undefined) throw missing(join(path, coordinates));
      return 0;
    }
    if (row === undefined) throw missing(join(path, index));
    if (point !== undefined && Number.isInteger(row) && row >= 0 && row < 100_000) this.locations[row] = point;
    return row;
  }

  private point(value: unknown, path: string): readonly [number, number] {
    const pair = list(value, path);
    const [lon, lat] = pair;
    if (typeof lon !== "number" || typeof lat !== "number") throw wrong(path, value, "a pair [lon, lat]");
    return [lon, lat];
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readVehicle(value: unknown, path: string, places: Places, mode: VroomMode): Vehicle {
  const fields = object(value, path, VEHICLE_FIELDS);
  const vehicle: Writable<Vehicle> = {
    id: numberAt(fields, "id", path),
    profile: optionalString(fields, "profile", path) ?? "car",
    startIndex: places.read(fields, "start", "start_index", path),
    endIndex: places.read(fields, "end", "end_index", path),
    timeWindow: fields.time_window === undefined ? null : window(fields.time_window, () => `${path}.time_window`),
  };
  if (mode === "plan" && fields.locked_prefix !== undefined)
    throw conflict(`${path}.locked_prefix`, "plan mode", "There steps give the whole order.");
  if (fields.strict_start !== undefined && typeof fields.strict_start !== "boolean")
    throw wrong(`${path}.strict_start`, fields.strict_start, "true or false");
  set(vehicle, "description", optionalString(fields, "description", path));
  set(vehicle, "type", optionalString(fields, "type", path));
  set(vehicle, "capacity", optionalNumbers(fields, "capacity", path));
  set(vehicle, "skills", optionalNumbers(fields, "skills", path));
  set(vehicle, "overtimeSec", optionalNumber(fields, "overtime", path));
  set(vehicle, "strictStart", fields.strict_start);
  set(
    vehicle,
    "breaks",
    fields.breaks === undefined
      ? undefined
      : list(fields.breaks, `${path}.breaks`).map((rest, b) => readBreak(rest, `${path}.breaks[${b}]`)),
  );
  set(vehicle, "speedFactor", optionalNumber(fields, "speed_factor", path));
  for (const [name, field] of routeLimits) set(vehicle, field, optionalNumber(fields, name, path));
  set(vehicle, "costs", fields.costs === undefined ? undefined : readCosts(fields.costs, `${path}.costs`));
  set(vehicle, "lockedPrefix", readSteps(fields, "locked_prefix", path, mode));
  set(vehicle, "steps", readSteps(fields, "steps", path, mode));
  return vehicle;
}

function readCosts(value: unknown, path: string): VehicleCosts {
  const fields = object(value, path, COST_FIELDS);
  const costs: Writable<VehicleCosts> = {};
  set(costs, "fixed", optionalNumber(fields, "fixed", path));
  set(costs, "perHour", optionalNumber(fields, "per_hour", path));
  set(costs, "perKm", optionalNumber(fields, "per_km", path));
  set(costs, "perTaskHour", optionalNumber(fields, "per_task_hour", path));
  return costs;
}

function readBreak(value: unknown, path: string): Break {
  const fields = object(value, path, BREAK_FIELDS);
  const rest: Writable<Break> = { id: numberAt(fields, "id", path) };
  set(rest, "description", optionalString(fields, "description", path));
  set(rest, "serviceSec", optionalNumber(fields, "service", path));
  set(rest, "timeWindows", optionalWindows(fields, "time_windows", path));
  set(rest, "maxLoad", optionalNumbers(fields, "max_load", path));
  return rest;
}

const FIXED_TIMES = ["service_at", "service_after", "service_before"] as const;

function readSteps(fields: JsonObject, key: string, path: string, mode: VroomMode): StepRef[] | undefined {
  if (fields[key] === undefined) return undefined;
  const steps: StepRef[] = [];
  list(fields[key], `${path}.${key}`).forEach((value, k) => {
    const at = `${path}.${key}[${k}]`;
    const given = object(value, at, STEP_FIELDS);
    const type = optionalString(given, "type", at);
    const fixed = FIXED_TIMES.find((name) => given[name] !== undefined);
    if (fixed !== undefined && mode === "solve")
      throw new SolverError(
        ErrorCode.Conflict,
        `${at}.${fixed}`,
        "Times of steps are fixed in plan mode only.",
        "Use --plan, or a time window of the stop.",
      );
    if (type === "start" || type === "end") {
      if (fixed !== undefined)
        throw new SolverError(
          ErrorCode.Conflict,
          `${at}.${fixed}`,
          `The time of the ${type} can't be fixed.`,
          "Use the vehicle's time_window.",
        );
      return;
    }
    if (type !== "job" && type !== "pickup" && type !== "delivery" && type !== "break")
      throw wrong(`${at}.type`, given.type, "start, job, pickup, delivery, break or end");
    const step: Writable<StepRef> = { type, id: numberAt(given, "id", at) };
    set(step, "serviceAtSec", optionalNumber(given, "service_at", at));
    set(step, "serviceAfterSec", optionalNumber(given, "service_after", at));
    set(step, "serviceBeforeSec", optionalNumber(given, "service_before", at));
    steps.push(step);
  });
  return steps;
}

function readTask(fields: JsonObject, path: string, places: Places): Writable<Task> {
  const id = numberAt(fields, "id", path);
  const locationIndex = places.read(fields, "location", "location_index", path);
  if (locationIndex === null) throw missing(`${path}.${places.straightLine ? "location" : "location_index"}`);
  const task: Writable<Task> = { id, locationIndex };
  set(task, "description", optionalString(fields, "description", path));
  set(task, "setupSec", optionalNumber(fields, "setup", path));
  set(task, "serviceSec", optionalNumber(fields, "service", path));
  set(task, "setupSecPerType", numberMap(fields, "setup_per_type", path));
  set(task, "serviceSecPerType", numberMap(fields, "service_per_type", path));
  set(task, "timeWindows", optionalWindows(fields, "time_windows", path));
  return task;
}

function readJob(value: unknown, path: string, places: Places): Job {
  const fields = object(value, path, JOB_FIELDS);
  for (const other of ["delivery", "pickup"])
    if (fields.amount !== undefined && fields[other] !== undefined)
      throw conflict(`${path}.amount`, other, "amount is the old name of delivery: leave it out.");
  const job: Writable<Job> = readTask(fields, path, places);
  set(job, "delivery", optionalNumbers(fields, "delivery", path) ?? optionalNumbers(fields, "amount", path));
  set(job, "pickup", optionalNumbers(fields, "pickup", path));
  set(job, "skills", optionalNumbers(fields, "skills", path));
  set(job, "priority", optionalNumber(fields, "priority", path));
  return job;
}

function readShipment(value: unknown, path: string, places: Places): Shipment {
  const fields = object(value, path, SHIPMENT_FIELDS);
  const half = (key: "pickup" | "delivery"): Task => {
    if (fields[key] === undefined) throw missing(`${path}.${key}`);
    return readTask(object(fields[key], `${path}.${key}`, STOP_FIELDS), `${path}.${key}`, places);
  };
  const shipment: Writable<Shipment> = { pickup: half("pickup"), delivery: half("delivery") };
  set(shipment, "amount", optionalNumbers(fields, "amount", path));
  set(shipment, "skills", optionalNumbers(fields, "skills", path));
  set(shipment, "priority", optionalNumber(fields, "priority", path));
  return shipment;
}

function readMatrices(root: JsonObject): Record<string, Matrix> {
  if (root.matrices === undefined) return { car: readMatrix({ durations: root.matrix }, "matrix", true) };
  const all = root.matrices;
  if (typeof all !== "object" || all === null || Array.isArray(all))
    throw wrong("matrices", all, "an object with a matrix per profile");
  return Object.fromEntries(
    Object.entries(all).map(([profile, value]) => [profile, readMatrix(value, `matrices.${profile}`)]),
  );
}

function readMatrix(value: unknown, path: string, legacy = false): Matrix {
  const fields = object(value, path, MATRIX_FIELDS);
  if (fields.durations === undefined) throw missing(legacy ? path : `${path}.durations`);
  const size = list(fields.durations, legacy ? path : `${path}.durations`).length;
  if (size === 0) throw new SolverError(ErrorCode.MatrixSize, path, "The matrix is empty.", "Give a row per place.");
  const read = (key: string, durations?: Int32Array): Int32Array | undefined =>
    fields[key] === undefined ? undefined : readValues(fields[key], legacy ? path : `${path}.${key}`, size, durations);
  const matrix: Writable<Matrix> = { size, durations: read("durations")! };
  set(matrix, "distances", read("distances", matrix.durations));
  set(matrix, "costs", read("costs", matrix.durations));
  return matrix;
}

/** Beyond VROOM, null is a duration where there is no way, and then a distance and a cost. */
function readValues(value: unknown, path: string, size: number, durations?: Int32Array): Int32Array {
  const rows = list(value, path);
  if (rows.length !== size)
    throw new SolverError(
      ErrorCode.MatrixSize,
      path,
      `Has ${rows.length} rows instead of ${size}.`,
      "Give a square matrix of the same size everywhere.",
    );
  const values = new Int32Array(new SharedArrayBuffer(4 * size * size));
  for (let i = 0; i < size; i++) {
    const row = list(rows[i], `${path}[${i}]`);
    if (row.length !== size)
      throw new SolverError(
        ErrorCode.MatrixSize,
        `${path}[${i}]`,
        `Has ${row.length} values instead of ${size}.`,
        "Give a square matrix.",
      );
    for (let j = 0; j < size; j++) {
      const item = row[j];
      if (item === null && (durations === undefined || durations[i * size + j] === NO_WAY)) {
        values[i * size + j] = durations === undefined ? NO_WAY : 0;
        continue;
      }
      if (typeof item !== "number") throw wrong(`${path}[${i}][${j}]`, item, "a whole number");
      if (!Number.isInteger(item)) throw wrong(`${path}[${i}][${j}]`, item, "a whole number");
      if (item < 0 || item > 100_000_000)
        throw new SolverError(
          ErrorCode.OutOfRange,
          `${path}[${i}][${j}]`,
          item < 0 ? `${item} is negative.` : `${item} is out of range.`,
          "Use 0 to 100000000.",
        );
      values[i * size + j] = item;
    }
  }
  return values;
}

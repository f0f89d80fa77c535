import { ErrorCode, SolverError, routeLimits } from "../../contract";
import type { Break, Job, Problem, Shipment, StepRef, Task, TaskKind, Vehicle, VehicleCosts } from "../../contract";
import { missing, wrong } from "../../validate/refusals";
import { validateFor } from "../../validate/validate-problem";
import { isStop, vroomField, vroomFields } from "./field-names";
import {
  conflict,
  list,
  numberAt,
  numberMap,
  object,
  optionalNumber,
  optionalNumbers,
  optionalString,
  optionalWindows,
  set,
  window,
  windowOrder,
} from "./fields";
import type { JsonObject } from "./fields";
import { readMatrices } from "./matrices";
import { PlacesByCoordinates, PlacesByIndex, breakKey, placeKey, placeholders } from "./places";
import type { Locations, Places } from "./places";

export type { Locations };

export interface VroomInput {
  readonly problem: Problem;
  readonly locations: Locations;
}

export interface ParsedVroom extends VroomInput {
  /**
   * The problem came with coordinates alone: a row for each different place of `locations`, and matrices that know no
   * pair, which have to be replaced by measured ones.
   */
  readonly needsRoads: boolean;
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
  const { problem, locations, needsRoads } = parseVroom(json, mode);
  // Last, so that other faults are reported before matrices have to be added.
  if (needsRoads) {
    throw new SolverError(
      ErrorCode.RoutingUnavailable,
      "matrices",
      "The problem has coordinates only and no routing engine is connected.",
      "Add matrices with durations.",
    );
  }
  return { problem, locations };
}

/** The same for whoever can measure ways between coordinates. */
export function parseVroom(json: unknown, mode: VroomMode = "solve"): ParsedVroom {
  const root = object(json, "", ROOT_FIELDS);
  if (root.matrix !== undefined && root.matrices !== undefined)
    throw conflict("matrix", "matrices", "Give one of them.");
  const needsRoads = root.matrices === undefined && root.matrix === undefined;
  const places = needsRoads ? new PlacesByCoordinates() : new PlacesByIndex();
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
  const matrices = needsRoads ? placeholders(vehicles, places.locations) : readMatrices(root);
  const problem: Problem = { vehicles, jobs, shipments, matrices, ...(balance === undefined ? {} : { balance }) };
  try {
    validateFor(mode, problem);
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    // the one sentence that names a field
    const cause = error.code === ErrorCode.AmountDimensions ? vroomFields(error.cause, root) : error.cause;
    throw new SolverError(error.code, vroomField(error.field, root), cause, error.action);
  }
  return { problem, locations: places.locations, needsRoads };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readVehicle(value: unknown, path: string, places: Places, mode: VroomMode): Vehicle {
  const fields = object(value, path, VEHICLE_FIELDS);
  const id = numberAt(fields, "id", path);
  const vehicle: Writable<Vehicle> = {
    id,
    profile: optionalString(fields, "profile", path) ?? "car",
    startIndex: places.read(fields, "start", path, "start", id),
    endIndex: places.read(fields, "end", path, "end", id),
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
      : list(fields.breaks, `${path}.breaks`).map((rest, b) => readBreak(rest, `${path}.breaks[${b}]`, places, id)),
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

function readBreak(value: unknown, path: string, places: Places, vehicleId: number): Break {
  const fields = object(value, path, BREAK_FIELDS);
  const rest: Writable<Break> = { id: numberAt(fields, "id", path) };
  set(rest, "description", optionalString(fields, "description", path));
  set(rest, "serviceSec", optionalNumber(fields, "service", path));
  set(rest, "timeWindows", readWindows(fields, path, places, breakKey(vehicleId, rest.id)));
  set(rest, "maxLoad", optionalNumbers(fields, "max_load", path));
  return rest;
}

/** In the order of their starts; the answer counts them as they are given. */
function readWindows(fields: JsonObject, path: string, { locations }: Places, key: string): Task["timeWindows"] {
  const windows = optionalWindows(fields, "time_windows", path);
  const order = windows && windowOrder(windows);
  if (windows === undefined || order === undefined) return windows;
  (locations.windowOrders ??= new Map()).set(key, order);
  return order.map((k) => windows[k]);
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
    if (!isStop(type)) {
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

function readTask(fields: JsonObject, path: string, places: Places, type: TaskKind): Writable<Task> {
  const id = numberAt(fields, "id", path);
  const locationIndex = places.read(fields, "location", path, type, id);
  if (locationIndex === null) throw missing(`${path}.${places.named}`);
  const task: Writable<Task> = { id, locationIndex };
  set(task, "description", optionalString(fields, "description", path));
  set(task, "setupSec", optionalNumber(fields, "setup", path));
  set(task, "serviceSec", optionalNumber(fields, "service", path));
  set(task, "setupSecPerType", numberMap(fields, "setup_per_type", path));
  set(task, "serviceSecPerType", numberMap(fields, "service_per_type", path));
  set(task, "timeWindows", readWindows(fields, path, places, placeKey(type, id)));
  return task;
}

function readJob(value: unknown, path: string, places: Places): Job {
  const fields = object(value, path, JOB_FIELDS);
  for (const other of ["delivery", "pickup"])
    if (fields.amount !== undefined && fields[other] !== undefined)
      throw conflict(`${path}.amount`, other, "amount is the old name of delivery: leave it out.");
  const job: Writable<Job> = readTask(fields, path, places, "job");
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
    return readTask(object(fields[key], `${path}.${key}`, STOP_FIELDS), `${path}.${key}`, places, key);
  };
  const shipment: Writable<Shipment> = { pickup: half("pickup"), delivery: half("delivery") };
  set(shipment, "amount", optionalNumbers(fields, "amount", path));
  set(shipment, "skills", optionalNumbers(fields, "skills", path));
  set(shipment, "priority", optionalNumber(fields, "priority", path));
  return shipment;
}

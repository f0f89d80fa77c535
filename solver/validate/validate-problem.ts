import { ErrorCode, SolverError, routeLimits } from "../contract";
import type { Problem, StepRef, Task, TimeWindow, Vehicle } from "../contract";
import { number } from "./numbers";
import { MAX_DURATION, validateTravel } from "./validate-travel";

const MAX_TIME = 10_000_000_000;
const MAX_AMOUNT = 1_000_000_000;
/** Each stop is compared in each dimension, and each break with each stop. */
const MAX_DIMENSIONS = 1_000;
const MAX_BREAKS = 100;

/**
 * Refuses a problem that can't be solved as given. Order: matrices, vehicles, jobs, shipments, then what crosses them
 * (ids, dimensions, given steps), so that the first message is about the nearest cause. Once `stopped` is true the rest
 * of the matrices isn't looked at: the answer then comes without them.
 */
export function validateProblem(problem: Problem, stopped: () => boolean = () => false): void {
  if (problem.vehicles.length === 0) {
    throw new SolverError(ErrorCode.NoVehicles, "vehicles", "There is no vehicle.", "Give at least one.");
  }
  if (problem.balance !== undefined) number(problem.balance, "balance", 0, 1, false);
  const matrices = problem.matrices;
  const used = new Set(problem.vehicles.map((vehicle) => vehicle.profile));
  for (const profile of Object.keys(matrices)) validateTravel(matrices[profile], `matrices.${profile}`, stopped);
  const dimensions = { count: -1, field: "" };
  const size = smallestSize(problem, used);
  unique(problem.vehicles, (vehicle) => vehicle.id, "vehicles");
  problem.vehicles.forEach((vehicle, v) => validateVehicle(vehicle, `vehicles[${v}]`, matrices, dimensions));

  problem.jobs.forEach((job, j) => {
    const path = `jobs[${j}]`;
    validateTask(job, path, size);
    amount(job.delivery, `${path}.delivery`, dimensions);
    amount(job.pickup, `${path}.pickup`, dimensions);
    demandInfo(job, path);
  });
  unique(problem.jobs, (job) => job.id, "jobs");
  problem.shipments.forEach((shipment, s) => {
    const path = `shipments[${s}]`;
    validateTask(shipment.pickup, `${path}.pickup`, size);
    validateTask(shipment.delivery, `${path}.delivery`, size);
    amount(shipment.amount, `${path}.amount`, dimensions);
    demandInfo(shipment, path);
  });
  unique(problem.shipments, (shipment) => shipment.pickup.id, "shipments", ".pickup");
  unique(problem.shipments, (shipment) => shipment.delivery.id, "shipments", ".delivery");
  validateSteps(problem);
}

function smallestSize(problem: Problem, used: ReadonlySet<string>): number {
  let size = Number.MAX_SAFE_INTEGER;
  for (const profile of used) {
    const matrix = problem.matrices[profile];
    if (matrix !== undefined) size = Math.min(size, matrix.size);
  }
  return size;
}

function validateVehicle(vehicle: Vehicle, path: string, matrices: Problem["matrices"], dimensions: Dimensions): void {
  identifier(vehicle.id, `${path}.id`);
  const matrix = Object.hasOwn(matrices, vehicle.profile) ? matrices[vehicle.profile] : undefined;
  if (matrix === undefined) {
    throw new SolverError(
      ErrorCode.UnknownProfile,
      `${path}.profile`,
      `There is no matrix for the profile "${vehicle.profile}".`,
      "Add it to matrices or name another profile.",
    );
  }
  if (vehicle.startIndex === null && vehicle.endIndex === null) {
    throw new SolverError(
      ErrorCode.MissingField,
      `${path}.startIndex`,
      "The vehicle has neither a start nor an end.",
      "Give at least one of both.",
    );
  }
  if (vehicle.startIndex !== null) index(vehicle.startIndex, `${path}.startIndex`, matrix.size);
  if (vehicle.endIndex !== null) index(vehicle.endIndex, `${path}.endIndex`, matrix.size);
  amount(vehicle.capacity, `${path}.capacity`, dimensions);
  integers(vehicle.skills, `${path}.skills`);
  if (vehicle.timeWindow != null) window(vehicle.timeWindow, `${path}.timeWindow`);
  optional(vehicle.overtimeSec, `${path}.overtimeSec`, 0, MAX_TIME);
  if (vehicle.speedFactor !== undefined) number(vehicle.speedFactor, `${path}.speedFactor`, 0.1, 10, false);
  for (const [, field] of routeLimits) optional(vehicle[field], `${path}.${field}`, 0, MAX_TIME);
  for (const key of ["fixed", "perHour", "perKm", "perTaskHour"] as const) {
    const cost = vehicle.costs?.[key];
    if (cost !== undefined) number(cost, `${path}.costs.${key}`, 0, MAX_TIME, false);
  }
  for (const key of ["perHour", "perKm"] as const) {
    if (matrix.costs !== undefined && vehicle.costs?.[key] !== undefined) {
      throw new SolverError(
        ErrorCode.Conflict,
        `${path}.costs.${key}`,
        `The profile "${vehicle.profile}" has a cost matrix, which takes the place of this rate.`,
        "Leave one of both out.",
      );
    }
  }
  if (matrix.distances === undefined && (vehicle.maxDistanceM !== undefined || (vehicle.costs?.perKm ?? 0) > 0)) {
    const field = vehicle.maxDistanceM !== undefined ? "maxDistanceM" : "costs.perKm";
    throw new SolverError(
      ErrorCode.MissingDistances,
      `${path}.${field}`,
      `The profile "${vehicle.profile}" has no distances.`,
      "Add a distance matrix or leave the field out.",
    );
  }
  atMost(vehicle.breaks ?? [], `${path}.breaks`, MAX_BREAKS, "breaks");
  vehicle.breaks?.forEach((rest, b) => {
    identifier(rest.id, `${path}.breaks[${b}].id`);
    optional(rest.serviceSec, `${path}.breaks[${b}].serviceSec`, 0, MAX_DURATION);
    windows(rest.timeWindows, `${path}.breaks[${b}].timeWindows`);
    amount(rest.maxLoad, `${path}.breaks[${b}].maxLoad`, dimensions);
    optional(rest.dueAfterSec, `${path}.breaks[${b}].dueAfterSec`, 0, MAX_DURATION);
    if (rest.onlyIfDue === true && vehicle.breaks!.length > 1) {
      throw new SolverError(
        ErrorCode.Conflict,
        `${path}.breaks[${b}].onlyIfDue`,
        "A break that is taken only where it is due has to be the vehicle's only one.",
        "Leave the other breaks out, or this field.",
      );
    }
  });
  if (vehicle.breaks !== undefined) unique(vehicle.breaks, (rest) => rest.id, `${path}.breaks`);
}

function validateTask(task: Task, path: string, size: number): void {
  identifier(task.id, `${path}.id`);
  index(task.locationIndex, `${path}.locationIndex`, size);
  optional(task.setupSec, `${path}.setupSec`, 0, MAX_DURATION);
  optional(task.serviceSec, `${path}.serviceSec`, 0, MAX_DURATION);
  for (const key of ["setupSecPerType", "serviceSecPerType"] as const) {
    const perType = task[key];
    if (perType === undefined) continue;
    for (const type of Object.keys(perType)) number(perType[type], `${path}.${key}.${type}`, 0, MAX_DURATION);
  }
  windows(task.timeWindows, `${path}.timeWindows`);
}

function demandInfo(demand: { skills?: readonly number[]; priority?: number }, path: string): void {
  integers(demand.skills, `${path}.skills`);
  optional(demand.priority, `${path}.priority`, 0, 100);
}

function validateSteps(problem: Problem): void {
  const jobs = new Set(problem.jobs.map((job) => job.id));
  const pickups = new Map(problem.shipments.map((shipment, s) => [shipment.pickup.id, s]));
  const deliveries = new Map(problem.shipments.map((shipment, s) => [shipment.delivery.id, s]));
  const seen = new Set<string>();
  const locked = new Set<string>();
  problem.vehicles.forEach((vehicle, v) => {
    for (const key of ["lockedPrefix", "steps"] as const) {
      const pickedUp = new Set<number>();
      const all = key === "steps" ? seen : locked;
      vehicle[key]?.forEach((step, k) => {
        const path = `vehicles[${v}].${key}[${k}]`;
        const known = {
          job: jobs,
          pickup: pickups,
          delivery: deliveries,
          break: new Set((vehicle.breaks ?? []).map((rest) => rest.id)),
        }[step.type];
        if (known === undefined || !known.has(step.id)) {
          throw new SolverError(
            ErrorCode.UnknownStep,
            `${path}.id`,
            `There is no ${step.type} ${step.id} for it.`,
            "Name a stop of the problem.",
          );
        }
        if (step.type === "break") return;
        const name = stepName(step);
        if (all.has(name))
          throw new SolverError(ErrorCode.DuplicateId, path, `The ${name} is given twice.`, "Name every stop once.");
        all.add(name);
        if (step.type === "pickup") pickedUp.add(pickups.get(step.id)!);
        if (key === "lockedPrefix" && step.type === "delivery" && !pickedUp.has(deliveries.get(step.id)!)) {
          throw new SolverError(
            ErrorCode.CyclicPairing,
            path,
            `The ${name} comes before its pickup.`,
            "Lock the pickup before the delivery.",
          );
        }
      });
    }
  });
}

const stepName = (step: StepRef): string => `${step.type} ${step.id}`;

interface Dimensions {
  count: number;
  field: string;
}

function amount(values: readonly number[] | undefined, path: string, dimensions: Dimensions): void {
  if (values === undefined) return;
  atMost(values, path, MAX_DIMENSIONS, "dimensions");
  for (let i = 0; i < values.length; i++) number(values[i], `${path}[${i}]`, 0, MAX_AMOUNT);
  if (values.length === 0) return;
  if (dimensions.count < 0) {
    dimensions.count = values.length;
    dimensions.field = path;
  } else if (dimensions.count !== values.length) {
    throw new SolverError(
      ErrorCode.AmountDimensions,
      path,
      `Has ${values.length} dimensions, ${dimensions.field} has ${dimensions.count}.`,
      "Use the same number everywhere.",
    );
  }
}

function atMost(values: readonly unknown[], path: string, most: number, what: string): void {
  if (values.length > most)
    throw new SolverError(ErrorCode.OutOfRange, path, `Has ${values.length} ${what}.`, `Use ${most} at most.`);
}

function windows(values: readonly TimeWindow[] | undefined, path: string): void {
  if (values === undefined) return;
  if (values.length === 0)
    throw new SolverError(
      ErrorCode.OutOfRange,
      path,
      "The list of windows is empty.",
      "Leave it out when any time is right.",
    );
  values.forEach((value, k) => {
    window(value, `${path}[${k}]`);
    if (k > 0 && value[0] <= values[k - 1][1]) {
      throw new SolverError(
        ErrorCode.WindowOrder,
        `${path}[${k}]`,
        "The window begins before the previous one is over.",
        "Sort the windows and merge those that overlap.",
      );
    }
  });
}

function window(value: TimeWindow, path: string): void {
  number(value[0], `${path}[0]`, 0, MAX_TIME);
  number(value[1], `${path}[1]`, 0, MAX_TIME);
  if (value[1] < value[0]) {
    throw new SolverError(
      ErrorCode.WindowOrder,
      path,
      `The window ends (${value[1]}) before it starts (${value[0]}).`,
      "Give the earlier time first.",
    );
  }
}

function unique<T>(items: readonly T[], id: (item: T) => number, path: string, suffix = ""): void {
  const seen = new Map<number, number>();
  items.forEach((item, k) => {
    const first = seen.get(id(item));
    if (first !== undefined) {
      throw new SolverError(
        ErrorCode.DuplicateId,
        `${path}[${k}]${suffix}.id`,
        `The id ${id(item)} is already that of ${path}[${first}]${suffix}.`,
        "Give each its own id.",
      );
    }
    seen.set(id(item), k);
  });
}

function integers(values: readonly number[] | undefined, path: string): void {
  values?.forEach((value, k) => number(value, `${path}[${k}]`, 0, Number.MAX_SAFE_INTEGER));
}

const identifier = (value: number, path: string): void => number(value, path, 0, Number.MAX_SAFE_INTEGER);

function index(value: number, path: string, size: number): void {
  number(value, path, 0, Number.MAX_SAFE_INTEGER);
  if (value >= size) {
    throw new SolverError(
      ErrorCode.UnknownIndex,
      path,
      `The matrix has no row ${value} (it has ${size}).`,
      `Use 0 to ${size - 1}.`,
    );
  }
}

function optional(value: number | undefined, path: string, from: number, to: number): void {
  if (value !== undefined) number(value, path, from, to);
}

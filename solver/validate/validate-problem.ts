import { ErrorCode, SolverError } from "../contract";
import type { Job, Problem, Shipment, Task } from "../contract";
import { KNOWN } from "./known-fields";
import { refuseUnknown } from "./refusals";
import { validateLegs } from "./validate-legs";
import { validateSpan } from "./validate-span";
import { validateSteps } from "./validate-steps";
import type { Purpose } from "./validate-steps";
import { MAX_DURATION, isRead, validateTravel } from "./validate-travel";
import { validateVehicle } from "./validate-vehicle";
import {
  amount,
  each,
  identifier,
  identifiers,
  index,
  list,
  number,
  object,
  optional,
  optionalText,
  unique,
  windows,
} from "./values";

/**
 * Refuses a problem that can't be solved as given. Order: matrices, vehicles, jobs, shipments, then what crosses them
 * (ids, dimensions, given steps), so that the first message is about the nearest cause. Once `stopped` is true the rest
 * of the matrices isn't looked at: the answer then comes without them.
 */
export function validateProblem(problem: Problem, stopped: () => boolean = () => false): void {
  validateFor("solve", problem, stopped);
}

const ALREADY = (): boolean => true;

/**
 * The same for one of both purposes. Timing a route takes less than a look at a large matrix: plan mode doesn't read
 * the values of one again that were found right before.
 */
export function validateFor(purpose: Purpose, problem: Problem, stopped: () => boolean = () => false): void {
  object(problem, "problem");
  refuseUnknown(problem, "", KNOWN.problem);
  const { vehicles, jobs, shipments, matrices, balance } = problem;
  each(vehicles, "vehicles", () => undefined);
  if (vehicles.length === 0)
    throw new SolverError(ErrorCode.NoVehicles, "vehicles", "There is no vehicle.", "Give at least one.");
  list(jobs, "jobs");
  list(shipments, "shipments");
  object(matrices, "matrices");
  if (balance !== undefined) number(balance, "balance", 0, 1, false);
  for (const [profile, model] of Object.entries(matrices))
    validateTravel(model, `matrices.${profile}`, purpose === "plan" && isRead(model) ? ALREADY : stopped);
  const dimensions = { count: -1, field: "" };
  unique(vehicles, (vehicle) => vehicle.id, "vehicles");
  each(vehicles, "vehicles", (vehicle, path) => validateVehicle(vehicle, path, matrices, dimensions));
  const size = smallestSize(problem);

  each(jobs, "jobs", (job, path) => {
    refuseUnknown(job, path, KNOWN.job);
    validateTask(job, path, size);
    amount(job.delivery, `${path}.delivery`, dimensions);
    amount(job.pickup, `${path}.pickup`, dimensions);
    demandInfo(job, path);
  });
  unique(jobs, (job) => job.id, "jobs");
  each(shipments, "shipments", (shipment, path) => {
    refuseUnknown(shipment, path, KNOWN.shipment);
    for (const key of ["pickup", "delivery"] as const) {
      object(shipment[key], `${path}.${key}`);
      refuseUnknown(shipment[key], `${path}.${key}`, KNOWN.task);
      validateTask(shipment[key], `${path}.${key}`, size);
    }
    amount(shipment.amount, `${path}.amount`, dimensions);
    demandInfo(shipment, path);
  });
  unique(shipments, (shipment) => shipment.pickup.id, "shipments", ".pickup");
  unique(shipments, (shipment) => shipment.delivery.id, "shipments", ".delivery");
  if (purpose === "solve") {
    validateSpan(problem);
    validateLegs(problem);
  }
  validateSteps(problem, purpose);
}

/** Of the matrices that vehicles use: a task may be on any of them. */
function smallestSize({ vehicles, matrices }: Problem): number {
  let size = Number.MAX_SAFE_INTEGER;
  for (const profile of new Set(vehicles.map((vehicle) => vehicle.profile)))
    size = Math.min(size, matrices[profile].size);
  return size;
}

function validateTask(task: Task, path: string, size: number): void {
  identifier(task.id, `${path}.id`);
  optionalText(task.description, `${path}.description`);
  index(task.locationIndex, `${path}.locationIndex`, size);
  if (task.siteIndex !== undefined) index(task.siteIndex, `${path}.siteIndex`, size);
  optional(task.setupSec, `${path}.setupSec`, 0, MAX_DURATION);
  optional(task.serviceSec, `${path}.serviceSec`, 0, MAX_DURATION);
  for (const key of ["setupSecPerType", "serviceSecPerType"] as const) {
    const perType = task[key];
    if (perType === undefined) continue;
    object(perType, `${path}.${key}`);
    for (const type of Object.keys(perType)) number(perType[type], `${path}.${key}.${type}`, 0, MAX_DURATION);
  }
  windows(task.timeWindows, `${path}.timeWindows`);
}

function demandInfo(demand: Job | Shipment, path: string): void {
  identifiers(demand.skills, `${path}.skills`);
  optional(demand.priority, `${path}.priority`, 0, 100);
}

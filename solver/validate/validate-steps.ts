import { ErrorCode, SolverError } from "../contract";
import type { GivenRoute, Problem, StepRef } from "../contract";
import { KNOWN } from "./known-fields";
import { missing, refuseUnknown, wrong } from "./refusals";
import { MAX_TIME, each, identifier, optional } from "./values";

const TYPES: readonly string[] = ["job", "pickup", "delivery", "break"] satisfies StepRef["type"][];

/** What a problem or its routes are for. Plan mode alone keeps the times at which steps are told to begin. */
export type Purpose = "solve" | "plan";

/** Given steps of vehicles: they exist, stand once each, and a locked delivery behind its pickup. */
export function validateSteps(problem: Problem, purpose: Purpose): void {
  const jobs = new Set(problem.jobs.map((job) => job.id));
  const pickups = new Map(problem.shipments.map((shipment, s) => [shipment.pickup.id, s]));
  const deliveries = new Map(problem.shipments.map((shipment, s) => [shipment.delivery.id, s]));
  const seen = new Set<string>();
  const locked = new Set<string>();
  problem.vehicles.forEach((vehicle, v) => {
    for (const key of ["lockedPrefix", "steps"] as const) {
      const steps = vehicle[key];
      if (steps === undefined) continue;
      const pickedUp = new Set<number>();
      const all = key === "steps" ? seen : locked;
      each(steps, `vehicles[${v}].${key}`, (step, path) => {
        validateStep(step, path, key === "steps" ? purpose : "solve");
        const known = {
          job: jobs,
          pickup: pickups,
          delivery: deliveries,
          break: new Set((vehicle.breaks ?? []).map((rest) => rest.id)),
        }[step.type];
        if (!known.has(step.id)) {
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

/** Routes to start a search from; what the problem doesn't have is left out of them later. */
export function validateRoutes(routes: readonly GivenRoute[], path: string, purpose: Purpose = "solve"): void {
  each(routes, path, (route, at) => {
    identifier(route.vehicleId, `${at}.vehicleId`);
    each(route.steps, `${at}.steps`, (step, stepPath) => validateStep(step, stepPath, purpose));
  });
}

/**
 * Routes to be timed: a vehicle that the problem doesn't have, or that has a route already, would lose its stops. Steps
 * that it doesn't have are violations of the route.
 */
export function validateTimedRoutes(problem: Problem, routes: readonly GivenRoute[], path: string): void {
  validateRoutes(routes, path, "plan");
  const known = new Set(problem.vehicles.map((vehicle) => vehicle.id));
  const seen = new Map<number, number>();
  routes.forEach(({ vehicleId }, r) => {
    const at = `${path}[${r}].vehicleId`;
    if (!known.has(vehicleId))
      throw new SolverError(
        ErrorCode.UnknownVehicle,
        at,
        `There is no vehicle ${vehicleId}.`,
        "Name a vehicle of the problem.",
      );
    const first = seen.get(vehicleId);
    if (first !== undefined)
      throw new SolverError(
        ErrorCode.DuplicateId,
        at,
        `Vehicle ${vehicleId} has a route already: ${path}[${first}].`,
        "Give each vehicle one route.",
      );
    seen.set(vehicleId, r);
  });
}

function validateStep(step: StepRef, path: string, purpose: Purpose): void {
  if (step.type === undefined) throw missing(`${path}.type`);
  if (!TYPES.includes(step.type))
    throw wrong(
      `${path}.type`,
      step.type,
      "job, pickup, delivery or break",
      "Give the stops alone: `routesOf` makes such steps of a solution.",
    );
  refuseUnknown(step, path, KNOWN.step);
  identifier(step.id, `${path}.id`);
  for (const key of ["serviceAtSec", "serviceAfterSec", "serviceBeforeSec"] as const) {
    optional(step[key], `${path}.${key}`, 0, MAX_TIME);
    if (purpose === "solve" && step[key] !== undefined)
      throw new SolverError(
        ErrorCode.Conflict,
        `${path}.${key}`,
        "Times of steps are fixed in plan mode only.",
        "Use timeRoutes or schedule, or a time window of the stop.",
      );
  }
  refuseContradiction(step, path);
}

/** Of times of a step that exclude each other one would be ignored. */
function refuseContradiction(step: StepRef, path: string): void {
  const { serviceAtSec: at, serviceAfterSec: after, serviceBeforeSec: before } = step;
  const refuse = (key: keyof StepRef, cause: string): never => {
    throw new SolverError(ErrorCode.Conflict, `${path}.${key}`, cause, "Leave one of both out, or change it.");
  };
  if (after !== undefined && before !== undefined && before < after)
    refuse("serviceBeforeSec", `The step can't begin at ${before} at the latest and at ${after} at the earliest.`);
  if (at !== undefined && after !== undefined && at < after)
    refuse("serviceAtSec", `The step can't begin at ${at} and at ${after} at the earliest.`);
  if (at !== undefined && before !== undefined && at > before)
    refuse("serviceAtSec", `The step can't begin at ${at} and at ${before} at the latest.`);
}

const stepName = (step: StepRef): string => `${step.type} ${step.id}`;

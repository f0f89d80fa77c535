import type { Problem, Solution, SolutionRoute, SolutionStep, Vehicle, Violation, ViolationCode } from "../contract";
import type { CheckedStep } from "./checked-step";
import { sumsOf } from "./sums";
import type { RouteSums } from "./sums";

export interface CheckedRoute {
  readonly route: SolutionRoute;
  readonly vehicle: Vehicle;
  readonly steps: readonly CheckedStep[];
  readonly sums: RouteSums;
}

export interface CheckContext {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly routes: readonly CheckedRoute[];
  readonly fail: (
    code: ViolationCode,
    message: string,
    amount?: number,
    where?: { vehicleId?: number; step?: SolutionStep; index?: number },
  ) => void;
}

/** A rule of the checker: it looks at the whole solution and reports what is broken. */
export type Rule = (context: CheckContext) => void;

/** Looks every step up and adds the routes up; unknown vehicles and steps are reported here. */
export function openContext(problem: Problem, solution: Solution, found: Violation[]): CheckContext {
  const fail: CheckContext["fail"] = (code, message, amount, where) => {
    const step = where?.step;
    found.push({
      code,
      message,
      amount: amount ?? null,
      ...(where?.index === undefined ? {} : { index: where.index }),
      ...(where?.vehicleId === undefined ? {} : { vehicleId: where.vehicleId }),
      ...(step === undefined || step.id === undefined || step.type === "start" || step.type === "end"
        ? {}
        : { step: { type: step.type, id: step.id } }),
    });
  };
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const jobs = new Map(problem.jobs.map((job) => [job.id, job]));
  const pickups = new Map(problem.shipments.map((shipment) => [shipment.pickup.id, shipment]));
  const deliveries = new Map(problem.shipments.map((shipment) => [shipment.delivery.id, shipment]));
  const routes: CheckedRoute[] = [];
  for (const route of solution.routes) {
    const vehicle = vehicles.get(route.vehicleId);
    if (vehicle === undefined) {
      fail("unknown", `There is no vehicle ${route.vehicleId}.`, undefined, { vehicleId: route.vehicleId });
      continue;
    }
    const steps: CheckedStep[] = [];
    for (const step of route.steps) {
      const id = step.id ?? -1;
      if (step.type === "job" && jobs.has(id)) steps.push({ step, task: jobs.get(id), job: jobs.get(id) });
      else if (step.type === "pickup" && pickups.has(id))
        steps.push({ step, task: pickups.get(id)?.pickup, shipment: pickups.get(id) });
      else if (step.type === "delivery" && deliveries.has(id))
        steps.push({ step, task: deliveries.get(id)?.delivery, shipment: deliveries.get(id) });
      else if (step.type === "start" || step.type === "end" || step.type === "break") steps.push({ step });
      else fail("unknown", `There is no ${step.type} ${step.id}.`, undefined, { vehicleId: vehicle.id, step });
    }
    routes.push({ route, vehicle, steps, sums: sumsOf(problem, vehicle, steps) });
  }
  return { problem, solution, routes, fail };
}

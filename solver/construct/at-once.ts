import type { GivenRoute, Problem, StepRef, Vehicle } from "../contract";
import { scheduleRoute } from "../schedule/schedule-route";
import { TaskIndex } from "../schedule/timeline";
import { givenRoutes } from "./warm-start";

/**
 * The plan there is when the search was stopped before it had one: the locked beginning of each route, with the given
 * stops behind it where the whole route keeps every rule.
 */
export function planAtOnce(problem: Problem, warmStart: readonly GivenRoute[] | undefined): GivenRoute[] {
  const index = new TaskIndex(problem);
  const given = new Map(givenRoutes(problem, warmStart)?.map((route) => [route.vehicleId, route.steps]));
  const taken = new Set(problem.vehicles.flatMap((vehicle) => lockedOf(vehicle).map(nameOf)));
  return problem.vehicles.map((vehicle) => {
    const locked = lockedOf(vehicle);
    const more = new Map<string, StepRef>();
    for (const step of given.get(vehicle.id) ?? [])
      if (step.type !== "break" && !taken.has(nameOf(step)) && index.find(step) !== undefined)
        more.set(nameOf(step), { type: step.type, id: step.id });
    if (more.size === 0) return { vehicleId: vehicle.id, steps: locked };
    const whole = [...locked, ...more.values()];
    if (scheduleRoute(problem, vehicle, whole, index).violations.length > 0)
      return { vehicleId: vehicle.id, steps: locked };
    for (const name of more.keys()) taken.add(name);
    return { vehicleId: vehicle.id, steps: whole };
  });
}

const lockedOf = (vehicle: Vehicle): StepRef[] => (vehicle.lockedPrefix ?? []).filter((step) => step.type !== "break");
const nameOf = (step: StepRef): string => `${step.type} ${step.id}`;

import type { GivenRoute, Problem, StepRef, Vehicle } from "../contract";
import { scheduleRoute } from "../schedule/schedule-route";
import { TaskIndex } from "../schedule/timeline";
import { givenRoutes } from "./warm-start";

/** Steps that may be scheduled to find the stops of broken routes that keep every rule: a fraction of a second. */
const MOST_STEPS = 1_000_000;

/**
 * The plan there is when the search was stopped before it had one: the locked beginning of each route, with those given
 * stops behind it that keep every rule at their places.
 */
export function planAtOnce(problem: Problem, warmStart: readonly GivenRoute[] | undefined): GivenRoute[] {
  const index = new TaskIndex(problem);
  const given = new Map(givenRoutes(problem, warmStart)?.map((route) => [route.vehicleId, route.steps]));
  const taken = new Set(problem.vehicles.flatMap((vehicle) => lockedOf(vehicle).map(nameOf)));
  const budget = { steps: MOST_STEPS };
  return problem.vehicles.map((vehicle) => {
    const locked = lockedOf(vehicle);
    const more = new Map<string, StepRef>();
    for (const step of given.get(vehicle.id) ?? [])
      if (step.type !== "break" && !taken.has(nameOf(step)) && index.find(step) !== undefined)
        more.set(nameOf(step), { type: step.type, id: step.id });
    const kept = stopsThatHold(problem, vehicle, [...more.values()], index, budget);
    for (const step of kept) taken.add(nameOf(step));
    return { vehicleId: vehicle.id, steps: [...locked, ...kept] };
  });
}

/**
 * Of stops in driving order, those that break no rule behind the locked ones: all, or else the first and the second
 * half one after the other, down to single tasks.
 */
function stopsThatHold(
  problem: Problem,
  vehicle: Vehicle,
  stops: readonly StepRef[],
  index: TaskIndex,
  budget: { steps: number },
): StepRef[] {
  if (stops.length === 0) return [];
  const locked = lockedOf(vehicle);
  const brokenWith = (more: readonly StepRef[]): string[] => {
    budget.steps -= locked.length + more.length;
    return scheduleRoute(problem, vehicle, [...locked, ...more], index).violations.map(({ message }) => message);
  };
  const brokenAnyway = new Set(brokenWith([]));
  const hold = (more: readonly StepRef[]): boolean => brokenWith(more).every((one) => brokenAnyway.has(one));
  const taskOf = (step: StepRef): object => index.find(step)?.shipment ?? step;
  const chosen = new Set<object>();
  const inOrder = (): StepRef[] => stops.filter((step) => chosen.has(taskOf(step)));
  const add = (tasks: readonly object[]): void => {
    for (const task of tasks) chosen.add(task);
    if (hold(inOrder())) return;
    for (const task of tasks) chosen.delete(task);
    if (tasks.length === 1 || budget.steps < 0) return;
    const half = tasks.length >> 1;
    add(tasks.slice(0, half));
    add(tasks.slice(half));
  };
  add([...new Set(stops.map(taskOf))]);
  return inOrder();
}

const lockedOf = (vehicle: Vehicle): StepRef[] => (vehicle.lockedPrefix ?? []).filter((step) => step.type !== "break");
const nameOf = (step: StepRef): string => `${step.type} ${step.id}`;

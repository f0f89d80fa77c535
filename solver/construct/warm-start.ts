import type { GivenRoute, Options, Problem } from "../contract";
import { lockedSteps } from "../contract/tasks";
import type { Plan } from "../search/plan";
import { mayServe } from "../search/route-rules";

/** The routes to start from: those of the options, else `Vehicle.steps`; null when none are given. */
export function givenRoutes(
  problem: Problem,
  warmStart: readonly GivenRoute[] | undefined,
): readonly GivenRoute[] | null {
  if (warmStart !== undefined) return warmStart;
  const given = problem.vehicles.filter((vehicle) => (vehicle.steps?.length ?? 0) > 0);
  return given.length === 0 ? null : given.map((vehicle) => ({ vehicleId: vehicle.id, steps: vehicle.steps! }));
}

/**
 * The routes that a search begins from; null: it makes a first plan. Without a stop that isn't locked they say nothing
 * about where to search, but a change budget counts from them.
 */
export function routesToStartFrom(
  problem: Problem,
  { warmStart, changeBudget }: Pick<Options, "warmStart" | "changeBudget">,
): readonly GivenRoute[] | null {
  const given = givenRoutes(problem, warmStart);
  if (changeBudget !== undefined) return given ?? [];
  if (given === null) return null;
  const known = taskNumbers(problem);
  for (const step of lockedSteps(problem)) known.delete(step);
  return given.some(({ steps }) => steps.some(({ type, id }) => known.has(`${type} ${id}`))) ? given : null;
}

/**
 * Follows given routes as far as they are feasible: a stop that breaks a rule at its place is left out. Ends early when
 * it is stopped.
 */
export function followRoutes(plan: Plan, routes: readonly GivenRoute[], stopped: () => boolean): void {
  const { problem } = plan.instance;
  const taskOf = taskNumbers(problem);
  const vehicleOf = new Map(problem.vehicles.map((vehicle, v) => [vehicle.id, v]));
  for (const route of routes) {
    const v = vehicleOf.get(route.vehicleId);
    if (v === undefined) continue;
    const tasks = route.steps
      .map((step) => taskOf.get(`${step.type} ${step.id}`))
      .filter((task): task is number => task !== undefined && plan.route[task] < 0);
    followWhole(plan, v, tasks, stopped);
  }
}

/** Task numbers by "kind id". */
export function taskNumbers(problem: Problem): Map<string, number> {
  const numbers = new Map<string, number>();
  problem.jobs.forEach((job, j) => numbers.set(`job ${job.id}`, j));
  problem.shipments.forEach((shipment, s) => {
    numbers.set(`pickup ${shipment.pickup.id}`, problem.jobs.length + 2 * s);
    numbers.set(`delivery ${shipment.delivery.id}`, problem.jobs.length + 2 * s + 1);
  });
  return numbers;
}

function followWhole(plan: Plan, v: number, tasks: readonly number[], stopped: () => boolean): void {
  let after = plan.prev[plan.endOf(v)];
  const wanted = new Set(tasks);
  const { paired } = plan.instance;
  // with the whole route in place, what is infeasible is taken out one by one, halves of pairs together
  let placed: number[] = [];
  const seen = new Set<number>();
  for (const task of tasks) {
    if (seen.has(task) || !mayServe(plan.instance, v, task)) continue;
    const partner = paired[task];
    if (partner >= 0 && plan.onlyVehicle[task] !== v) {
      if (!wanted.has(partner)) continue;
      if (task > partner && !seen.has(partner)) continue; // a delivery before its pickup
    }
    if (plan.onlyVehicle[task] >= 0 && plan.onlyVehicle[task] !== v) continue;
    seen.add(task);
    placed.push(task);
  }
  // a pickup whose delivery stood before it
  placed = placed.filter((task) => paired[task] < 0 || plan.onlyVehicle[task] === v || seen.has(paired[task]));
  for (const task of placed) {
    plan.link(task, after);
    after = task;
  }
  plan.refresh(v);
  if (plan.isFeasible(v)) return;
  for (const task of placed) {
    plan.unlink(task);
  }
  plan.refresh(v);
  after = plan.prev[plan.endOf(v)];
  for (const task of placed) {
    if (stopped()) return;
    const partner = paired[task];
    const both = partner >= 0 && plan.onlyVehicle[task] !== v;
    if (both && partner < task) continue;
    plan.link(task, after);
    if (both) plan.link(partner, task);
    plan.refresh(v);
    if (plan.isFeasible(v)) after = both ? partner : task;
    else {
      if (both) plan.unlink(partner);
      plan.unlink(task);
      plan.refresh(v);
    }
  }
}

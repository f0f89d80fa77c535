import { givenRoutes, taskNumbers } from "../construct/warm-start";
import type { GivenRoute, Problem, StepRef } from "../contract";
import type { Part } from "./part";
import type { LargeTasks } from "./tasks";

/** The plan of a large problem: tasks per vehicle in their order, and those that are in no route (both of a pair). */
export interface WholePlan {
  readonly routes: (readonly number[])[];
  open: readonly number[];
}

/** Given routes and locked beginnings as they stand; whether they keep the rules is seen in the parts. */
export function wholePlan(
  problem: Problem,
  tasks: LargeTasks,
  warmStart: readonly GivenRoute[] | undefined,
): WholePlan {
  const taskOf = taskNumbers(problem);
  const isTaken = new Uint8Array(tasks.count);
  const take = (steps: readonly StepRef[] | undefined): number[] =>
    (steps ?? []).flatMap(({ type, id }) => {
      const task = taskOf.get(`${type} ${id}`);
      if (task === undefined || isTaken[task] === 1) return [];
      isTaken[task] = 1;
      return [task];
    });
  const routes = problem.vehicles.map(({ lockedPrefix }) => take(lockedPrefix));
  const given = new Map(givenRoutes(problem, warmStart)?.map(({ vehicleId, steps }) => [vehicleId, steps]));
  problem.vehicles.forEach(({ id }, v) => (routes[v] = [...routes[v], ...take(given.get(id))]));
  // halves of pairs on different vehicles belong to none; a half whose other half is locked stays with it
  const vehicleOf = new Int32Array(tasks.count).fill(-1);
  routes.forEach((route, v) => route.forEach((task) => (vehicleOf[task] = v)));
  routes.forEach((route, v) => {
    const locked = problem.vehicles[v].lockedPrefix?.length ?? 0;
    routes[v] = route.filter((task, k) => {
      const partner = tasks.partner(task);
      const stays = k < locked || partner < 0 || vehicleOf[partner] === v;
      if (!stays) vehicleOf[task] = -1;
      return stays;
    });
  });
  return { routes, open: Array.from(vehicleOf.keys()).filter((task) => vehicleOf[task] < 0) };
}

export function toSteps(problem: Problem, tasks: LargeTasks, plan: WholePlan): GivenRoute[] {
  return plan.routes.map((route, v) => ({ vehicleId: problem.vehicles[v].id, steps: route.map((t) => tasks.step(t)) }));
}

/** A part of the plan that has become another one. */
export function putPart(plan: WholePlan, { vehicles, routes, open }: Part): void {
  vehicles.forEach((v, k) => (plan.routes[v] = routes[k]));
  const isOfPart = new Set([...routes.flat(), ...open]);
  plan.open = [...plan.open.filter((task) => !isOfPart.has(task)), ...open];
}

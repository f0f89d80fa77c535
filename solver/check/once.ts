import type { Task, TaskKind } from "../contract";
import { compare } from "./compare";
import type { Rule } from "./context";

/** Every task is exactly once in a route or among the unassigned; a vehicle has one route; no route is empty. */
export const once: Rule = ({ problem, solution, routes, fail }) => {
  const seen = new Map<string, string>();
  const place = (key: string, where: string): void => {
    const before = seen.get(key);
    if (before !== undefined) fail("duplicate", `The ${key} occurs twice: ${before} and ${where}.`);
    seen.set(key, where);
  };
  const used = new Set<number>();
  for (const { vehicle, steps } of routes) {
    if (used.has(vehicle.id))
      fail("duplicate", `Vehicle ${vehicle.id} has two routes.`, undefined, { vehicleId: vehicle.id });
    used.add(vehicle.id);
    let tasks = 0;
    for (const { step, task } of steps) {
      if (task === undefined) continue;
      tasks++;
      place(`${step.type} ${step.id}`, `vehicle ${vehicle.id}`);
    }
    if (tasks === 0)
      fail("unknown", `The route of vehicle ${vehicle.id} has no stop.`, undefined, { vehicleId: vehicle.id });
  }
  for (const stop of solution.unassigned) place(`${stop.type} ${stop.id}`, "unassigned");
  const places = new Map<string, number>();
  const expect = (type: TaskKind, { id, locationIndex }: Task): void => void places.set(`${type} ${id}`, locationIndex);
  for (const job of problem.jobs) expect("job", job);
  for (const { pickup, delivery } of problem.shipments) {
    expect("pickup", pickup);
    expect("delivery", delivery);
  }
  for (const key of places.keys()) if (!seen.has(key)) fail("lost", `The ${key} is neither served nor unassigned.`);
  for (const stop of solution.unassigned) {
    const key = `${stop.type} ${stop.id}`;
    if (!places.has(key)) fail("unknown", `There is no ${key}.`);
    else compare(fail, () => `place of ${key}`, stop.locationIndex, places.get(key));
  }
};

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
  const expected = [
    ...problem.jobs.map((job) => `job ${job.id}`),
    ...problem.shipments.flatMap((shipment) => [`pickup ${shipment.pickup.id}`, `delivery ${shipment.delivery.id}`]),
  ];
  for (const key of expected) if (!seen.has(key)) fail("lost", `The ${key} is neither served nor unassigned.`);
  const known = new Set(expected);
  for (const stop of solution.unassigned)
    if (!known.has(`${stop.type} ${stop.id}`)) fail("unknown", `There is no ${stop.type} ${stop.id}.`);
};

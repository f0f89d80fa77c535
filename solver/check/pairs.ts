import type { Rule } from "./context";

/** A shipment's pickup comes before its delivery in the same route, or both are unassigned. */
export const pairs: Rule = ({ problem, routes, fail }) => {
  const at = new Map<string, { vehicle: number; rank: number }>();
  for (const { vehicle, steps } of routes) {
    steps.forEach(({ step, task }, rank) => {
      if (task !== undefined) at.set(`${step.type} ${step.id}`, { vehicle: vehicle.id, rank });
    });
  }
  for (const shipment of problem.shipments) {
    const from = at.get(`pickup ${shipment.pickup.id}`);
    const to = at.get(`delivery ${shipment.delivery.id}`);
    if (from === undefined && to === undefined) continue;
    const name = `shipment ${shipment.pickup.id}/${shipment.delivery.id}`;
    if (from === undefined || to === undefined) fail("precedence", `Only one half of ${name} is served.`);
    else if (from.vehicle !== to.vehicle) fail("precedence", `The ${name} changes its vehicle.`);
    else if (from.rank > to.rank)
      fail("precedence", `The ${name} is delivered before it is picked up.`, undefined, { vehicleId: to.vehicle });
  }
};

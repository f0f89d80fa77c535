import type { Plan } from "./plan";

/**
 * How full some vehicles would be if they took everything that the plan serves: the largest share over load dimensions
 * and numbers of stops; above 1 they can't. 0 when nothing limits them.
 */
export function fullness(plan: Plan, fleet: readonly number[]): number {
  const { dimensions, capacity, maxTasks, vehicleCount: V } = plan.instance;
  let fullest = 0;
  for (let d = 0; d <= dimensions; d++) {
    let load = 0;
    let room = 0;
    for (let v = 0; v < V; v++) load += d < dimensions ? plan.routeLoad[v * dimensions + d] : plan.count[v];
    for (const v of fleet) room += d < dimensions ? capacity[v * dimensions + d] : maxTasks[v];
    if (load > 0) fullest = Math.max(fullest, room === 0 ? Infinity : load / room);
  }
  return fullest;
}

import type { Instance } from "../model/instance";
import type { Plan } from "./plan";

/** Vehicles of each kind. */
export type Kinds = readonly (readonly number[])[];

export function usedVehicles(plan: Plan): Set<number> {
  return new Set(Array.from({ length: plan.instance.vehicleCount }, (_, v) => v).filter((v) => plan.count[v] > 0));
}

/** Numbers of vehicles of each kind. */
export function compositionOf(kinds: Kinds, fleet: ReadonlySet<number>): string {
  return kinds.map((members) => members.filter((v) => fleet.has(v)).length).join();
}

/** Vehicles that differ in their hours, breaks or limits alone, together: which of them is used matters little. */
export function kindsOf({
  problem,
  taskCount: n,
  vehicleCount: V,
  dimensions,
  place,
  costOf,
  fixedCost,
  taskTimeCost,
  capacity,
}: Instance): Kinds {
  const kinds = new Map<string, number[]>();
  for (let v = 0; v < V; v++) {
    const skills = [...(problem.vehicles[v].skills ?? [])].sort();
    const key = JSON.stringify([
      place[n + v],
      place[n + V + v],
      costOf[v],
      fixedCost[v],
      taskTimeCost[v],
      ...capacity.subarray(v * dimensions, (v + 1) * dimensions),
      skills,
    ]);
    const members = kinds.get(key);
    if (members === undefined) kinds.set(key, [v]);
    else members.push(v);
  }
  return [...kinds.values()];
}

import type { GivenRoute, StepRef, TaskKind } from "../contract";
import type { Instance } from "./instance";

/** Routes of task numbers in the contract's words. */
export function toGiven(instance: Instance, routes: readonly (readonly number[])[]): GivenRoute[] {
  const { problem } = instance;
  return routes.map((tasks, v) => ({
    vehicleId: problem.vehicles[v].id,
    steps: tasks.map((task) => stepOf(instance, task)),
  }));
}

const KINDS: readonly TaskKind[] = ["job", "pickup", "delivery"];

export function stepOf(instance: Instance, task: number): StepRef {
  const type = KINDS[instance.taskType[task]];
  const { jobs, shipments } = instance.problem;
  const source = instance.source[task];
  if (type === "job") return { type, id: jobs[source].id };
  return { type, id: shipments[source][type === "pickup" ? "pickup" : "delivery"].id };
}

import type { Task, Vehicle } from "../contract";

/** Setup or service of a task on a vehicle: for the vehicle's type, or for all. */
export function duration(task: Task, vehicle: Vehicle, what: "setup" | "service"): number {
  const own = what === "setup" ? task.setupSecPerType : task.serviceSecPerType;
  const { type } = vehicle;
  const forType = own !== undefined && type !== undefined && Object.hasOwn(own, type) ? own[type] : undefined;
  return forType ?? (what === "setup" ? task.setupSec : task.serviceSec) ?? 0;
}

import type { Task, Vehicle } from "../contract";

/** Setup or service of a task on a vehicle: for the vehicle's type, or for all. */
export function duration(task: Task, vehicle: Vehicle, what: "setup" | "service"): number {
  const own = what === "setup" ? task.setupSecPerType : task.serviceSecPerType;
  const forType = vehicle.type === undefined ? undefined : own?.[vehicle.type];
  return forType ?? (what === "setup" ? task.setupSec : task.serviceSec) ?? 0;
}

import type { ValueOf } from "../labels";

/** Status of a plan, stored as a number. */
export const PlanStatus = { Created: 1, Planning: 2, Scheduled: 3, Dispatching: 4, Completed: 5 } as const;
export type PlanStatus = ValueOf<typeof PlanStatus>;

export const PLAN_STATUSES: readonly PlanStatus[] = Object.values(PlanStatus);

/** The plan list shows only whether a plan is completed. */
export const planCompletedLabel = (status: number): "Completed" | "Not completed" =>
  status === PlanStatus.Completed ? "Completed" : "Not completed";

/** Names of all five statuses, for filters and details. */
export const PLAN_STATUS_LABELS: Readonly<Record<PlanStatus, string>> = {
  [PlanStatus.Created]: "Created",
  [PlanStatus.Planning]: "Planning",
  [PlanStatus.Scheduled]: "Scheduled",
  [PlanStatus.Dispatching]: "Dispatching",
  [PlanStatus.Completed]: "Completed",
};

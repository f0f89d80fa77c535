/** Where a calculation stands. `proposed`: found, and waiting to be applied or discarded. */
export const CALCULATION_STATUSES = [
  "queued",
  "running",
  "done",
  "failed",
  "cancelled",
  "stale",
  "proposed",
  "discarded",
] as const;
export type CalculationStatus = (typeof CALCULATION_STATUSES)[number];

/** Queued or calculating: there is no result yet. */
export const UNDERWAY = ["queued", "running"] as const satisfies readonly CalculationStatus[];

export const isUnderway = (status: string): boolean => UNDERWAY.some((one) => one === status);

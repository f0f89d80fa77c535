/** Where a calculation stands. `proposed`: found, and somebody has to apply or discard it. */
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

/** Waiting for its turn or calculating: there is no answer yet. */
export const UNDERWAY = ["queued", "running"] as const satisfies readonly CalculationStatus[];

export const isUnderway = (status: string): boolean => UNDERWAY.some((one) => one === status);

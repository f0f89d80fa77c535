/** What becomes of a row. */
export const RowOutcome = {
  /** checked, and about to become something new, or to change what is there */
  Create: "create",
  Update: "update",
  Created: "created",
  Updated: "updated",
  /** What it says was there already. */
  Unchanged: "unchanged",
  Dropped: "dropped",
} as const;
export type RowOutcome = (typeof RowOutcome)[keyof typeof RowOutcome];

/** Checked and not imported yet. */
export const READY: readonly RowOutcome[] = [RowOutcome.Create, RowOutcome.Update];
export const IMPORTED: readonly RowOutcome[] = [RowOutcome.Created, RowOutcome.Updated, RowOutcome.Unchanged];

export const ROW_OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  create: "Will be added",
  update: "Will be updated",
  created: "Added",
  updated: "Updated",
  unchanged: "Unchanged",
  dropped: "Left out",
};

export const isOutcome = (text: string): text is RowOutcome => Object.hasOwn(ROW_OUTCOME_LABELS, text);

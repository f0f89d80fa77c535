/**
 * How far an import has come. Every step is stored, so that whoever comes back goes on where it stopped:
 * uploaded → mapped → parsed → applying → applied.
 */
export const SheetState = {
  /** The file is read; somebody says what its columns mean. */
  Uploaded: "uploaded",
  /** Its columns are known; its rows are being checked. */
  Mapped: "mapped",
  /** All rows are checked; nothing is imported yet. */
  Parsed: "parsed",
  /** Its rows are being imported. */
  Applying: "applying",
  /** Finished; rows that were left out may be mended and imported as well. */
  Applied: "applied",
  /** It could not be finished; the sheet says why. */
  Failed: "failed",
  /** It is removed piece by piece; nothing goes on with what is left of it. */
  Discarded: "discarded",
} as const;
export type SheetState = (typeof SheetState)[keyof typeof SheetState];

export const SHEET_STATE_LABELS: Readonly<Record<SheetState, string>> = {
  uploaded: "Columns to map",
  mapped: "Checking rows",
  parsed: "Ready to import",
  applying: "Importing",
  applied: "Imported",
  failed: "Failed",
  discarded: "Being removed",
};

const isState = (state: string): state is SheetState => Object.hasOwn(SHEET_STATE_LABELS, state);

/** Old imports were stored when they were applied. */
export const sheetState = (state: string): SheetState => (isState(state) ? state : SheetState.Applied);

/** Before anything is imported, the columns may still be mapped in another way. */
export const mayBeMapped = (state: SheetState): boolean =>
  state === SheetState.Uploaded || state === SheetState.Mapped || state === SheetState.Parsed;

/** Its rows are there to be looked at and mended. */
export const hasCheckedRows = (state: SheetState): boolean =>
  state === SheetState.Parsed || state === SheetState.Applied;

/** Somebody may still go on with it. */
export const isUnfinished = (state: SheetState): boolean => mayBeMapped(state) || state === SheetState.Applying;

/** A step at a time until it is finished. */
export const isUnderWay = (state: SheetState): boolean => state === SheetState.Mapped || state === SheetState.Applying;

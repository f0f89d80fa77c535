/** Which rows of an import are listed. */
export const SHOW_PARAM = "show";

export const ROW_FILTERS = [
  ["faulty", "Need attention"],
  ["all", "All rows"],
  ["left", "Left out"],
  ["noted", "Changed values"],
  ["added", "Added"],
  ["updated", "Updated"],
] as const;

export type RowFilter = (typeof ROW_FILTERS)[number][0];

/** Those that need attention, unless the address asks for others. */
export const rowFilter = (asked: string | null): RowFilter =>
  ROW_FILTERS.find(([filter]) => filter === asked)?.[0] ?? "faulty";

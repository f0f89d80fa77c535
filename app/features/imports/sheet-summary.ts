import type { ImportProblem } from "~/domain/import/parse-rows";

/** The result of an import, stored with its sheet (`routing_sheets.sheets`). */
export interface SheetSummary {
  sheets: { name: string; entity: "visit" | "vehicle" | null; rows: number; left: number; ignoredColumns: string[] }[];
  visits: number;
  vehiclesCreated: number;
  vehiclesUpdated: number;
  routes: number;
  /** visits that still need a place on the map */
  withoutPlace: number;
  /** all faults of the file; the stored list may be shorter */
  problems: number;
  warehouseId: number | null;
}

export type SheetProblem = ImportProblem;

/** Each of a file's 100,000 rows may have a fault; nobody reads more than these. */
export const MAX_STORED_PROBLEMS = 2_000;

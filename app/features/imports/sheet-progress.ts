import type { SheetOutline } from "~/services/spreadsheet/workbook";
import type { ChosenMapping } from "./sheet-book";

/** How far the checking or importing of rows has come. */
export interface SheetProgress {
  finished: boolean;
  done: number;
  total: number;
}

/** Rows of the sheets that something is imported from, the header and what stands above it not counted. */
export const rowsToCheck = (outlines: readonly SheetOutline[], mappings: readonly ChosenMapping[]): number =>
  outlines.reduce((sum, outline, index) => sum + rowsBelowHeader(outline, mappings[index]), 0);

export function rowsBelowHeader(outline: SheetOutline, mapping: ChosenMapping | undefined): number {
  if (mapping === undefined || mapping.entity === null) return 0;
  return outline.rowsTotal - outline.preview.filter(({ row }) => row <= mapping.headerRow + 1).length;
}

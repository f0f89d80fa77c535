import type { SheetTime } from "~/domain/time/sheet-time";
import { cleanText } from "~/domain/validation/text";

/**
 * What a cell of an exported table holds. Figures stay figures, so that a spreadsheet can add them up, and times are
 * dates of the spreadsheet, which sorts and subtracts them.
 */
export type ExportCell = string | number | null | SheetTime;

export interface ExportColumn {
  header: string;
  /** characters that the column shows in a spreadsheet */
  width?: number;
}

/** One sheet of a workbook, or a whole CSV file. */
export interface ExportTable {
  name: string;
  columns: readonly ExportColumn[];
  rows: readonly (readonly ExportCell[])[];
  /** 'YYYY-MM-DD' that a column of CSV leaves out where all of its times are of it */
  day?: string;
}

/**
 * Numbers that are none (NaN, infinite) become empty cells; texts lose the characters that would cut a cell off or
 * break the file.
 */
export function readableCell(cell: Exclude<ExportCell, SheetTime>): string | number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  return cell === null ? null : cleanText(cell);
}

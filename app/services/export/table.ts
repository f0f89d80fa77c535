import { cleanText } from "~/domain/validation/text";

/** What a cell of an exported table holds. Figures stay figures, so that a spreadsheet can add them up. */
export type ExportCell = string | number | null;

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
}

/**
 * Numbers that are none (NaN, infinite) become empty cells; texts lose the characters that would cut a cell off or
 * break the file.
 */
export function readableCell(cell: ExportCell): ExportCell {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  return cell === null ? null : cleanText(cell);
}

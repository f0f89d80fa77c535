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

/** '+423 232 11 22': a plus and one number can be no formula that does anything, and people want to dial it. */
const PHONE = /^\+\d[\d ]*$/;

/**
 * What programs skip before they look for a formula: characters that show nothing, and then `=`, `+`, `-`, `@`, wide or
 * not.
 */
const FORMULA = /^(?:[\p{C}\p{Z}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * A text that a spreadsheet program would take for a formula is marked as text. (OWASP, "CSV Injection".) For formats
 * without types of cells.
 */
export const safeText = (text: string): string => (FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text);

/**
 * Numbers that are none (NaN, infinite) become empty cells; texts lose the characters that would cut a cell off or
 * break the file.
 */
export function readableCell(cell: ExportCell): ExportCell {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  return cell === null ? null : cleanText(cell);
}

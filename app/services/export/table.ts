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
 * A text that a spreadsheet program would take for a formula is marked as text: `=`, `+`, `-`, `@`, and the control
 * characters that some programs skip before looking. (OWASP, "CSV Injection".) For formats that don't say what is text.
 */
export const safeText = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) && !PHONE.test(text) ? `'${text}` : text);

/** Numbers that are none (NaN, infinite) become empty cells. */
export const finiteCell = (cell: ExportCell): ExportCell => (typeof cell === "number" && !Number.isFinite(cell) ? null : cell);

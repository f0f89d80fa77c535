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
 * A text that a spreadsheet program would take for a formula is marked as text: `=`, `+`, `-`, `@`, and the control
 * characters that some programs skip before looking. (OWASP, "CSV Injection".)
 */
export const safeText = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** Numbers that are none (NaN, infinite) become empty cells. */
export function safeCell(cell: ExportCell): ExportCell {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  return cell === null ? null : safeText(cell);
}

import { safeText } from "~/domain/validation/formula-text";
import { isSheetTime, sheetTimeText } from "~/domain/time/sheet-time";
import { readableCell } from "./table";
import type { ExportCell, ExportTable } from "./table";

/** Without it Excel doesn't read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function csvCell(cell: ExportCell, leftOut?: string): string {
  const known = readableCell(isSheetTime(cell) ? sheetTimeText(cell, leftOut) : cell);
  if (known === null) return "";
  return typeof known === "number" ? String(known) : quoted(safeText(known));
}

/**
 * The lines of a CSV file (RFC 4180: commas, texts in double quotes, CRLF), byte-order mark first. Either all times of
 * a column have their days or none has, so that they sort.
 */
export function* csvLines({ columns, rows, day }: ExportTable): Generator<string> {
  const leftOut = columns.map((_, column) => {
    const isOfDay = rows.every((row) => {
      const cell = row[column];
      return !isSheetTime(cell) || cell.day === day;
    });
    return isOfDay ? day : undefined;
  });
  yield `${BYTE_ORDER_MARK}${columns.map((column) => csvCell(column.header)).join(",")}\r\n`;
  for (const row of rows) yield `${row.map((cell, column) => csvCell(cell, leftOut[column])).join(",")}\r\n`;
}

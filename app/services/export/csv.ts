import { safeText } from "~/domain/validation/formula-text";
import { readableCell } from "./table";
import type { ExportCell, ExportTable } from "./table";

/** Without it Excel doesn't read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function csvCell(cell: ExportCell): string {
  const known = readableCell(cell);
  if (known === null) return "";
  return typeof known === "number" ? String(known) : quoted(safeText(known));
}

/** The lines of a CSV file (RFC 4180: commas, texts in double quotes, CRLF), byte-order mark first. */
export function* csvLines({ columns, rows }: ExportTable): Generator<string> {
  yield `${BYTE_ORDER_MARK}${columns.map((column) => csvCell(column.header)).join(",")}\r\n`;
  for (const row of rows) yield `${row.map(csvCell).join(",")}\r\n`;
}

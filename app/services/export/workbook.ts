import * as XLSX from "xlsx";
import { readableCell } from "./table";
import type { ExportTable } from "./table";

const MAX_NAME = 31;

/** Cut where no character is halved, and without an apostrophe or a space at its end. */
const cutName = (name: string, length: number): string =>
  name
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, "")
    .replace(/[\s']+$/, "");

/**
 * A name that a sheet may have: at most 31 characters, some of them not, no apostrophes around it, not the one that
 * Excel keeps for itself, and each once in a workbook, whatever its case.
 */
function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[\\/?*[\]:]/g, " ").replace(/^'+/, "");
  const whole = cutName(plain, MAX_NAME) || "Sheet";
  let unique = whole;
  for (let nth = 2; taken.has(unique.toLowerCase()); nth++) {
    const end = ` ${nth}`;
    unique = cutName(whole, MAX_NAME - end.length) + end;
  }
  taken.add(unique.toLowerCase());
  return unique;
}

/** Excel's limit for one cell. */
const MAX_CELL = 32_767;

/**
 * An .xlsx file: one sheet a table, heads in the first row. Its cells are marked as text, so that none is read as a
 * formula.
 */
export function workbookBytes(tables: readonly ExportTable[]): Uint8Array {
  const book = XLSX.utils.book_new();
  const names = new Set(["history"]);
  for (const table of tables) {
    const rows = table.rows.map((row) => row.map((cell) => cut(readableCell(cell))));
    const sheet = XLSX.utils.aoa_to_sheet([table.columns.map((column) => column.header), ...rows]);
    sheet["!cols"] = table.columns.map((column) => ({ wch: column.width ?? Math.max(10, column.header.length + 2) }));
    if (table.rows.length > 0)
      sheet["!autofilter"] = {
        ref: XLSX.utils.encode_range({ r: 0, c: 0 }, { r: table.rows.length, c: table.columns.length - 1 }),
      };
    XLSX.utils.book_append_sheet(book, sheet, sheetName(table.name, names));
  }
  return new Uint8Array(XLSX.write(book, { type: "array", bookType: "xlsx", compression: true }) as ArrayBuffer);
}

const cut = <Cell>(cell: Cell): Cell | string =>
  typeof cell === "string" && cell.length > MAX_CELL ? cell.slice(0, MAX_CELL) : cell;

import zlib from "node:zlib";
import * as XLSX from "xlsx";
import { xmlText } from "./gpx";
import { readableCell } from "./table";
import type { ExportCell, ExportTable } from "./table";

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
 * formula. The library writes everything but the rows: it makes an object and several texts of each cell, which is too
 * much for a large plan.
 */
export function workbookBytes(tables: readonly ExportTable[]): Uint8Array {
  const book = XLSX.utils.book_new();
  const names = new Set(["history"]);
  for (const table of tables) {
    const sheet = XLSX.utils.aoa_to_sheet([table.columns.map((column) => column.header)]);
    sheet["!cols"] = table.columns.map((column) => ({ wch: column.width ?? Math.max(10, column.header.length + 2) }));
    if (table.rows.length > 0) sheet["!autofilter"] = { ref: rangeOf(table) };
    XLSX.utils.book_append_sheet(book, sheet, sheetName(table.name, names));
  }
  XLSX.CFB.utils.use_zlib(zlib);
  const container = XLSX.CFB.read(XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer, { type: "buffer" });
  tables.forEach((table, index) => {
    const entry = XLSX.CFB.find(container, `/xl/worksheets/sheet${index + 1}.xml`);
    if (entry !== null && table.rows.length > 0)
      entry.content = withRows(Buffer.from(entry.content as Uint8Array), table);
  });
  return new Uint8Array(XLSX.CFB.write(container, { fileType: "zip", type: "buffer", compression: true }) as Buffer);
}

const rangeOf = ({ rows, columns }: ExportTable): string =>
  XLSX.utils.encode_range({ r: 0, c: 0 }, { r: rows.length, c: columns.length - 1 });

/** Text that is turned into bytes at once: outside the heap they take a byte a letter. */
const CHUNK_CHARS = 1_000_000;
const END = "</sheetData>";

/** A sheet of the heads alone, with the rows below them. */
function withRows(sheet: Buffer, table: ExportTable): Buffer {
  const at = sheet.indexOf(END);
  const head = sheet.toString("utf8", 0, at).replace(/<dimension ref="[^"]*"/, `<dimension ref="${rangeOf(table)}"`);
  const letters = table.columns.map((_, column) => XLSX.utils.encode_col(column));
  const chunks: Buffer[] = [];
  let text = head;
  table.rows.forEach((row, index) => {
    text += rowXml(row, index + 2, letters);
    if (text.length < CHUNK_CHARS) return;
    chunks.push(Buffer.from(text));
    text = "";
  });
  return Buffer.concat([...chunks, Buffer.from(text), sheet.subarray(at)]);
}

function rowXml(row: readonly ExportCell[], number: number, letters: readonly string[]): string {
  let cells = "";
  row.forEach((given, column) => {
    const cell = readableCell(given);
    const at = `<c r="${letters[column] ?? XLSX.utils.encode_col(column)}${number}"`;
    if (typeof cell === "number") cells += `${at}><v>${cell}</v></c>`;
    else if (cell !== null)
      cells += `${at} t="str"><v${SPACES.test(cell) ? PRESERVED : ""}>${xmlText(cut(cell))}</v></c>`;
  });
  return `<row r="${number}">${cells}</row>`;
}

/** Programs leave out spaces at the ends and line ends that are not marked. */
const SPACES = /^\s|\s$|\n/;
const PRESERVED = ' xml:space="preserve"';

const cut = (text: string): string => (text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text);

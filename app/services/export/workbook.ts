import zlib from "node:zlib";
import * as XLSX from "xlsx";
import { daysBetween } from "~/domain/time/calendar";
import { parseHHmm } from "~/domain/time/hhmm";
import { xmlText } from "./gpx";
import { isSheetTime, sheetTimeText } from "~/domain/time/sheet-time";
import { readableCell } from "./table";
import type { SheetTime } from "~/domain/time/sheet-time";
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

/** Excel counts days from here on; its 29 Feb 1900, which never was, comes before every day that is exported. */
const FIRST_DAY = "1899-12-30";
const DAY_MIN = 24 * 60;

/** How times are shown. 'hh:mm' would show the end of a day as 00:00. */
const TIME_FORMATS = {
  dayAndTime: "yyyy-mm-dd hh:mm",
  day: "yyyy-mm-dd",
  time: "hh:mm",
  endOfDay: "[hh]:mm",
} as const;
type TimeFormat = keyof typeof TIME_FORMATS;
const FORMAT_NAMES = Object.keys(TIME_FORMATS) as TimeFormat[];
/** The numbers that the workbook gives to the formats. */
type Styles = ReadonlyMap<TimeFormat, string>;

/** In a narrower column programs show a day and a time as '#####'. */
const TIME_CHARS = 17;

const hasDays = ({ rows }: ExportTable, column: number): boolean =>
  rows.some((row) => {
    const cell = row[column];
    return isSheetTime(cell) && cell.day !== null;
  });

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
    // Below the heads a cell of each format, of which the library makes the workbook's styles.
    const samples = FORMAT_NAMES.map((name): XLSX.CellObject => ({ t: "n", v: 0, z: TIME_FORMATS[name] }));
    const sheet = XLSX.utils.aoa_to_sheet([table.columns.map((column) => column.header), samples]);
    sheet["!cols"] = table.columns.map(({ header, width }, column) => ({
      wch: Math.max(hasDays(table, column) ? TIME_CHARS : 0, width ?? Math.max(10, header.length + 2)),
    }));
    if (table.rows.length > 0) sheet["!autofilter"] = { ref: rangeOf(table) };
    XLSX.utils.book_append_sheet(book, sheet, sheetName(table.name, names));
  }
  XLSX.CFB.utils.use_zlib(zlib);
  const container = XLSX.CFB.read(XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer, { type: "buffer" });
  tables.forEach((table, index) => {
    const entry = XLSX.CFB.find(container, `/xl/worksheets/sheet${index + 1}.xml`);
    if (entry !== null) entry.content = withRows(Buffer.from(entry.content as Uint8Array), table);
  });
  return new Uint8Array(XLSX.CFB.write(container, { fileType: "zip", type: "buffer", compression: true }) as Buffer);
}

const rangeOf = ({ rows, columns }: ExportTable): string =>
  XLSX.utils.encode_range({ r: 0, c: 0 }, { r: rows.length, c: columns.length - 1 });

/** Text that is turned into bytes at once: outside the heap they take a byte a letter. */
const CHUNK_CHARS = 1_000_000;
const END = "</sheetData>";
const SAMPLES = /<row r="2".*<\/row>$/s;

/** The sheet with the table's rows below its heads, instead of the samples. */
function withRows(sheet: Buffer, table: ExportTable): Buffer {
  const at = sheet.indexOf(END);
  const written = sheet.toString("utf8", 0, at);
  const numbers = [...(SAMPLES.exec(written)?.[0] ?? "").matchAll(/ s="(\d+)"/g)].map(([, number]) => number ?? "0");
  const styles = new Map(FORMAT_NAMES.map((name, index) => [name, numbers[index] ?? "0"]));
  const head = written.replace(SAMPLES, "").replace(/<dimension ref="[^"]*"/, `<dimension ref="${rangeOf(table)}"`);
  const letters = table.columns.map((_, column) => XLSX.utils.encode_col(column));
  const chunks: Buffer[] = [];
  let text = head;
  table.rows.forEach((row, index) => {
    text += rowXml(row, index + 2, letters, styles);
    if (text.length < CHUNK_CHARS) return;
    chunks.push(Buffer.from(text));
    text = "";
  });
  return Buffer.concat([...chunks, Buffer.from(text), sheet.subarray(at)]);
}

function rowXml(row: readonly ExportCell[], number: number, letters: readonly string[], styles: Styles): string {
  let cells = "";
  row.forEach((given, column) => {
    const at = `<c r="${letters[column] ?? XLSX.utils.encode_col(column)}${number}"`;
    const typed = isSheetTime(given) ? typedTime(given) : null;
    const cell = readableCell(isSheetTime(given) ? sheetTimeText(given) : given);
    if (typed !== null) cells += `${at} s="${styles.get(typed.format)}"><v>${typed.value}</v></c>`;
    else if (typeof cell === "number") cells += `${at}><v>${cell}</v></c>`;
    else if (cell !== null)
      cells += `${at} t="str"><v${SPACES.test(cell) ? PRESERVED : ""}>${xmlText(cut(cell))}</v></c>`;
  });
  return `<row r="${number}">${cells}</row>`;
}

/** Null for what is no time: it stays a text. */
function typedTime({ day, time }: SheetTime): { value: number; format: TimeFormat } | null {
  const minutes = time === null ? 0 : parseHHmm(time);
  if (minutes === null) return null;
  const value = (day === null ? 0 : daysBetween(FIRST_DAY, day)) + minutes / DAY_MIN;
  if (day !== null) return { value, format: time === null ? "day" : "dayAndTime" };
  return { value, format: minutes === DAY_MIN ? "endOfDay" : "time" };
}

/** Programs leave out spaces at the ends and line ends that are not marked. */
const SPACES = /^\s|\s$|\n/;
const PRESERVED = ' xml:space="preserve"';

const cut = (text: string): string => (text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text);

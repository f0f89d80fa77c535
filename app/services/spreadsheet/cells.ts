import * as XLSX from "xlsx";
import { isEmptyCell, NO_RESULT } from "~/domain/import/cell";
import type { Cell, SheetRow } from "~/domain/import/cell";
import { MAX_CELL_CHARS } from "./rows-file";

/** More columns are no spreadsheet of visits; a forged file could name 16,384 of them in every row. */
export const MAX_COLUMNS = 256;

/** One sheet's rows with a value, first row first. */
export interface SheetSource {
  name: string;
  hidden: boolean;
  rows: Iterable<SheetRow>;
}

/**
 * All sheets, with rows as the file numbers them, whatever area a sheet declares as used. Formulas count by their
 * stored values; a merged cell's value counts for each cell of the merge.
 * @param book read with `dense` and `cellNF`
 */
export function sheetsOf(book: XLSX.WorkBook): SheetSource[] {
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name, index) => ({
    name,
    hidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    rows: rowsOf(book.Sheets[name], date1904),
  }));
}

function* rowsOf(sheet: XLSX.WorkSheet | undefined, date1904: boolean): Generator<SheetRow> {
  const data = sheet?.["!data"] ?? [];
  const merged = new MergedColumns(sheet?.["!merges"] ?? [], ({ r, c }) => valueOf(data[r]?.[c], date1904));
  for (let r = 0; r < data.length; r++) {
    const cells = data[r] ?? [];
    const row: Cell[] = [];
    // One column more, to see that there are too many.
    for (let c = 0; c < Math.min(cells.length, MAX_COLUMNS + 1); c++) row.push(valueOf(cells[c], date1904));
    while (row.length > 0 && isEmptyCell(row[row.length - 1])) row.pop();
    // A row of nothing but merged cells from above stays empty.
    if (row.length === 0) continue;
    merged.fill(r, row);
    yield sheet?.["!rows"]?.[r]?.hidden === true
      ? { row: r + 1, cells: row, hidden: true }
      : { row: r + 1, cells: row };
  }
}

/** More rows than these in one merge are no table. */
const MOST_MERGED = 1_000;

/**
 * The values that merges give to the cells of a row, from the first row to the last. Each cell belongs to one merge at
 * most, as in every real workbook: a forged one names so many over each other that reading all of them never ends.
 */
class MergedColumns {
  private readonly merges: readonly XLSX.Range[];
  private nth = 0;
  /** last row of the merge that a column is in; -1 for none */
  private readonly until = new Int32Array(MAX_COLUMNS).fill(-1);
  private readonly values: Cell[] = [];

  constructor(
    merges: readonly XLSX.Range[],
    private readonly valueAt: (cell: XLSX.CellAddress) => Cell,
  ) {
    this.merges = [...merges].sort((a, b) => a.s.r - b.s.r);
  }

  /** Sets the row's cells that are merged with others. */
  fill(r: number, row: Cell[]): void {
    for (; this.nth < this.merges.length && this.merges[this.nth]!.s.r <= r; this.nth++)
      this.enter(this.merges[this.nth]!);
    for (let c = 0; c < MAX_COLUMNS; c++) {
      if (this.until[c]! < r) continue;
      while (row.length <= c) row.push(null);
      row[c] = this.values[c]!;
    }
  }

  private enter({ s, e }: XLSX.Range): void {
    const last = Math.min(e.c, MAX_COLUMNS - 1);
    for (let c = s.c; c <= last; c++) if (this.until[c]! >= s.r) return;
    const value = this.valueAt(s);
    if (isEmptyCell(value)) return;
    for (let c = s.c; c <= last; c++) {
      this.until[c] = Math.min(e.r, s.r + MOST_MERGED);
      this.values[c] = value;
    }
  }
}

function valueOf(cell: XLSX.CellObject | undefined, date1904: boolean): Cell {
  if (cell === undefined || cell.v === undefined) return null;
  switch (cell.t) {
    case "n":
      return typeof cell.v === "number" ? numberOf(cell.v, cell.z, date1904) : Number(cell.v);
    case "b":
      return Boolean(cell.v);
    case "d":
      return typed("d", cell.v instanceof Date ? cell.v.toISOString().slice(0, 16).replace("T", " ") : String(cell.v));
    case "e":
      return typed("e", cell.w ?? errorName(cell.v));
    case "s":
      return String(cell.v).slice(0, MAX_CELL_CHARS);
    default:
      return null;
  }
}

const typed = (type: "d" | "e", text: string): Cell => [type, text, text];

/** Excel's code for data that are still on their way: formulas without a result are given it (unsaved-results). */
const UNSAVED_RESULT = 0x2b;

const ERRORS: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A",
  [UNSAVED_RESULT]: NO_RESULT,
};
const errorName = (code: unknown): string => (typeof code === "number" && ERRORS[code]) || "#ERROR";

/** A workbook has few formats and many cells. */
const FORMATS = new Map<string | number, "plain" | "date" | "other">();

function formatKind(format: string | number): "plain" | "date" | "other" {
  const known = FORMATS.get(format);
  if (known !== undefined) return known;
  // '0.00' and its like round what is shown; the value behind it is the one that counts.
  const plain =
    format === "General" || format === 0 || (typeof format === "string" && /^[#,]*0?(\.[0#]+)?$/.test(format));
  const kind = plain ? "plain" : typeof format === "string" && XLSX.SSF.is_date(format) ? "date" : "other";
  FORMATS.set(format, kind);
  return kind;
}

/** What a format makes of a number, without texts, colours and languages: the 'h' of '[$-de-CH]' is no hour. */
const bareFormat = (format: string): string => format.replace(/\[(?!h+\])[^\]]*\]|"[^"]*"|\\./gi, "");

const hasHours = (format: string): boolean => /h/i.test(bareFormat(format));

/** '[h]:mm' counts hours on and on, and in 'h:mm' 24:00 may be typed: a whole day is its end, and no date. */
const hasHoursAlone = (format: string): boolean => hasHours(format) && !/[dy]/i.test(bareFormat(format));

/** Fewer days than these, shown without their day, are hours that were counted, and no date of 1900. */
const COUNTED_DAYS = 366;

function numberOf(value: number, format: string | number | undefined, date1904: boolean): Cell {
  const kind = format === undefined ? "plain" : formatKind(format);
  if (kind === "plain" || format === undefined) return value;
  if (kind === "other") {
    const shown = shownBy(format, value, date1904) ?? String(value);
    return shown === String(value) ? value : ["n", value, shown];
  }
  const time = timeText(value, String(format), date1904);
  return time === null ? value : ["d", time, shownBy(format, value, date1904) ?? time];
}

/** Null for a format that can't be applied. 'DD.MM.YYYY' is a usual one whose points the library takes for decimals. */
function shownBy(format: string | number, value: number, date1904: boolean): string | null {
  const formats = typeof format === "number" ? [format] : [format, format.replace(/(?<!\\)\./g, "\\.")];
  for (const one of formats) {
    try {
      return (XLSX.SSF.format(one, value, { date1904 }) as string).trim().slice(0, MAX_CELL_CHARS);
    } catch {
      // The next one, if there is one.
    }
  }
  return null;
}

const two = (value: number): string => String(value).padStart(2, "0");
const MINUTES_PER_DAY = 24 * 60;
const SECONDS_PER_DAY = MINUTES_PER_DAY * 60;

/** What numbers of days may be short of a whole day, as files write them. */
const DAY_FAULT = 1e-9;

/** '23:59:59.999', as programs write the end of a day, is of that day and not the next one's midnight. */
function secondsOf(days: number): number {
  const nextDay = Math.floor(days + DAY_FAULT) + 1;
  return Math.min(Math.round(days * SECONDS_PER_DAY), nextDay * SECONDS_PER_DAY - 1);
}

/** Excel counts days; a number below 1 is a time of day. Seconds are left out, as texts of times leave them out. */
function timeText(days: number, format: string, date1904: boolean): string | null {
  if (days < 0) return null;
  const minutes = Math.floor(secondsOf(days) / 60);
  const minuteOfDay = minutes % MINUTES_PER_DAY;
  const time = `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
  // The last minute of a day rounds up to its end.
  if (days < 1) return Math.round(days * MINUTES_PER_DAY) === MINUTES_PER_DAY ? "24:00" : time;
  if (days < COUNTED_DAYS && hasHoursAlone(format)) {
    const isCount = /\[h+\]/i.test(format) || minutes === MINUTES_PER_DAY;
    return isCount ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : time;
  }
  const date = XLSX.SSF.parse_date_code(Math.floor(minutes / MINUTES_PER_DAY), { date1904 });
  if (!date) return null;
  const day = `${date.y}-${two(date.m)}-${two(date.d)}`;
  // Midnight is a time where the format shows hours.
  return minuteOfDay === 0 && !hasHours(format) ? day : `${day} ${time}`;
}

import { readFile } from "node:fs/promises";
import * as XLSX from "xlsx";
import type { Cell, ParseAnswer, ParseTask, Sheet } from "./workbook";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
/** Columns beyond are no spreadsheet of visits; a forged file could name 16,384 of them in every row. */
const MAX_COLUMNS = 256;

/** The thread's task: a file that is not what its name says answers with a fault, it never throws. */
export default async function parseWorkbook({ path, maxRows }: ParseTask): Promise<ParseAnswer> {
  const content = await readFile(path);
  // The library takes any text for a sheet of one column; only real workbooks are let through.
  if (![ZIP, OLE].some((magic) => magic.every((byte, index) => content[index] === byte))) return { ok: false, fault: "not_workbook" };
  let book: XLSX.WorkBook;
  try {
    book = XLSX.read(content, { dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false, sheetRows: maxRows + 2 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: /password|encrypt/i.test(message) ? "encrypted" : "damaged" };
  }
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const sheets = book.SheetNames.map((name): Sheet => ({ name, rows: rowsOf(book.Sheets[name], date1904) }));
  if (sheets.length === 0) return { ok: false, fault: "not_workbook" };
  const filled = sheets.reduce((sum, sheet) => sum + sheet.rows.filter((row) => row.length > 0).length, 0);
  // One more than the limit for the row of headers.
  return filled > maxRows + sheets.length ? { ok: false, fault: "too_many_rows" } : { ok: true, sheets };
}

function rowsOf(sheet: XLSX.WorkSheet | undefined, date1904: boolean): Cell[][] {
  const data = sheet?.["!data"] ?? [];
  const rows: Cell[][] = [];
  for (let r = 0; r < data.length; r++) {
    const cells = data[r] ?? [];
    const row: Cell[] = [];
    for (let c = 0; c < Math.min(cells.length, MAX_COLUMNS); c++) row.push(valueOf(cells[c], date1904));
    while (row.length > 0 && isEmpty(row[row.length - 1])) row.pop();
    rows.push(row);
  }
  while (rows.length > 0 && rows[rows.length - 1]?.length === 0) rows.pop();
  return rows;
}

const isEmpty = (cell: Cell | undefined): boolean => cell === null || cell === undefined || (typeof cell === "string" && cell.trim() === "");

function valueOf(cell: XLSX.CellObject | undefined, date1904: boolean): Cell {
  if (cell === undefined || cell.v === undefined) return null;
  switch (cell.t) {
    case "n":
      return typeof cell.v === "number" && typeof cell.z === "string" && XLSX.SSF.is_date(cell.z) ? timeText(cell.v, date1904) : Number(cell.v);
    case "b":
      return Boolean(cell.v);
    case "d":
      return cell.v instanceof Date ? cell.v.toISOString().slice(0, 16).replace("T", " ") : String(cell.v);
    case "e":
      // '#REF!' and its like: shown to the user as the value at fault.
      return cell.w ?? "#ERROR";
    case "s":
      return String(cell.v);
    default:
      return null;
  }
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Excel counts days; a number below 1 is a time of day. */
function timeText(days: number, date1904: boolean): Cell {
  const minutes = Math.round(days * 24 * 60);
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  const time = `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
  if (days >= 0 && minutes < 1440) return time;
  const date = XLSX.SSF.parse_date_code(Math.floor(minutes / 1440), { date1904 });
  if (!date) return days;
  const day = `${date.y}-${two(date.m)}-${two(date.d)}`;
  return ofDay === 0 ? day : `${day} ${time}`;
}

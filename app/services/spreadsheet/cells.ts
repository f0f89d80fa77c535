import * as XLSX from "xlsx";
import { isEmptyCell } from "~/domain/import/sheet-mapping";
import type { Cell, SheetRows } from "~/domain/import/sheet-mapping";

/** More columns are no spreadsheet of visits; a forged file could name 16,384 of them in every row. */
export const MAX_COLUMNS = 256;

/**
 * All sheets as plain values. Row 1 of the spreadsheet is index 0, whatever area the sheet declares as used.
 * Times of day become 'HH:mm', dates 'YYYY-MM-DD', both 'YYYY-MM-DD HH:mm'.
 * @param book read with `dense` and `cellNF`
 */
export function sheetsOf(book: XLSX.WorkBook): SheetRows[] {
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.map((name) => ({ name, rows: rowsOf(book.Sheets[name], date1904) }));
}

function rowsOf(sheet: XLSX.WorkSheet | undefined, date1904: boolean): Cell[][] {
  const data = sheet?.["!data"] ?? [];
  const rows: Cell[][] = [];
  for (let r = 0; r < data.length; r++) {
    const cells = data[r] ?? [];
    const row: Cell[] = [];
    // One column more, to see that there are too many.
    for (let c = 0; c < Math.min(cells.length, MAX_COLUMNS + 1); c++) row.push(valueOf(cells[c], date1904));
    while (row.length > 0 && isEmptyCell(row[row.length - 1])) row.pop();
    rows.push(row);
  }
  while (rows.length > 0 && rows[rows.length - 1]?.length === 0) rows.pop();
  return rows;
}

function valueOf(cell: XLSX.CellObject | undefined, date1904: boolean): Cell {
  if (cell === undefined || cell.v === undefined) return null;
  switch (cell.t) {
    case "n":
      return typeof cell.v === "number" && typeof cell.z === "string" && XLSX.SSF.is_date(cell.z)
        ? timeText(cell.v, date1904)
        : Number(cell.v);
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
const MINUTES_PER_DAY = 24 * 60;

/** Excel counts days; a number below 1 is a time of day. */
function timeText(days: number, date1904: boolean): Cell {
  const minutes = Math.round(days * MINUTES_PER_DAY);
  if (minutes < 0) return days;
  const time = `${two(Math.floor((minutes % MINUTES_PER_DAY) / 60))}:${two(minutes % 60)}`;
  if (minutes < MINUTES_PER_DAY) return time;
  const date = XLSX.SSF.parse_date_code(Math.floor(minutes / MINUTES_PER_DAY), { date1904 });
  if (!date) return days;
  const day = `${date.y}-${two(date.m)}-${two(date.d)}`;
  return minutes % MINUTES_PER_DAY === 0 ? day : `${day} ${time}`;
}

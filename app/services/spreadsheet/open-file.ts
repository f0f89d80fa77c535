/** The sheets of an uploaded file, whatever kind it is, and the limits of what may be in them. */
import { MAX_IMPORT_ROWS } from "~/domain/constants";
import { isSpreadsheetArchive, openWorkbook } from "./open-workbook";
import { MAX_COLUMNS, sheetsOf } from "./cells";
import type { SheetSource } from "./cells";
import { TextFileError, textRows } from "./text-rows";
import type { WorkbookFault } from "./workbook";

/** Over all sheets. Cells count up to the last one with a value in each row: twice 100,000 rows of 15 columns. */
export const SHEET_LIMITS = { rows: MAX_IMPORT_ROWS, cells: 3_000_000 };
type SheetLimits = typeof SHEET_LIMITS;

/** Blank rows between the others count for nothing, but somewhere reading ends. */
const SPAN = 2;

class SheetLimitError extends Error {
  constructor(readonly fault: WorkbookFault) {
    super(`The spreadsheet is too large: ${fault}`);
  }
}

const isTextName = (name: string): boolean => /\.(?:csv|tsv|txt)$/i.test(name);

/**
 * Hands the sheets of a file to `work`, one after another.
 * @param fileName by its ending a text file is known; a workbook with such a name is opened as what it is
 * @returns what is wrong with the file instead
 */
export function withSheets<Result>(
  content: Buffer,
  fileName: string,
  work: (sheets: Iterable<SheetSource>) => Result,
  limits: SheetLimits = SHEET_LIMITS,
): Result | WorkbookFault {
  let sheets: SheetSource[];
  if (isTextName(fileName) && !isSpreadsheetArchive(content)) {
    sheets = [{ name: fileName.replace(/\.[^.]*$/, ""), hidden: false, rows: textRows(content) }];
  } else {
    const span = limits.rows * SPAN;
    const book = openWorkbook(content, span);
    if (typeof book === "string") return book;
    sheets = sheetsOf(book);
  }
  try {
    return work(limited(sheets, limits));
  } catch (error) {
    if (error instanceof SheetLimitError || error instanceof TextFileError) return error.fault;
    throw error;
  }
}

function* limited(sheets: readonly SheetSource[], limits: SheetLimits): Generator<SheetSource> {
  const left = { ...limits };
  for (const sheet of sheets) {
    // One more for the row of headers.
    left.rows += 1;
    yield { ...sheet, rows: counted(sheet.rows, left, limits.rows * SPAN) };
  }
}

function* counted(rows: SheetSource["rows"], left: SheetLimits, span: number): SheetSource["rows"] {
  let any = false;
  for (const row of rows) {
    any = true;
    left.rows -= 1;
    left.cells -= row.cells.length;
    // A value in the last row that is read: there may be more below.
    if (left.rows < 0 || row.row >= span) throw new SheetLimitError("too_many_rows");
    if (row.cells.length > MAX_COLUMNS) throw new SheetLimitError("too_many_columns");
    if (left.cells < 0) throw new SheetLimitError("too_many_cells");
    yield row;
  }
  if (!any) left.rows -= 1;
}

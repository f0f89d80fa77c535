import type { SheetRow } from "~/domain/import/cell";
import type { DecimalMarks } from "~/domain/import/decimal-mark";
import type { Asker } from "../child/limited-child.server";
import type { RowsPiece } from "./rows-file";

/** What the process is asked for: to write a file's rows into an intermediate file. */
export interface ConvertTask {
  path: string;
  fileName: string;
  target: string;
}

/** Why a file cannot be read as a spreadsheet. */
export type WorkbookFault =
  | "not_workbook"
  | "not_text"
  | "open_quote"
  | "long_line"
  | "damaged"
  | "encrypted"
  | "no_rows"
  | "too_many_rows"
  | "too_many_columns"
  | "too_many_cells"
  | "unpacks_too_large"
  | "too_much_memory"
  | "too_long";

/** What a sheet holds, and its first rows. */
export interface SheetOutline {
  name: string;
  /** The file hides the whole sheet. */
  hidden: boolean;
  /** rows with a value, headers and hidden ones included */
  rowsTotal: number;
  hiddenRows: number;
  columnsTotal: number;
  /** Their row numbers are those of the file. */
  preview: SheetRow[];
  /** guessed: the row's number less one, -1 for none */
  headerRow: number;
  /** by column; 'Column A' where there is none */
  headers: string[];
  /** by column, from all rows; absent in files from before this was looked for */
  decimals?: DecimalMarks;
}

/** Sheets without a row are left out; the others keep their index in the intermediate file. */
export type ConvertAnswer = { ok: true; sheets: SheetOutline[] } | { ok: false; fault: WorkbookFault };

/** Reads workbooks and text files away from the web process. */
export interface SpreadsheetReader {
  /**
   * Opens the file once and writes its rows to `target`, a path. Nothing is left there when it fails.
   * @param fileName as the user calls it: its ending tells text files from workbooks
   * @throws AppError 429, 503, 408 of the queue (`LimitedChild`)
   */
  convert(path: string, fileName: string, target: string, asker: Asker): Promise<ConvertAnswer>;
  /** Rows of a converted file, quickly and in any order. @param sheet index in the answer of `convert` */
  rows(target: string, sheet: number, from: number, count: number): Promise<RowsPiece>;
  close(): Promise<void>;
}

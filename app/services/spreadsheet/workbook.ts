/** What a workbook holds once it is read: plain values, as rows of cells. */

/** Times of day are 'HH:mm', dates 'YYYY-MM-DD', both 'YYYY-MM-DD HH:mm'; null for an empty cell. */
export type Cell = string | number | boolean | null;

export interface Sheet {
  name: string;
  /** Row 1 of the spreadsheet first; an empty row is an empty list, so that index + 1 is the row's number. */
  rows: Cell[][];
}

export interface ParseTask {
  path: string;
  /** Rows that may hold something, over all sheets. */
  maxRows: number;
}

/** Why a file is no workbook that can be read. */
export type ParseFault = "not_workbook" | "damaged" | "encrypted" | "too_many_rows";

export type ParseAnswer = { ok: true; sheets: Sheet[] } | { ok: false; fault: ParseFault };

/** Reads a workbook away from the web thread. */
export interface SpreadsheetReader {
  read(path: string): Promise<ParseAnswer>;
}

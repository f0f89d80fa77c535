import type { ImportDefaults, ParsedSheet } from "~/domain/import/parse-rows";
import type { SheetMapping } from "~/domain/import/sheet-mapping";

/** What a thread is asked to do with a workbook: read it, map its columns, and turn its rows into visits and vehicles. */
export interface ReadTask {
  path: string;
  /** Rows that may hold something, over all sheets. */
  maxRows: number;
  /** What empty cells become. */
  defaults: ImportDefaults;
}

/** Why a file is no workbook that can be read. */
export type WorkbookFault = "not_workbook" | "damaged" | "encrypted" | "too_many_rows" | "no_rows";

export interface ReadWorkbook {
  ok: true;
  mappings: SheetMapping[];
  /** Sentences that stop an import: nothing was parsed then. */
  mappingFaults: string[];
  /** One entry for each sheet that something is imported from. */
  sheets: ParsedSheet[];
}

export type ReadAnswer = ReadWorkbook | { ok: false; fault: WorkbookFault };

/** Reads workbooks away from the web thread. */
export interface SpreadsheetReader {
  read(path: string, defaults: ImportDefaults): Promise<ReadAnswer>;
  close(): Promise<void>;
}

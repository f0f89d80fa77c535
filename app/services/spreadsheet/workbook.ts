import type { ImportDefaults, ImportProblem, ParsedSheet } from "~/domain/import/parse-rows";
import type { SheetMapping } from "~/domain/import/sheet-mapping";

/**
 * The task of a process: read a workbook, map its columns, and turn its rows into visits and vehicles.
 */
export interface ReadTask {
  path: string;
  /** What empty cells become. */
  defaults: ImportDefaults;
}

/** Why a file is no workbook that can be read. */
export type WorkbookFault =
  | "not_workbook"
  | "damaged"
  | "encrypted"
  | "no_rows"
  | "too_many_rows"
  | "too_many_columns"
  | "too_many_cells"
  | "unpacks_too_large"
  | "too_much_memory"
  | "too_long";

export interface ReadWorkbook {
  ok: true;
  mappings: SheetMapping[];
  /** Sentences that stop an import: nothing was parsed then. */
  mappingFaults: string[];
  /** One entry for each sheet that something is imported from. */
  sheets: ParsedSheet[];
}

export type ReadAnswer = ReadWorkbook | { ok: false; fault: WorkbookFault };

/** The answer in pieces: first the sheets, then their rows. */
export type ReadPart =
  | { kind: "answer"; answer: ReadAnswer }
  | {
      kind: "rows";
      sheet: number;
      visits: ParsedSheet["visits"];
      vehicles: ParsedSheet["vehicles"];
      problems: ImportProblem[];
    };

/** Reads workbooks away from the web process. */
export interface SpreadsheetReader {
  read(path: string, defaults: ImportDefaults): Promise<ReadAnswer>;
  close(): Promise<void>;
}

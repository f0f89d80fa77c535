/** All rows of mapped sheets at once. */
import { ImportEntity } from "./import-fields";
import { rowParser } from "./parse-row";
import type { RowNote } from "./row-reader";
import type { ImportDefaults, ImportedVehicle, ImportedVisit } from "./imported";
import type { SheetMapping, SheetRows } from "./sheet-mapping";

export interface ImportProblem {
  sheet: string;
  /** the row's number in the spreadsheet, from 1 */
  row: number;
  /** column letter; null when the fault is not in one column */
  column: string | null;
  /** field label */
  field: string | null;
  /** as it stands in the file */
  value: string;
  /** whole sentence */
  message: string;
  /** true: the row was left out; false: a default took the value's place */
  dropped: boolean;
  /** what the row became; missing where it became nothing */
  made?: MadeOfRow;
}

export type MadeOfRow = { visitId: number } | { vehicleId: number };

export interface ParsedSheet {
  sheet: string;
  /** rows with at least one cell, the header not counted */
  rowsTotal: number;
  visits: { row: number; item: ImportedVisit }[];
  vehicles: { row: number; item: ImportedVehicle }[];
  problems: ImportProblem[];
}

/** Reads one sheet by its mapping; a sheet without an entity gives nothing. */
export function parseSheet(sheet: SheetRows, mapping: SheetMapping, defaults: ImportDefaults): ParsedSheet {
  const parsed: ParsedSheet = { sheet: sheet.name, rowsTotal: 0, visits: [], vehicles: [], problems: [] };
  const parse = rowParser(mapping, { defaults, hiddenRows: false });
  for (const source of sheet.rows) {
    const result = parse(source);
    if (result === null) continue;
    parsed.rowsTotal += 1;
    const { row, notes } = result;
    if (result.outcome === "ok" && result.entity === ImportEntity.Visit) parsed.visits.push({ row, item: result.item });
    if (result.outcome === "ok" && result.entity === ImportEntity.Vehicle)
      parsed.vehicles.push({ row, item: result.item });
    for (const note of notes) parsed.problems.push(problemOf(sheet.name, note));
  }
  return parsed;
}

const problemOf = (sheet: string, { row, column, field, value, message, kind }: RowNote): ImportProblem => ({
  sheet,
  row,
  column,
  field,
  value,
  message,
  dropped: kind === "dropped",
});

/** All sheets of a workbook; mappings are found by the sheet's name. */
export function parseWorkbookRows(
  sheets: readonly SheetRows[],
  mappings: readonly SheetMapping[],
  defaults: ImportDefaults,
): ParsedSheet[] {
  return sheets.flatMap((sheet) => {
    const mapping = mappings.find((one) => one.sheet === sheet.name);
    return mapping === undefined || mapping.entity === null ? [] : [parseSheet(sheet, mapping, defaults)];
  });
}

import { MAX_IMPORT_ROWS } from "~/domain/constants";
import { isEmptyCell } from "~/domain/import/cell";
import type { Cell, SheetRow } from "~/domain/import/cell";
import { detectHeaderRow, headersAt } from "~/domain/import/header-row";
import { ImportEntity } from "~/domain/import/import-fields";
import type { ImportDefaults, ImportedVehicle, ImportedVisit } from "~/domain/import/imported";
import { rowParser } from "~/domain/import/parse-row";
import { proposeEntity, proposeMapping, proposeSheet } from "~/domain/import/propose-mapping";
import type { RowNote } from "~/domain/import/row-reader";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import { withSheets } from "~/services/spreadsheet/open-file";
import type { WorkbookFault } from "~/services/spreadsheet/workbook";

export interface SheetRows {
  name: string;
  rows: readonly SheetRow[];
}

/** A sheet as it is read from a file: rows without a value are left out, the others keep their numbers. */
export const sheetRows = (name: string, ...rows: readonly (readonly Cell[])[]): SheetRows => ({
  name,
  rows: rows.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => !cells.every(isEmptyCell)),
});

/** The fields of columns that hold nothing yet. */
export const fieldsOf = (headers: readonly string[], entity: ImportEntity): (string | null)[] =>
  proposeMapping(entity, { name: "", headers, rows: [] }).map(({ field }) => field);

export const entityOf = (name: string, headers: readonly string[]): ImportEntity | null =>
  proposeEntity({ name, headers, rows: [] });

/** The mapping that a sheet gets without an answer of the user. */
export function mappingOf({ name, rows }: SheetRows): SheetMapping {
  const headerRow = detectHeaderRow(rows);
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const sample = {
    name,
    headers: headersAt(rows, headerRow, width),
    rows: rows.filter(({ row }) => row > headerRow + 1),
  };
  const { proposals: _, ...mapping } = proposeSheet(sample, headerRow, proposeEntity(sample));
  return mapping;
}

export interface TakenSheet {
  sheet: string;
  /** rows below the headers */
  rowsTotal: number;
  visits: { row: number; item: ImportedVisit }[];
  vehicles: { row: number; item: ImportedVehicle }[];
  notes: RowNote[];
}

/** All rows of a sheet by a mapping. */
export function takeSheet({ name, rows }: SheetRows, mapping: SheetMapping, defaults: ImportDefaults): TakenSheet {
  const taken: TakenSheet = { sheet: name, rowsTotal: 0, visits: [], vehicles: [], notes: [] };
  const parse = rowParser(mapping, { defaults, hiddenRows: false });
  for (const source of rows) {
    const result = parse(source);
    if (result === null) continue;
    taken.rowsTotal += 1;
    taken.notes.push(...result.notes);
    const { row } = result;
    if (result.outcome === "ok" && result.entity === ImportEntity.Visit) taken.visits.push({ row, item: result.item });
    if (result.outcome === "ok" && result.entity === ImportEntity.Vehicle)
      taken.vehicles.push({ row, item: result.item });
  }
  return taken;
}

/** All sheets of a file with a row, or what is wrong with it. */
export function sheetsOfFile(
  content: Uint8Array,
  fileName: string,
  limits = { rows: MAX_IMPORT_ROWS, cells: 3_000_000 },
): SheetRows[] | WorkbookFault {
  const sheets = withSheets(
    Buffer.from(content),
    fileName,
    (all) => Array.from(all, ({ name, rows }) => ({ name, rows: Array.from(rows) })),
    limits,
  );
  return typeof sheets === "string" ? sheets : sheets.filter(({ rows }) => rows.length > 0);
}

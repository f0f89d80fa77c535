import { isEmptyCell } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import type { ImportEntity } from "~/domain/import/import-fields";
import { proposeEntity, proposeMapping } from "~/domain/import/propose-mapping";
import type { SheetRows } from "~/domain/import/sheet-mapping";

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

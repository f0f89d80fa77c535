import { isEmptyCell } from "~/domain/import/cell";
import type { Cell, SheetRow } from "~/domain/import/cell";
import { IMPORT_FIELDS, ImportEntity, importField } from "~/domain/import/import-fields";
import type { ImportField } from "~/domain/import/import-fields";
import type { ImportDefaults, ImportedVehicle, ImportedVisit } from "~/domain/import/imported";
import { rowParser } from "~/domain/import/parse-row";
import { parseWindow } from "~/domain/import/parse-time";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import { plateKey } from "./plate-key";
import type { ImportNote } from "./row-notes";
import type { ChosenMapping } from "./sheet-book";

interface ReadBase {
  notes: ImportNote[];
  /** by which the row is known again */
  key: string | null;
  /** the fields that the row itself has a value for; all others are defaults */
  given: ReadonlySet<string>;
}

export type ReadRow = ReadBase &
  (
    | { entity: typeof ImportEntity.Visit; item: ImportedVisit | null }
    | { entity: typeof ImportEntity.Vehicle; item: ImportedVehicle | null }
  );

/** Reads the rows of one sheet below its headers. A sheet that is left out has none to read. */
export function rowReader(mapping: ChosenMapping, defaults: ImportDefaults): (row: SheetRow) => ReadRow {
  const { entity } = mapping;
  if (entity === null) throw new Error(`Nothing is imported from sheet ${mapping.sheet}.`);
  const extra = Object.entries(mapping.defaults).filter(([key]) => !mapping.columns.includes(key));
  const parse = rowParser(withExtraColumns(mapping, extra), { defaults, hiddenRows: !mapping.withoutHidden });
  return (row) => {
    const result = parse(withExtraCells(row, mapping.headers.length, extra));
    if (result === null) throw new Error(`Row ${row.row} of sheet ${mapping.sheet} stands above the headers.`);
    const given = givenFields(mapping, row, result.notes);
    if (result.outcome === "dropped") return { entity, item: null, notes: result.notes, key: null, given };
    return result.entity === ImportEntity.Visit
      ? { ...result, key: result.item.externalId, given }
      : { ...result, key: plateKey(result.item.plate), given };
  };
}

/** What fields without a column get stands in columns behind those of the file. */
const withExtraColumns = (mapping: SheetMapping, extra: readonly (readonly [string, string])[]): SheetMapping => ({
  ...mapping,
  headers: [...mapping.headers, ...extra.map(([key]) => key)],
  columns: [...mapping.columns, ...extra.map(([key]) => key)],
});

function withExtraCells(row: SheetRow, width: number, extra: readonly (readonly [string, string])[]): SheetRow {
  if (extra.length === 0) return row;
  const cells: Cell[] = Array.from({ length: width }, (_, column) => row.cells[column] ?? null);
  return { ...row, cells: [...cells, ...extra.map(([, value]) => value)] };
}

function givenFields(
  { entity, columns }: ChosenMapping,
  { cells }: SheetRow,
  notes: readonly ImportNote[],
): Set<string> {
  const given = new Set<string>();
  if (entity === null) return given;
  // A value that can't be read must not replace a stored one by the default.
  const unread = notes.filter((note) => note.kind === "defaulted");
  columns.forEach((key, column) => {
    const cell = cells[column] ?? null;
    const field = key === null ? undefined : importField(entity, key);
    if (field === undefined || isEmptyCell(cell) || unread.some((note) => note.field === field.label)) return;
    for (const one of field.kind === "window" ? endsOf(field, cell) : (field.partOf ?? [field.key])) given.add(one);
  });
  // Of times in the wrong order none is used; their note stands at the first.
  const turned = unread.filter(({ code }) => code === "window_order").map(({ field }) => field);
  for (const { kind, partOf: [start = "", end = ""] = [] } of IMPORT_FIELDS[entity])
    if (kind === "window" && turned.includes(importField(entity, start)?.label ?? "")) {
      given.delete(start);
      given.delete(end);
    }
  return given;
}

/** 'from 10' says nothing about the end. */
function endsOf({ partOf: [start = "", end = ""] = [] }: ImportField, cell: Cell): string[] {
  const window = parseWindow(cell);
  return [...(window?.start ? [start] : []), ...(window?.end ? [end] : [])];
}

/**
 * One row of a sheet as a visit or a vehicle, with every fault listed by column and value. A row without a required
 * value is dropped, and so is a vehicle with a limit that can't be read: its default, no limit, would overload it. A
 * visit whose window goes over midnight is dropped: its default would be the opposite hours. Any other bad value is
 * replaced by the field's default, so that no stop gets lost, and listed too.
 */
import { isEmptyCell, shownText } from "./cell";
import type { SheetRow } from "./cell";
import { headerKey } from "./headers";
import { ImportEntity } from "./import-fields";
import type { ImportDefaults, ImportedVehicle, ImportedVisit } from "./imported";
import { rowPlan, RowReader } from "./row-reader";
import type { RowNote, RowPlan } from "./row-reader";
import type { SheetMapping } from "./sheet-mapping";
import { overMidnight } from "./time-range";
import { totalRow } from "./total-row";
import { vehicleOfRow } from "./vehicle-of-row";
import { visitOfRow } from "./visit-of-row";

interface ParseOptions {
  defaults: ImportDefaults;
  /** A filter hides what the user does not want; false leaves such rows out, with a note. */
  hiddenRows: boolean;
}

export type RowResult =
  | { outcome: "ok"; row: number; entity: typeof ImportEntity.Visit; item: ImportedVisit; notes: RowNote[] }
  | { outcome: "ok"; row: number; entity: typeof ImportEntity.Vehicle; item: ImportedVehicle; notes: RowNote[] }
  | { outcome: "dropped"; row: number; entity: ImportEntity; item: null; notes: RowNote[] };

/** Reads the rows of one sheet; null for the header row and those above it. For a sheet with an entity. */
type RowParser = (row: SheetRow) => RowResult | null;

export function rowParser(mapping: SheetMapping, options: ParseOptions): RowParser {
  const { entity, headerRow } = mapping;
  if (entity === null) return () => null;
  const plan = rowPlan(mapping, entity);
  return (row) => (row.row <= headerRow + 1 ? null : parseOne(plan, row, headerRow !== -1, options));
}

export const parseRow = (mapping: SheetMapping, row: SheetRow, options: ParseOptions): RowResult | null =>
  rowParser(mapping, options)(row);

function parseOne(plan: RowPlan, source: SheetRow, hasHeaders: boolean, options: ParseOptions): RowResult {
  const { entity } = plan;
  const row = new RowReader(plan, source, options.defaults);
  const dropped = (): RowResult => ({ outcome: "dropped", row: source.row, entity, item: null, notes: row.notes });
  if (source.hidden === true && !options.hiddenRows) {
    row.drop(null, "hidden", "The row is hidden in the file. It was left out.");
    return dropped();
  }
  if (hasHeaders && repeatsHeaders(plan, source)) {
    row.drop(null, "headers_again", "The row repeats the headers. It was left out.");
    return dropped();
  }
  const total = totalRow(plan, source);
  if (total === "sure") {
    row.drop(nameKey(entity), "total", `'${row.shown(nameKey(entity))}' looks like a total. The row was left out.`);
    return dropped();
  }
  const values = row.read();
  if (values === null) return dropped();
  const night = entity === ImportEntity.Visit ? overMidnight(values, row, "startTime", "endTime") : null;
  if (night !== null) {
    row.drop("startTime", "over_midnight", `${night} The row was left out.`);
    return dropped();
  }
  if (total === "maybe")
    row.add(nameKey(entity), "total", "The row looks like a total: a name and sums alone. It was kept.", "kept");
  const { defaults } = options;
  const made = { outcome: "ok", row: source.row, notes: row.notes } as const;
  return entity === ImportEntity.Visit
    ? { ...made, entity, item: visitOfRow(values, row, defaults) }
    : { ...made, entity, item: vehicleOfRow(values, row, defaults) };
}

const nameKey = (entity: ImportEntity): string => (entity === ImportEntity.Vehicle ? "plate" : "name");

/** Printed lists have their headers on every page. One cell alone may be like its header by chance. */
function repeatsHeaders({ headers }: RowPlan, { cells }: SheetRow): boolean {
  let same = 0;
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    if (isEmptyCell(cell)) continue;
    if (typeof cell !== "string" || headerKey(shownText(cell)) !== headerKey(headers[column] ?? "")) return false;
    same += 1;
  }
  return same > 1;
}

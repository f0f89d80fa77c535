import { parseJson, toJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";
import type { SheetRow } from "~/domain/import/cell";
import { ImportEntity } from "~/domain/import/import-fields";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import { knownPlates } from "./commands/apply-vehicles.server";
import { knownVisits, plannedNotes } from "./known-visits.server";
import type { ReadRow } from "./read-row";
import { refusedAhead } from "./refused-ahead.server";
import type { ReadVisit } from "./refused-ahead.server";
import { keyOfRow } from "./row-key.server";
import { needsAttention, sameKeyNote } from "./row-notes";
import type { ImportNote } from "./row-notes";
import { READY, RowOutcome } from "./row-outcome";

/** A row and what becomes of it. */
export type CheckedRow = Omit<RoutingSheetRowRow, "id" | "company_id" | "sheet_id" | "visit_id" | "vehicle_id">;

/** As the row alone says. */
export function checkedRow(sheet: number, row: SheetRow, read: ReadRow): CheckedRow {
  const cells = JSON.stringify(row.cells);
  return {
    sheet,
    row: row.row,
    entity: read.entity,
    outcome: read.item === null ? RowOutcome.Dropped : RowOutcome.Create,
    noted: needsAttention(read.notes),
    match_key: keyOfRow(read, sheet, cells),
    cells,
    notes: read.notes.length > 0 ? toJson(read.notes) : null,
  };
}

/** What a row says of a visit; null: it has none, or speaks of a vehicle. */
export const readVisit = ({ entity, item, given }: ReadRow): ReadVisit | null =>
  entity === ImportEntity.Visit && item !== null ? { item, given } : null;

/** Rows with the same one speak of the same thing. */
export const keyOf = ({ entity, match_key }: Pick<CheckedRow, "entity" | "match_key">): string =>
  `${entity} ${match_key}`;

export const isReady = ({ outcome }: Pick<CheckedRow, "outcome">): boolean => READY.some((ready) => ready === outcome);

/** Of rows with the same external id or plate the last one counts. */
export function leaveOut(
  row: CheckedRow,
  later: Pick<CheckedRow, "sheet" | "row">,
  mappings: readonly SheetMapping[],
): void {
  row.outcome = RowOutcome.Dropped;
  row.noted = 1;
  row.notes = toJson([sameKeyNote(mappings, row, later)]);
}

export function addNote(row: CheckedRow, note: ImportNote): void {
  row.noted = 1;
  row.notes = toJson([...parseJson<ImportNote[]>(row.notes, []), note]);
}

/**
 * Says of each row that can be imported whether something will be added, changed or refused, as things stand now.
 * @param visits what rows say of visits
 */
export async function markKnown(
  trx: Db,
  sheet: RoutingSheetRow,
  checked: readonly CheckedRow[],
  visits: ReadonlyMap<CheckedRow, ReadVisit>,
): Promise<void> {
  const rows = checked.filter(isReady);
  const read = new Map([...visits].filter(([row]) => isReady(row)));
  const items = new Map([...read].map(([row, { item }]) => [row, item]));
  const known = await knownVisits(trx, sheet, items);
  const plates = rows.some((row) => row.entity === "vehicle") ? await knownPlates(trx, sheet.company_id) : null;
  for (const row of rows)
    if (known.has(row) || (row.entity === "vehicle" && plates?.has(row.match_key ?? "")))
      row.outcome = RowOutcome.Update;
  for (const [row, note] of await refusedAhead(trx, sheet, read, known)) {
    row.outcome = RowOutcome.Dropped;
    row.noted = 1;
    row.notes = toJson([note]);
  }
  const added = new Map([...items].filter(([row]) => !known.has(row)));
  for (const [row, note] of await plannedNotes(trx, sheet, added)) addNote(row, note);
}

import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { sheetRowsByIds, sheetRowsWithKeys, updateSheetRows } from "~/db/repositories/sheet-rows.server";
import type { KeyedRow } from "~/db/repositories/sheet-rows.server";
import { lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { ImportEntity } from "~/domain/import/import-fields";
import type { SheetMapping } from "~/domain/import/sheet-mapping";
import { hasCheckedRows, sheetState } from "~/domain/import/sheet-state";
import { AppError, notFound } from "~/lib/errors";
import { addTo } from "~/lib/grouped";
import { nowText } from "~/services/now.server";
import { addNote, checkedRow, isReady, keyOf, leaveOut, markKnown, readVisit } from "../checked-rows.server";
import type { CheckedRow } from "../checked-rows.server";
import { importDefaults } from "../import-defaults.server";
import { readBook } from "../read-book.server";
import { rowReader } from "../read-row";
import { refuseDiscarded } from "../refuse-discarded.server";
import type { ReadVisit } from "../refused-ahead.server";
import { IMPORTED } from "../row-outcome";
import { isCellsKey } from "../row-key.server";
import { sameRowNote } from "../row-notes";

/** What somebody typed into a cell. */
interface MendedCell {
  rowId: number;
  /** from 0 */
  column: number;
  value: string;
}

/**
 * Changes cells of rows that are not imported yet, and checks these rows again. Cells that say what they said before
 * keep what the file has.
 * @returns how many of these rows can be imported now
 * @throws AppError 403, 404, 409 for rows that are imported
 */
export async function mendRows(
  session: CompanySession,
  sheetId: number,
  cells: readonly MendedCell[],
): Promise<{ ready: number; left: number }> {
  const companyId = session.company.id;
  authorize(session, "import.run", { companyId });
  return withTransaction(db(), async (trx) => {
    const sheet = await lockSheet(trx, companyId, sheetId);
    refuseDiscarded(sheet);
    if (!hasCheckedRows(sheetState(sheet.state)))
      throw new AppError("import.not_checked", "Rows can be mended once all of them are checked.", { status: 409 });
    const ids = [...new Set(cells.map(({ rowId }) => rowId))];
    const rows = await sheetRowsByIds(trx, companyId, sheetId, ids);
    if (rows.length !== ids.length) throw notFound("Row");
    if (rows.some(isImported))
      throw new AppError("import.row_applied", "A row that is imported is changed where it is now, not in the file.", {
        status: 409,
      });
    const changed = rows.flatMap((row) => withCells(row, cells) ?? []);
    const ready = await checkAgain(trx, sheet, changed);
    await updateSheet(trx, companyId, sheetId, { revision: sheet.revision + 1 }, nowText());
    return { ready, left: changed.length - ready };
  });
}

const MAX_COLUMNS = 256;

const isImported = ({ outcome }: Pick<RoutingSheetRowRow, "outcome">): boolean =>
  IMPORTED.some((imported) => imported === outcome);

type ChangedRow = RoutingSheetRowRow & { now: readonly Cell[] };

/** The row with what was typed, null when nothing is different. */
function withCells(row: RoutingSheetRowRow, typed: readonly MendedCell[]): ChangedRow | null {
  const now = [...parseJson<Cell[]>(row.cells, [])];
  let differs = false;
  for (const { rowId, column, value } of typed) {
    if (rowId !== row.id || column < 0 || column >= MAX_COLUMNS || shownText(now[column]) === value) continue;
    while (now.length <= column) now.push(null);
    now[column] = value === "" ? null : value;
    differs = true;
  }
  return differs ? { ...row, now } : null;
}

/** A row that is checked again. */
interface Again {
  id: number;
  row: CheckedRow;
  /** what it says of a visit */
  visit: ReadVisit | null;
}

/**
 * Checks changed rows again, and with them all rows that have one of their keys or had it in common with them: another
 * one of those may count now.
 * @returns how many of the changed ones can be imported now
 */
async function checkAgain(trx: Db, sheet: RoutingSheetRow, changed: readonly ChangedRow[]): Promise<number> {
  const { mappings } = readBook(sheet);
  const defaults = await importDefaults(trx, sheet);
  const readers = mappings.map((mapping) => (mapping.entity === null ? null : rowReader(mapping, defaults)));
  const again = (stored: KeyedRow, cells: readonly Cell[]): Again => {
    const source = { row: stored.row, cells };
    const read = readers[stored.sheet]!(source);
    return { id: stored.id, row: checkedRow(stored.sheet, source, read), visit: readVisit(read) };
  };
  const mended = changed.map((row) => again(row, row.now));
  const others = await othersOfKeys(trx, sheet, changed, [...changed, ...mended.map(({ row }) => row)]);
  const checked = [
    ...mended,
    ...others.filter((row) => !isImported(row)).map((row) => again(row, parseJson<Cell[]>(row.cells, []))),
  ];
  const rows = checked.map(({ row }) => row);
  compareKeys([...rows, ...others.filter(isImported)], mappings);
  await markKnown(trx, sheet, rows, new Map(checked.flatMap(({ row, visit }) => (visit ? [[row, visit]] : []))));
  const stored = new Map(others.map((row) => [row.id, row]));
  const changes = checked.flatMap(({ id, row: { cells, outcome, noted, notes, match_key } }) => {
    const before = stored.get(id);
    // Thousands of rows may have the key.
    const isSame = before?.outcome === outcome && before.noted === noted && before.notes === notes;
    return isSame ? [] : [{ id, cells, outcome, noted, notes, match_key }];
  });
  await updateSheetRows(trx, sheet.company_id, changes);
  return mended.filter(({ row }) => isReady(row)).length;
}

/** All other rows with the keys of these. */
async function othersOfKeys(
  trx: Db,
  sheet: RoutingSheetRow,
  changed: readonly ChangedRow[],
  rows: readonly Pick<CheckedRow, "entity" | "match_key">[],
): Promise<KeyedRow[]> {
  const ids = new Set(changed.map(({ id }) => id));
  const found: KeyedRow[] = [];
  for (const entity of Object.values(ImportEntity)) {
    const keys = rows.flatMap((row) => (row.entity === entity && row.match_key !== null ? [row.match_key] : []));
    found.push(...(await sheetRowsWithKeys(trx, sheet.company_id, sheet.id, entity, [...new Set(keys)])));
  }
  return found.filter(({ id }) => !ids.has(id));
}

/** Of rows with the same external id or plate the last one counts; those that are the same in all are all used. */
function compareKeys(rows: readonly CheckedRow[], mappings: readonly SheetMapping[]): void {
  const byKey = new Map<string, CheckedRow[]>();
  for (const row of [...rows].sort((one, other) => one.sheet - other.sheet || one.row - other.row))
    if (row.match_key !== null) addTo(byKey, keyOf(row), row);
  for (const same of byKey.values()) {
    const [first, last] = [same[0]!, same.at(-1)!];
    for (const row of same.filter((one) => !isImported(one)))
      if (!isCellsKey(row.match_key)) {
        if (row !== last) leaveOut(row, last, mappings);
      } else if (row !== first) addNote(row, sameRowNote(row.row, first.row));
  }
}

import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson, toJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { sheetRowsByIds, sheetRowsWithKeys, updateSheetRows } from "~/db/repositories/sheet-rows.server";
import { lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { ImportEntity } from "~/domain/import/import-fields";
import { AppError, notFound } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { knownVisits, plannedNotes } from "../known-visits.server";
import { readBook } from "../read-book.server";
import { rowReader } from "../read-row";
import { refusedAhead } from "../refused-ahead.server";
import { IMPORTED, READY, RowOutcome } from "../row-outcome";
import { isCellsKey, keyOfRow } from "../row-key.server";
import { needsAttention, sameKeyNote, sameRowNote } from "../row-notes";
import { importDefaults } from "../import-defaults.server";
import { refuseDiscarded } from "../refuse-discarded.server";
import { hasCheckedRows, sheetState } from "~/domain/import/sheet-state";

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
 * @returns how many rows can be imported now
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
    if (rows.some(({ outcome }) => IMPORTED.some((imported) => imported === outcome)))
      throw new AppError("import.row_applied", "A row that is imported is changed where it is now, not in the file.", {
        status: 409,
      });
    const changed = rows.flatMap((row) => withCells(row, cells) ?? []);
    let ready = 0;
    for (const row of changed) ready += Number(await checkAgain(trx, sheet, row));
    await updateSheet(trx, companyId, sheetId, { revision: sheet.revision + 1 }, nowText());
    return { ready, left: changed.length - ready };
  });
}

const MAX_COLUMNS = 256;

/** The row with what was typed, null when nothing is different. */
function withCells(
  row: RoutingSheetRowRow,
  typed: readonly MendedCell[],
): (RoutingSheetRowRow & { now: Cell[] }) | null {
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

/** @returns whether the row can be imported now */
async function checkAgain(
  trx: Db,
  sheet: RoutingSheetRow,
  row: RoutingSheetRowRow & { now: Cell[] },
): Promise<boolean> {
  const companyId = sheet.company_id;
  const { mappings } = readBook(sheet);
  const defaults = await importDefaults(trx, sheet);
  const read = rowReader(mappings[row.sheet]!, defaults)({ row: row.row, cells: row.now });
  const { now, ...stored } = row;
  const key = keyOfRow(read, row.sheet, JSON.stringify(now));
  const mended = { ...stored, match_key: key };
  let outcome: RowOutcome = read.item === null ? RowOutcome.Dropped : RowOutcome.Create;
  let notes = read.notes;
  const others =
    read.item === null || key === null
      ? []
      : (await sheetRowsWithKeys(trx, companyId, sheet.id, read.entity, [key])).filter(
          (other) => other.id !== row.id && other.outcome !== RowOutcome.Dropped,
        );
  if (isCellsKey(key)) {
    if (others[0] !== undefined) notes = [...notes, sameRowNote(row.row, others[0].row)];
  } else {
    const later = others.find((other) => other.sheet > row.sheet || (other.sheet === row.sheet && other.row > row.row));
    if (later !== undefined) {
      outcome = RowOutcome.Dropped;
      notes = [sameKeyNote(mappings, { ...row, cells: JSON.stringify(row.now) }, later)];
    } else {
      const earlier = others.filter((other) => READY.some((ready) => ready === other.outcome));
      await updateSheetRows(
        trx,
        companyId,
        earlier.map((other) => ({
          id: other.id,
          outcome: RowOutcome.Dropped,
          noted: 1 as const,
          notes: toJson([sameKeyNote(mappings, other, row)]),
        })),
      );
    }
  }
  if (outcome === RowOutcome.Create && read.entity === ImportEntity.Visit && read.item !== null) {
    const visit = new Map([[mended, read.item]]);
    const known = await knownVisits(trx, sheet, visit);
    const said = new Map([[mended, { item: read.item, given: read.given }]]);
    const [refused] = (await refusedAhead(trx, sheet, said, known)).values();
    if (refused !== undefined) {
      outcome = RowOutcome.Dropped;
      notes = [refused];
    } else if (known.size > 0) outcome = RowOutcome.Update;
    else notes = [...notes, ...(await plannedNotes(trx, sheet, visit)).values()];
  }
  await updateSheetRows(trx, companyId, [
    {
      id: row.id,
      cells: JSON.stringify(now),
      outcome,
      noted: needsAttention(notes),
      notes: notes.length > 0 ? toJson(notes) : null,
      match_key: key,
    },
  ]);
  return outcome !== RowOutcome.Dropped;
}

import { parseJson, toJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { letOthersIn } from "~/db/let-others-in.server";
import { besidesPages } from "~/db/piece-size.server";
import type { PieceSize } from "~/db/piece-size.server";
import { insertSheetRows, sheetRowsWithKeys, updateSheetRows } from "~/db/repositories/sheet-rows.server";
import type { NewSheetRow } from "~/db/repositories/sheet-rows.server";
import { getSheet, lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import type { RoutingSheetRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import type { SheetRow } from "~/domain/import/cell";
import { pause } from "~/lib/pause";
import { nowText } from "~/services/now.server";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { addNote, checkedRow, isReady, keyOf, leaveOut, markKnown, readVisit } from "../checked-rows.server";
import { rowReader } from "../read-row";
import type { ReadVisit } from "../refused-ahead.server";
import { RowOutcome } from "../row-outcome";
import type { ChosenMapping } from "../sheet-book";
import { RowsAhead } from "../rows-ahead.server";
import { rowsToCheck } from "../sheet-progress";
import type { SheetProgress } from "../sheet-progress";
import { SheetState } from "~/domain/import/sheet-state";
import { isCellsKey, ownKey } from "../row-key.server";
import { sameKeyNote, sameRowNote } from "../row-notes";
import { importDefaults } from "../import-defaults.server";
import { beginCheck, checkEnded } from "./begin-check.server";

/** A request that checks rows answers after this time, with how far it has come. */
const WORK_MS = 1_000;

/**
 * Checks rows of the file until a second has passed or all are checked. Each piece is stored with the place where the
 * next one begins: whoever calls it next, after a restart too, goes on there. Rows that have stopped the server three
 * times are not begun again.
 */
export async function checkRows(companyId: number, sheetId: number, workMs = WORK_MS): Promise<SheetProgress> {
  const until = performance.now() + workMs;
  const { rows_path, rows_total, book, mappings } = await getSheet(db(), companyId, sheetId);
  if ((await beginCheck(companyId, sheetId)) === "waits") {
    await pause(Math.min(workMs, WORK_MS));
    const total = rowsToCheck(parseJson<SheetOutline[]>(book, []), parseJson<ChosenMapping[]>(mappings, []));
    return { finished: false, done: rows_total, total };
  }
  const size = besidesPages(db());
  const ahead = rows_path === null ? null : new RowsAhead(rows_path);
  const work = { size, ahead, goesOn: () => performance.now() < until };
  try {
    for (;;) {
      const { goesOn, ...progress } = await checkPiece(companyId, sheetId, work);
      if (progress.finished || !goesOn) return progress;
    }
  } catch (error) {
    await checkEnded(companyId, sheetId).catch(() => undefined);
    throw error;
  }
}

interface Work {
  size: PieceSize;
  /** null: the file is gone */
  ahead: RowsAhead | null;
  /** Is there time for another piece? */
  goesOn: () => boolean;
}

type PieceProgress = SheetProgress & Record<"goesOn", boolean>;

async function checkPiece(companyId: number, sheetId: number, work: Work): Promise<PieceProgress> {
  const { size, ahead } = work;
  const sheet = await getSheet(db(), companyId, sheetId);
  const mappings = parseJson<ChosenMapping[]>(sheet.mappings, []);
  const outlines = parseJson<SheetOutline[]>(sheet.book, []);
  const total = rowsToCheck(outlines, mappings);
  if (sheet.state !== SheetState.Mapped) return { finished: true, done: sheet.rows_total, total, goesOn: false };
  const mapping = mappings[sheet.next_sheet];
  const piece = await nextPiece(sheet, mapping, { ahead, limit: size.rows });
  const rows: NewSheetRow[] = [];
  const visits = new Map<NewSheetRow, ReadVisit>();
  if (mapping !== undefined && piece.rows.length > 0) {
    const read = rowReader(mapping, await importDefaults(db(), sheet));
    for (const source of piece.rows) {
      const as = read(source);
      const row = { ...checkedRow(sheet.next_sheet, source, as), visit_id: null, vehicle_id: null };
      rows.push(row);
      const visit = readVisit(as);
      if (visit !== null) visits.set(row, visit);
    }
  }
  await letOthersIn(db());
  const started = performance.now();
  const progress = await withTransaction(db(), async (trx) => {
    const locked = await lockSheet(trx, companyId, sheetId);
    // Another tab has stored the same rows, or the columns were mapped anew.
    if (locked.revision !== sheet.revision || locked.state !== SheetState.Mapped)
      return {
        finished: locked.state !== SheetState.Mapped,
        done: locked.rows_total,
        total,
        goesOn: work.goesOn(),
      };
    await store(trx, locked, mappings, rows, visits);
    const nextSheet = piece.next === null ? locked.next_sheet + 1 : locked.next_sheet;
    const finished = nextSheet >= mappings.length;
    const done = locked.rows_total + rows.length;
    const goesOn = !finished && work.goesOn();
    await updateSheet(
      trx,
      companyId,
      sheetId,
      {
        next_sheet: nextSheet,
        next_row: piece.next ?? 0,
        revision: locked.revision + 1,
        rows_total: done,
        // The next piece is begun with this one's end: a write of its own for each would cost more than it saves.
        begun: goesOn ? 1 : 0,
        state: finished ? SheetState.Parsed : SheetState.Mapped,
      },
      nowText(),
    );
    return { finished, done, total, goesOn };
  });
  size.took(performance.now() - started);
  return progress;
}

/** The next rows of the sheet below its header; none for a sheet that is left out. */
async function nextPiece(
  sheet: RoutingSheetRow,
  mapping: ChosenMapping | undefined,
  { ahead, limit }: { ahead: RowsAhead | null; limit: number },
): Promise<{ rows: SheetRow[]; next: number | null }> {
  if (mapping === undefined || mapping.entity === null || ahead === null) return { rows: [], next: null };
  const { rows, next } = await ahead.take(sheet.next_sheet, sheet.next_row, limit);
  const below = rows.filter(({ row }) => row > mapping.headerRow + 1);
  const isEnd = (index: number): boolean => next === null && index === below.length - 1;
  return { rows: below.map((row, index) => (isEnd(index) ? { ...row, last: true } : row)), next };
}

/** Of rows with the same key the last one counts; the earlier ones are left out, and say so. */
async function store(
  trx: Db,
  sheet: RoutingSheetRow,
  mappings: readonly ChosenMapping[],
  rows: readonly NewSheetRow[],
  visits: ReadonlyMap<NewSheetRow, ReadVisit>,
): Promise<void> {
  const last = new Map<string, NewSheetRow>();
  for (const row of rows) {
    if (!isReady(row) || ownKey(row.match_key) === null) continue;
    const earlier = last.get(keyOf(row));
    if (earlier !== undefined) leaveOut(earlier, row, mappings);
    last.set(keyOf(row), row);
  }
  for (const entity of ["visit", "vehicle"] as const) {
    const own = [...last.values()].filter((row) => row.entity === entity);
    const before = await sheetRowsWithKeys(
      trx,
      sheet.company_id,
      sheet.id,
      entity,
      own.map((row) => row.match_key!),
    );
    await updateSheetRows(
      trx,
      sheet.company_id,
      before.filter(isReady).map(({ id, ...earlier }) => {
        const later = last.get(keyOf({ entity, match_key: earlier.match_key }))!;
        const note = sameKeyNote(mappings, earlier, later);
        return { id, outcome: RowOutcome.Dropped, noted: 1 as const, notes: toJson([note]) };
      }),
    );
  }
  await noteSame(trx, sheet, rows.filter(isReady));
  await markKnown(trx, sheet, rows, visits);
  await insertSheetRows(trx, sheet.company_id, sheet.id, rows);
}

/** Says of visits without an external id which row they repeat. */
async function noteSame(trx: Db, { company_id, id }: RoutingSheetRow, rows: readonly NewSheetRow[]): Promise<void> {
  const keys = rows.flatMap(({ match_key }) => (isCellsKey(match_key) ? [match_key] : []));
  const first = new Map<string | null, number>();
  for (const { match_key, row } of await sheetRowsWithKeys(trx, company_id, id, "visit", keys))
    first.set(match_key, Math.min(row, first.get(match_key) ?? row));
  for (const one of rows) {
    if (!isCellsKey(one.match_key)) continue;
    const earlier = first.get(one.match_key);
    if (earlier === undefined) first.set(one.match_key, one.row);
    else addNote(one, sameRowNote(one.row, earlier));
  }
}

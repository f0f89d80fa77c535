import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getSheet, newestSheetsOf } from "~/db/repositories/sheets.server";
import { epochSec } from "~/domain/time/utc-text";
import { AppError, notFound } from "~/lib/errors";
import { authorOf } from "~/planner/author.server";
import { nowSec } from "~/services/now.server";
import { readBook } from "../read-book.server";
import { isUnfinished, SheetState, sheetState } from "~/domain/import/sheet-state";
import { isMappedSo, wishesOf } from "../wire-sheets";
import type { WireSheets } from "../wire-sheets";
import { chosenBy, mapSheet, refuseIncomplete, startCheck } from "./map-sheet.server";

/** Uploads among which the one that a call means is looked for. */
const LOOKED_AT = 20;
/** An upload that nobody has gone on with for so long was given up, and keeps no later one from being meant. */
const GIVEN_UP_SEC = 15 * 60;

interface Called {
  sheetId: number | undefined;
  sheets: WireSheets | undefined;
}

const unclear = (): AppError =>
  new AppError(
    "import.which_upload",
    "Several uploads with these sheets are unfinished. Name the one that is meant: its upload answered X-Sheet-Id.",
    { status: 409, field: "sheet_id" },
  );

/**
 * The import that a call is about: the one that it names, else the caller's newest upload with the named sheets.
 * @throws AppError 404, 422, 409 where another one of these is under way: two programs may share a key
 */
export async function importOfCall(session: CompanySession, { sheetId, sheets }: Called): Promise<number> {
  const author = authorOf(session);
  if (sheetId !== undefined) return (await getSheet(db(), author.companyId, sheetId)).id;
  const names = Object.keys(sheets ?? {});
  if (names.length === 0)
    throw new AppError("import.no_sheets", "Sheets are required", { status: 422, field: "sheets" });
  const [newest, ...older] = (await newestSheetsOf(db(), author, LOOKED_AT)).filter((sheet) => {
    const known = new Set(readBook(sheet).outlines.map(({ name }) => name));
    return names.every((name) => known.has(name));
  });
  if (newest === undefined) throw notFound("Upload");
  const isGoingOn = ({ state, updated_at: at }: (typeof older)[number]): boolean =>
    isUnfinished(sheetState(state)) && epochSec(at) > nowSec() - GIVEN_UP_SEC;
  if (older.some(isGoingOn)) throw unclear();
  return newest.id;
}

async function isMapped({ company }: CompanySession, sheetId: number, sheets: WireSheets) {
  const { state, ...sheet } = await getSheet(db(), company.id, sheetId);
  const { mappings, outlines } = readBook(sheet);
  const wishes = wishesOf(sheets, mappings);
  const chosen = () =>
    Promise.all(wishes.map((wish, index) => chosenBy(company.id, outlines[index]!, mappings[index]!, wish)));
  return {
    chosen,
    state: sheetState(state),
    wishes,
    isSame: mappings.every((one, index) => isMappedSo(one, wishes[index]!)),
  };
}

/** Begins the check with the columns that a call says; the same call again goes on with it. */
export async function checkAsCalled(session: CompanySession, sheetId: number, sheets: WireSheets): Promise<void> {
  const { state, wishes, isSame, chosen } = await isMapped(session, sheetId, sheets);
  if (isSame && (state === SheetState.Mapped || state === SheetState.Parsed)) return;
  // A call says all columns at once: when they don't do, nothing of them is kept.
  refuseIncomplete(await chosen());
  for (const [index, wish] of wishes.entries()) await mapSheet(session, sheetId, index, wish);
  await startCheck(session, sheetId);
}

/** @throws AppError 409 when the rows were checked with other columns than a call says */
export async function requireCheckedAs(session: CompanySession, sheetId: number, sheets: WireSheets): Promise<void> {
  if ((await isMapped(session, sheetId, sheets)).isSame) return;
  const message = "The rows were checked with other columns. Check them again first.";
  throw new AppError("import.other_columns", message, { status: 409, field: "sheets" });
}

import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getSheet, sheetsAtRestAcrossCompanies } from "~/db/repositories/sheets.server";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { authorOfRow } from "~/planner/author.server";
import type { Author } from "~/planner/author.server";
import { nowText } from "~/services/now.server";
import { continueApply } from "../commands/apply-sheet.server";
import { checkRows } from "../commands/check-rows.server";
import { removeWholeSheet } from "../commands/discard-sheet.server";
import { markFailed } from "../commands/mark-failed.server";
import { publishSheet } from "../publish-imported.server";
import { isUnderWay, SheetState, sheetState } from "~/domain/import/sheet-state";

const LOOK_MS = 2_000;
/** Whoever works on a sheet stores a piece of it several times in this time. */
const AT_REST_SEC = 3;
const UNDER_WAY: readonly SheetState[] = [SheetState.Mapped, SheetState.Applying, SheetState.Discarded];

/**
 * Goes on with imports whose page was left or whose process has ended, from the first row that is not stored yet, and
 * with the removal of those that were discarded. The end waits for the piece at hand.
 */
export const startImports = (): Rounds =>
  startRounds(
    async (isStopped) => {
      const found = await sheetsAtRestAcrossCompanies(db(), UNDER_WAY, addSeconds(nowText(), -AT_REST_SEC));
      for (const sheet of found) {
        if (isStopped()) break;
        await goOn(db(), authorOfRow(sheet), sheet.id, isStopped);
      }
      return false;
    },
    { everyMs: LOOK_MS, laterMs: LOOK_MS, failed: "Imports could not be continued:", isAlwaysNews: true },
  );

/** What fails here is tried again at the next look; meanwhile whoever discarded the sheet may have removed it. */
async function endRemoval(companyId: number, sheetId: number): Promise<void> {
  try {
    await removeWholeSheet(companyId, sheetId);
    publishSheet(companyId, "destroy", sheetId, undefined);
  } catch (error) {
    if (!(error instanceof AppError && error.status === 404))
      console.error(`Import ${sheetId} could not be removed:`, error);
  }
}

/** Works on one sheet until nothing is left to do. Never rejects. */
export async function goOn(
  database: Db,
  author: Author,
  sheetId: number,
  isStopped: () => boolean = () => false,
): Promise<void> {
  // No tab has made the change: the lists of imports are open in any.
  const tell = () => publishSheet(author.companyId, "update", sheetId, undefined);
  try {
    for (let done = -1; ;) {
      if (isStopped()) return;
      const state = sheetState((await getSheet(database, author.companyId, sheetId)).state);
      if (state === SheetState.Discarded) return await endRemoval(author.companyId, sheetId);
      if (!isUnderWay(state)) return;
      if (state === SheetState.Mapped) {
        const progress = await checkRows(author.companyId, sheetId);
        // Others are at work on it: the imports behind this one go on meanwhile.
        if (!progress.finished && progress.done === done) return;
        done = progress.done;
      } else await continueApply(author, sheetId);
      tell();
    }
  } catch (error) {
    console.error(`Import ${sheetId} could not be continued:`, error);
    // Whatever fails here, the imports behind this one in the list aren't to wait for it.
    await markFailed(author.companyId, sheetId, error).then(tell, (cause: unknown) =>
      console.error(`Import ${sheetId}: that it failed could not be stored.`, cause),
    );
  }
}

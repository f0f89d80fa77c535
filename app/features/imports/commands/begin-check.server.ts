import { toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import { withTransaction } from "~/db/transaction.server";
import { SheetState } from "~/domain/import/sheet-state";
import { addSeconds } from "~/domain/time/utc-text";
import { nowText } from "~/services/now.server";

/** How often the check of a piece may begin without being stored. */
const MOST_BEGUN = 3;
/** Others at work on the piece store it within this time, even on a busy machine; who was killed never does. */
const WORKED_ON_SEC = 30;
const NEVER_ENDS =
  "The check of the rows was begun three times, and each time it did not come to an end. Look for unusual values in " +
  "the file, and upload it again.";

/**
 * Counts that a piece is begun, before anything of it is read: rows that stop the server would otherwise stop it
 * again at each start. Those that begin while another one may be at work aren't counted: a server that is killed stops
 * all of them at once. After three times the import has failed.
 * @returns 'waits' while others may still work on it, 'over' when there is nothing to check
 */
export const beginCheck = (companyId: number, sheetId: number): Promise<"begun" | "waits" | "over"> =>
  withTransaction(db(), async (trx) => {
    const { state, begun, revision, updated_at } = await lockSheet(trx, companyId, sheetId);
    if (state !== SheetState.Mapped) return "over";
    const now = nowText();
    const isWorkedOn = begun > 0 && updated_at > addSeconds(now, -WORKED_ON_SEC);
    if (isWorkedOn) return begun < MOST_BEGUN ? "begun" : "waits";
    if (begun < MOST_BEGUN) {
      await updateSheet(trx, companyId, sheetId, { begun: begun + 1 }, now);
      return "begun";
    }
    const failed = { state: SheetState.Failed, revision: revision + 1, begun: 0, errors: toJson([NEVER_ENDS]) };
    await updateSheet(trx, companyId, sheetId, failed, now);
    return "over";
  });

/** A piece was refused, or the database is away: the process itself is still running. */
export const checkEnded = (companyId: number, sheetId: number): Promise<void> =>
  withTransaction(db(), async (trx) => {
    const { begun } = await lockSheet(trx, companyId, sheetId);
    if (begun > 0) await updateSheet(trx, companyId, sheetId, { begun: begun - 1 }, nowText());
  });

import { toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { isUnderWay, SheetState, sheetState } from "~/domain/import/sheet-state";

/** Keeps with the sheet why it could not go on: its page says so, and nothing tries it again by itself. */
export async function markFailed(companyId: number, sheetId: number, error: unknown): Promise<void> {
  // A database that is away can't keep it; the job that looks for unfinished imports goes on with it.
  if (error instanceof AppError && error.status === 503) return;
  const why = error instanceof AppError ? error.message : "Importing was failed";
  await withTransaction(db(), async (trx) => {
    const sheet = await lockSheet(trx, companyId, sheetId);
    const state = sheetState(sheet.state);
    if (!isUnderWay(state)) return;
    const failed = { state: SheetState.Failed, revision: sheet.revision + 1, errors: toJson([why]) };
    await updateSheet(trx, companyId, sheetId, failed, nowText());
  });
}

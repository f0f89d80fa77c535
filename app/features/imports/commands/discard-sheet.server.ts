import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { removeSheetRows } from "~/db/repositories/sheet-rows.server";
import { lockSheet, removeSheet, updateSheet } from "~/db/repositories/sheets.server";
import { afterCommit, takeBackFirstWrite, withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { removeFiles } from "~/http/receive-form.server";
import { nowText } from "~/services/now.server";
import { SheetState, sheetState } from "~/domain/import/sheet-state";

const REMOVED_AT_ONCE = 1_000;

/**
 * Removes the sheet with its rows and its file; what was imported stays.
 * @throws AppError 403, 404, 409 while it is being imported
 */
export async function discardSheet(session: CompanySession, sheetId: number): Promise<void> {
  authorize(session, "import.run", { companyId: session.company.id });
  await removeWholeSheet(session.company.id, sheetId);
}

/** @param undoes the import that has just stored it: then nothing of that was done */
export async function removeWholeSheet(companyId: number, sheetId: number, { undoes = false } = {}): Promise<void> {
  const sheet = await withTransaction(db(), async (trx) => {
    const locked = await lockSheet(trx, companyId, sheetId);
    if (sheetState(locked.state) === SheetState.Applying)
      throw new AppError("import.running", "The file is being imported. Wait until it is finished.", { status: 409 });
    // From here on nobody imports, checks or mends the rows that are still there.
    const discarded = { state: SheetState.Discarded, revision: locked.revision + 1 };
    await updateSheet(trx, companyId, sheetId, discarded, nowText());
    return locked;
  });
  // In pieces, before the sheet itself: everybody else waits while one is removed.
  while ((await withTransaction(db(), (trx) => removeSheetRows(trx, companyId, sheetId, REMOVED_AT_ONCE))) > 0);
  await withTransaction(db(), async (trx) => {
    await removeSheet(trx, companyId, sheetId);
    if (undoes) await takeBackFirstWrite(trx);
    const keys = [sheet.file_path, sheet.rows_path].filter((key) => key !== null);
    afterCommit(trx, () => removeFiles(keys.map((key) => ({ key }))));
  });
}

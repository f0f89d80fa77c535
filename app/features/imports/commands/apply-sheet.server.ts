import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { countSheetRows } from "~/db/repositories/sheet-rows.server";
import { getSheet, lockSheet, updateSheet } from "~/db/repositories/sheets.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import type { Author } from "~/planner/author.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { bytesOfFiles } from "../kept-imports.server";
import { isChecked } from "../read-book.server";
import { refuseDiscarded } from "../refuse-discarded.server";
import { READY } from "../row-outcome";
import type { SheetProgress } from "../sheet-progress";
import { SheetState, sheetState } from "~/domain/import/sheet-state";
import { applyRows } from "./apply-rows.server";
import { markFailed } from "./mark-failed.server";

const NOT_CHECKED = "The rows are not checked yet.";
const NOTHING_READY = "None of the rows can be imported. Mend some of them first.";

/**
 * Begins the import of the rows that are checked. Pressed twice, or in two tabs, it begins once. Where the check had
 * stopped, the check goes on first: what it hasn't come to must not be left out.
 * @throws AppError 403, 404 (sheet, plan), 409, 422 when no row can be imported
 */
export async function startApply(
  session: CompanySession,
  sheetId: number,
  { planId }: { planId?: number | null | undefined } = {},
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "import.run", { companyId });
  if (planId !== undefined && planId !== null) await getPlan(db(), companyId, planId);
  await withTransaction(db(), async (trx) => {
    const sheet = await lockSheet(trx, companyId, sheetId);
    refuseDiscarded(sheet);
    const state = sheetState(sheet.state);
    if (state === SheetState.Applying) return;
    if (state === SheetState.Uploaded || state === SheetState.Mapped)
      throw new AppError("import.not_checked", NOT_CHECKED, { status: 409 });
    if (state === SheetState.Failed && !isChecked(sheet)) {
      const again = { state: SheetState.Mapped, revision: sheet.revision + 1, begun: 0, errors: null };
      await updateSheet(trx, companyId, sheetId, again, nowText());
      return;
    }
    const isReady = (await countSheetRows(trx, companyId, sheetId)).some(({ outcome }) =>
      READY.some((one) => one === outcome),
    );
    // Another press has imported them.
    if (!isReady && state === SheetState.Applied) return;
    if (!isReady) throw new AppError("import.no_rows", NOTHING_READY, { status: 422 });
    await updateSheet(
      trx,
      companyId,
      sheetId,
      {
        state: SheetState.Applying,
        revision: sheet.revision + 1,
        ...(planId === undefined || state !== SheetState.Parsed ? {} : { plan_id: planId }),
      },
      nowText(),
    );
  });
}

/**
 * Goes on importing. What stops it is kept with the sheet, so that its page can say it; what was imported stays, and
 * the rest can be tried again.
 */
export async function continueApply(
  author: Author,
  sheetId: number,
  options: { tab?: string | undefined; workMs?: number } = {},
): Promise<SheetProgress> {
  let progress: SheetProgress;
  const { state, rows_total } = await getSheet(db(), author.companyId, sheetId);
  if (state === SheetState.Mapped) return { finished: false, done: 0, total: rows_total };
  try {
    progress = await applyRows(author, sheetId, options);
  } catch (error) {
    await markFailed(author.companyId, sheetId, error);
    throw error;
  }
  if (progress.finished) await removeRowsFile(author.companyId, sheetId);
  return progress;
}

/** All rows are in the database: their file isn't needed any more. Of a sheet that was not imported it is. */
async function removeRowsFile(companyId: number, sheetId: number): Promise<void> {
  const { file_path, rows_path, state } = await getSheet(db(), companyId, sheetId);
  if (rows_path === null || state !== SheetState.Applied) return;
  const changes = { rows_path: null, stored_bytes: await bytesOfFiles([file_path]) };
  await updateSheet(db(), companyId, sheetId, changes, nowText());
  await services().storage.remove(rows_path);
}

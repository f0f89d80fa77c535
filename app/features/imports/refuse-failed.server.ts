import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { SheetState } from "~/domain/import/sheet-state";
import { AppError } from "~/lib/errors";
import { isChecked } from "./read-book.server";

/**
 * A check that has failed is not finished: a program would go on with the import, which begins the check again.
 * @throws AppError 422 with what the sheet says of it
 */
export async function refuseFailed(companyId: number, sheetId: number): Promise<void> {
  const sheet = await getSheet(db(), companyId, sheetId);
  if (sheet.state !== SheetState.Failed || isChecked(sheet)) return;
  throw new AppError("import.failed", parseJson<string[]>(sheet.errors, []).join("\n"), { status: 422 });
}

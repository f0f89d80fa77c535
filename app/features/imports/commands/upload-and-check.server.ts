import type { CompanySession } from "~/auth/session.server";
import { mappingErrors } from "~/domain/import/sheet-mapping";
import { db } from "~/db/database.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { readBook } from "../read-book.server";
import { checkRows } from "./check-rows.server";
import { startCheck } from "./map-sheet.server";
import { uploadSheet } from "./upload-sheet.server";
import type { ImportTarget, StoredUpload } from "./upload-sheet.server";

/**
 * Takes a file in. When all its columns are recognised beyond doubt, its rows are checked at once: its page then says
 * what an import will do, one press away.
 * @returns the sheet's id
 */
export async function uploadAndCheck(
  session: CompanySession,
  upload: StoredUpload,
  target: ImportTarget,
): Promise<number> {
  const { id } = await uploadSheet(session, upload, target);
  await checkIfSure(session, id);
  return id;
}

/** Nobody has to be asked again, so the rows are checked at once. */
export async function checkIfSure(session: CompanySession, sheetId: number): Promise<void> {
  const { mappings } = readBook(await getSheet(db(), session.company.id, sheetId));
  const isSure = mappings.every((mapping) => mapping.entity === null || mapping.sure);
  if (!isSure || mappingErrors(mappings).length > 0) return;
  await startCheck(session, sheetId);
  await checkRows(session.company.id, sheetId);
}

import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { mappingErrors } from "~/domain/import/sheet-mapping";
import type { ImportEntity } from "~/domain/import/import-fields";
import { AppError } from "~/lib/errors";
import { authorOf } from "~/planner/author.server";
import { mappingFault } from "../import-faults";
import type { ChosenMapping } from "../sheet-book";
import { continueApply, startApply } from "./apply-sheet.server";
import { checkRows } from "./check-rows.server";
import { removeWholeSheet } from "./discard-sheet.server";
import { mapSheet, startCheck } from "./map-sheet.server";
import { uploadSheet } from "./upload-sheet.server";
import type { ImportTarget, StoredUpload } from "./upload-sheet.server";

/**
 * Imports a stored file whose columns are recognised, without a question.
 * @param only sheets of this kind; the others are left out
 * @returns id of the sheet, whose page tells what was imported and what was not
 * @throws AppError 403, 404 (plan, warehouse), 422 'import.*' with a sentence that says what to do, and nothing is kept
 */
export async function importAtOnce(
  session: CompanySession,
  upload: StoredUpload,
  target: ImportTarget,
  { tab, only }: { tab?: string | undefined; only?: ImportEntity | undefined } = {},
): Promise<number> {
  const { id, mappings } = await uploadSheet(session, upload, target);
  const author = authorOf(session);
  try {
    const wanted = mappings.map((mapping) => withoutGuesses(mapping, only));
    for (const [index, { entity, columns }] of wanted.entries())
      await mapSheet(session, id, index, entity === null ? { entity } : { columns, asProposed: true });
    const faults = mappingErrors(wanted);
    if (faults.length > 0)
      throw new AppError("import.mapping", mappingFault(faults, wanted), { status: 422, field: "file" });
    await startCheck(session, id);
    await checkRows(author.companyId, id, Infinity);
    await startApply(session, id).catch((error: unknown) => {
      // Every row was left out: its page says why.
      if (!(error instanceof AppError && error.code === "import.no_rows")) throw error;
    });
    await continueApply(author, id, { tab, workMs: Infinity });
    return id;
  } catch (error) {
    await discard(author.companyId, id);
    throw error;
  }
}

/**
 * Nobody is asked: what only the values speak for is left out, and so are a number that may be the customer's and not
 * the order's, and a sheet without headers.
 */
function withoutGuesses(mapping: ChosenMapping, only: ImportEntity | undefined): ChosenMapping {
  const isWanted = mapping.headerRow !== -1 && (only === undefined || mapping.entity === only);
  const isGuess = (key: string | null, column: number): boolean =>
    mapping.byContent.includes(column) || (key === "externalId" && mapping.unsure.includes(column));
  const columns = mapping.columns.map((key, column) => (isGuess(key, column) ? null : key));
  return { ...mapping, columns, entity: isWanted ? mapping.entity : null };
}

/** Nothing of it stays, unless rows of it are imported already. */
async function discard(companyId: number, sheetId: number): Promise<void> {
  const { rows_applied } = await getSheet(db(), companyId, sheetId);
  if (rows_applied === 0) await removeWholeSheet(companyId, sheetId, { undoes: true });
}

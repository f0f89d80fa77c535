import { createHash } from "node:crypto";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { getPlan } from "~/db/repositories/plans.server";
import { insertSheet } from "~/db/repositories/sheets.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import { removeFilesOfFailed } from "~/http/receive-form.server";
import { AppError } from "~/lib/errors";
import { callerGone } from "~/lib/request-context.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { refusalError } from "~/domain/decision";
import { canChooseWarehouse } from "~/domain/warehouse/chosen-warehouse";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { workbookFault } from "../import-faults";
import { bytesOfFiles, isPaying, refuseBeyondKept } from "../kept-imports.server";
import { proposeMappings } from "../propose-mappings.server";
import type { ChosenMapping } from "../sheet-book";
import { SheetState } from "~/domain/import/sheet-state";

export interface StoredUpload {
  /** as the user calls it */
  fileName: string;
  /** key in the file storage */
  key: string;
}

export interface ImportTarget {
  planId: number | null;
  /** Where visits wait when there is no plan; also the warehouse of new vehicles. */
  warehouseId: number | null;
}

interface UploadedSheet {
  id: number;
  outlines: SheetOutline[];
  mappings: ChosenMapping[];
}

/**
 * Reads a stored file and stores what its sheets seem to hold. Nothing is imported yet.
 * @throws AppError 403, 404 (plan, warehouse), 422 'import.*' with a sentence that says what to do; then neither the
 * file nor anything else is kept
 */
export async function uploadSheet(
  session: CompanySession,
  upload: StoredUpload,
  target: ImportTarget,
): Promise<UploadedSheet> {
  const rowsPath = `${upload.key.replace(/\.[a-z]+$/, "")}.rows`;
  try {
    const companyId = session.company.id;
    authorize(session, "import.run", { companyId });
    // Asked before the file is read: nobody waits for a file that has no place to go.
    if (target.planId !== null) await getPlan(db(), companyId, target.planId);
    if (target.warehouseId !== null) {
      const allowed = canChooseWarehouse(await getWarehouse(db(), companyId, target.warehouseId), "warehouse_id");
      if (!allowed.ok) throw refusalError(allowed.error);
    }
    const pays = await isPaying(companyId);
    const fileBytes = await bytesOfFiles([upload.key]);
    await refuseBeyondKept(db(), companyId, { bytes: fileBytes, isPaying: pays });
    const outlines = await convert(companyId, upload, rowsPath);
    const mappings = await proposeMappings(companyId, outlines);
    const hash = await hashOf(upload.key);
    const storedBytes = fileBytes + (await bytesOfFiles([rowsPath]));
    const id = await withTransaction(db(), async (trx) => {
      // Of two files at once the second one sees the first.
      const { country_id } = await lockCompany(trx, companyId);
      await refuseBeyondKept(trx, companyId, { bytes: storedBytes, isPaying: pays });
      return insertSheet(
        trx,
        companyId,
        {
          country_id,
          title: upload.fileName,
          file_name: upload.fileName,
          file_path: upload.key,
          rows_path: rowsPath,
          stored_bytes: storedBytes,
          file_hash: hash,
          user_id: session.user.id,
          api_key_id: session.key?.id ?? null,
          plan_id: target.planId,
          warehouse_id: target.warehouseId,
          state: SheetState.Uploaded,
          book: toJson(outlines),
          mappings: toJson(mappings),
        },
        nowText(),
      );
    });
    return { id, outlines, mappings };
  } catch (error) {
    await removeFilesOfFailed([upload, { key: rowsPath }], error);
    throw error;
  }
}

/**
 * Reads a file's sheets into `rowsPath`, a key of the storage. Ends when the request at hand is closed.
 * @throws AppError 422; 429, 503, 408 of the queue
 */
export async function convert(
  companyId: number,
  { fileName, key }: StoredUpload,
  rowsPath: string,
): Promise<SheetOutline[]> {
  const asker = { owner: `company ${companyId}`, signal: callerGone() };
  const { storage, spreadsheets } = services();
  const answer = await storage.withLocalFile(key, (path) =>
    storage.withLocalFile(rowsPath, (target) => spreadsheets.convert(path, fileName, target, asker)),
  );
  const refuse = (fault: Parameters<typeof workbookFault>[1]) =>
    new AppError(`import.${fault}`, workbookFault(fileName, fault), { status: 422, field: "file" });
  if (!answer.ok) throw refuse(answer.fault);
  // A file of nothing but headers.
  if (answer.sheets.every((sheet) => sheet.rowsTotal === (sheet.headerRow === -1 ? 0 : 1))) throw refuse("no_rows");
  return answer.sheets;
}

async function hashOf(key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of (await services().storage.open(key)).stream()) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

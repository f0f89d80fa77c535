import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow, toJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getPlan } from "~/db/repositories/plans.server";
import { insertSheet, updateSheet } from "~/db/repositories/sheets.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import type { ReadWorkbook } from "~/services/spreadsheet/workbook";
import { mappingFault, workbookFault } from "../import-faults";
import { MAX_STORED_PROBLEMS } from "../sheet-summary";
import type { SheetSummary } from "../sheet-summary";
import type { ImportProblem } from "~/domain/import/parse-rows";
import type { RowAt } from "../match-vehicles";
import { applyImport } from "./apply-import.server";
import type { AppliedImport, ImportTarget } from "./apply-import.server";

export interface StoredUpload {
  /** as the user calls it */
  fileName: string;
  /** key in the file storage */
  key: string;
}

/**
 * Reads a stored workbook, maps its columns by their headers and stores what it holds, all or nothing. The file stays
 * only when the import went through.
 * @returns id of the sheet, whose page tells what was imported and what was not
 * @throws AppError 403, 404 (plan, warehouse), 422 'import.*' with a sentence that says what to do
 */
export async function importWorkbook(
  session: CompanySession,
  upload: StoredUpload,
  target: ImportTarget,
  tab?: string,
): Promise<number> {
  try {
    return await readAndApply(session, upload, target, tab);
  } catch (error) {
    await services().storage.remove(upload.key);
    throw error;
  }
}

async function readAndApply(
  session: CompanySession,
  upload: StoredUpload,
  target: ImportTarget,
  tab: string | undefined,
): Promise<number> {
  const companyId = session.company.id;
  authorize(session, "import.run", { companyId });
  // Asked before the file is read, and again in the transaction: nobody waits for a file that has no place to go.
  if (target.planId !== null) await getPlan(db(), companyId, target.planId);
  if (target.warehouseId !== null) await getWarehouse(db(), companyId, target.warehouseId);
  const book = await readWorkbook(companyId, upload);

  const { sheetId, applied } = await withTransaction(db(), async (trx) => {
    const now = nowText();
    const { country_id } = await getCompany(trx, companyId);
    const id = await insertSheet(
      trx,
      companyId,
      {
        country_id,
        title: upload.fileName,
        file_name: upload.fileName,
        file_path: upload.key,
        user_id: session.user.id,
        plan_id: target.planId,
        state: "mapped",
      },
      now,
    );
    const done = await applyImport(trx, session, book, target, id, now);
    await updateSheet(trx, companyId, id, { ...resultColumns(book, done), state: "applied" }, now);
    return { sheetId: id, applied: done };
  });
  publish(companyId, applied, target.planId, tab);
  for (const before of applied.vehiclesBefore) await retimeAfterVehicle(session, before, tab);
  return sheetId;
}

/** @throws AppError 422 */
async function readWorkbook(companyId: number, { fileName, key }: StoredUpload): Promise<ReadWorkbook> {
  const defaults = companySettingsFromRow(await getCompany(db(), companyId));
  const answer = await services().storage.withLocalFile(key, (path) =>
    services().spreadsheets.read(path, fileName, defaults),
  );
  const refuse = (code: string, message: string) => new AppError(code, message, { status: 422, field: "file" });
  if (!answer.ok) throw refuse(`import.${answer.fault}`, workbookFault(fileName, answer.fault));
  if (answer.mappingFaults.length > 0)
    throw refuse("import.mapping", mappingFault(answer.mappingFaults, answer.mappings));
  if (answer.sheets.every((sheet) => sheet.rowsTotal === 0))
    throw refuse("import.no_rows", workbookFault(fileName, "no_rows"));
  return answer;
}

const rowKey = ({ sheet, row }: RowAt): string => `${row} ${sheet}`;

function resultColumns(book: ReadWorkbook, applied: AppliedImport) {
  const made = new Map(applied.made.map((one) => [rowKey(one), one.made]));
  const problems = [...book.sheets.flatMap((sheet) => sheet.problems), ...applied.problems].map(
    (problem): ImportProblem => {
      const became = problem.dropped ? undefined : made.get(rowKey(problem));
      return became === undefined ? problem : { ...problem, made: became };
    },
  );
  const summary: SheetSummary = {
    sheets: book.mappings.map((mapping) => {
      const sheet = book.sheets.find((one) => one.sheet === mapping.sheet);
      return {
        name: mapping.sheet,
        entity: mapping.entity,
        rows: sheet?.rowsTotal ?? 0,
        left: problems.filter((problem) => problem.sheet === mapping.sheet && problem.dropped).length,
        ignoredColumns: mapping.headers.filter((_, column) => mapping.columns[column] === null).slice(0, 50),
      };
    }),
    visits: applied.visitIds.length,
    vehiclesCreated: applied.createdVehicleIds.length,
    vehiclesUpdated: applied.updatedVehicleIds.length,
    routes: applied.routeIds.length,
    withoutPlace: applied.withoutPlace,
    problems: problems.length,
    warehouseId: applied.warehouseId,
  };
  return {
    sheets: toJson(summary),
    // What was left out first: it is what somebody has to act on.
    errors: toJson([...problems].sort((a, b) => Number(b.dropped) - Number(a.dropped)).slice(0, MAX_STORED_PROBLEMS)),
    rows_total: book.sheets.reduce((sum, sheet) => sum + sheet.rowsTotal, 0),
    rows_applied: applied.visitIds.length + applied.createdVehicleIds.length + applied.updatedVehicleIds.length,
  };
}

/** Ids in a message at most; pages that show a plan reload by its id anyway. */
const MAX_IDS = 100;

function publish(companyId: number, applied: AppliedImport, planId: number | null, tab: string | undefined): void {
  const plan = planId === null ? {} : { planId };
  const send = (
    model: "RoutingVisit" | "Vehicle" | "RoutingRoute",
    action: "create" | "update",
    ids: readonly number[],
  ) => {
    if (ids.length > 0) publishChange(companyId, { model, action, ids: ids.slice(0, MAX_IDS), ...plan }, tab);
  };
  send("Vehicle", "create", applied.createdVehicleIds);
  send("Vehicle", "update", applied.updatedVehicleIds);
  send("RoutingRoute", "create", applied.routeIds);
  send("RoutingVisit", "create", applied.visitIds);
}

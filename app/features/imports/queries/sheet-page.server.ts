import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { getSheet, listSheets } from "~/db/repositories/sheets.server";
import { listOf, listRequest } from "~/http/list-request.server";
import { pageRange } from "~/ui/table/paging";
import type { SheetProblem, SheetSummary } from "../sheet-summary";

const NOTHING: SheetSummary = { sheets: [], visits: 0, vehiclesCreated: 0, vehiclesUpdated: 0, routes: 0, withoutPlace: 0, problems: 0, warehouseId: null };

/** What an import did, and which rows it could not use. @throws AppError 403, 404 */
export async function loadSheetPage(session: CompanySession, request: Request, sheetId: number) {
  authorize(session, "import.run");
  const sheet = await getSheet(db(), session.company.id, sheetId);
  const plan = sheet.plan_id === null ? undefined : await findPlan(db(), session.company.id, sheet.plan_id);
  const problems = parseJson<SheetProblem[]>(sheet.errors, []);
  const { paging } = listRequest(request);
  const range = pageRange(paging, problems.length);
  return {
    id: sheet.id,
    title: sheet.title,
    createdAt: sheet.created_at,
    rowsTotal: sheet.rows_total,
    rowsApplied: sheet.rows_applied,
    left: problems.filter((problem) => problem.dropped).length,
    summary: { ...NOTHING, ...parseJson<Partial<SheetSummary>>(sheet.sheets, {}) },
    problems: problems.slice(range.offset, range.offset + (range.limit ?? problems.length)),
    problemsStored: problems.length,
    paging: { ...paging, page: range.page },
    plan: plan ? { id: plan.id, title: plan.title } : null,
  };
}
export type SheetPage = Awaited<ReturnType<typeof loadSheetPage>>;

/** Imports, newest first. */
export async function loadSheetsPage(session: CompanySession, request: Request) {
  authorize(session, "import.run");
  const asked = listRequest(request);
  const found = await listSheets(db(), session.company.id, { ...asked.page, search: asked.search });
  return {
    list: listOf(asked, found, (row) => ({ id: row.id, title: row.title, createdAt: row.created_at, rowsTotal: row.rows_total, rowsApplied: row.rows_applied })),
  };
}
export type SheetListItem = Awaited<ReturnType<typeof loadSheetsPage>>["list"]["rows"][number];

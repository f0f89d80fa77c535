import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { getSheet, listSheetCountries, listSheets } from "~/db/repositories/sheets.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import { epochSec } from "~/domain/time/utc-text";
import { listOf, listRequest } from "~/http/list-request.server";
import { paths } from "~/paths";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSec } from "~/services/now.server";
import { whenWords } from "~/domain/time/day-words";
import { pageRange } from "~/domain/paging";
import type { SheetProblem, SheetSummary } from "../sheet-summary";

const NOTHING: SheetSummary = {
  sheets: [],
  visits: 0,
  vehiclesCreated: 0,
  vehiclesUpdated: 0,
  routes: 0,
  withoutPlace: 0,
  problems: 0,
  warehouseId: null,
};

/** The result of an import, with the rows that it could not use. @throws AppError 403, 404 */
export async function loadSheetPage(session: CompanySession, request: Request, sheetId: number) {
  authorize(session, "import.run");
  const sheet = await getSheet(db(), session.company.id, sheetId);
  const plan = sheet.plan_id === null ? undefined : await findPlan(db(), session.company.id, sheet.plan_id);
  const problems = parseJson<SheetProblem[]>(sheet.errors, []);
  const { paging } = listRequest(request);
  const range = pageRange(paging, problems.length);
  const page = problems.slice(range.offset, range.offset + (range.limit ?? problems.length));
  const hrefs = await placesOf(session.company.id, page);
  return {
    id: sheet.id,
    title: sheet.title,
    when: whenWords(epochSec(sheet.created_at), nowSec(), await zoneOfUser(session)),
    rowsTotal: sheet.rows_total,
    rowsApplied: sheet.rows_applied,
    left: problems.filter((problem) => problem.dropped).length,
    summary: { ...NOTHING, ...parseJson<Partial<SheetSummary>>(sheet.sheets, {}) },
    problems: page.map(({ made: _made, ...problem }, index) => ({ ...problem, href: hrefs[index] ?? null })),
    problemsStored: problems.length,
    paging: { ...paging, page: range.page },
    plan: plan ? { id: plan.id, title: plan.title } : null,
  };
}
export type SheetPage = Awaited<ReturnType<typeof loadSheetPage>>;

/** Where the results of the rows are now: a visit may have moved to a plan or been removed. */
async function placesOf(companyId: number, problems: readonly SheetProblem[]): Promise<(string | null)[]> {
  const visitIds = problems.flatMap(({ made }) => (made !== undefined && "visitId" in made ? [made.visitId] : []));
  const visits = new Map((await visitsWithRemoved(db(), companyId, visitIds)).map((visit) => [visit.id, visit]));
  return problems.map(({ made }) => {
    if (made === undefined) return null;
    if ("vehicleId" in made) return paths.vehicles({ dialog: "edit-vehicle", id: made.vehicleId });
    const visit = visits.get(made.visitId);
    if (visit === undefined || visit.deleted_at !== null) return null;
    return visit.plan_id === null
      ? paths.visits({ dialog: "edit-visit", id: visit.id })
      : paths.plan(visit.plan_id, { visit: visit.id });
  });
}

/** Imports, newest first. */
export async function loadSheetsPage(session: CompanySession, request: Request) {
  authorize(session, "import.run");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const found = await listSheets(db(), companyId, {
    ...asked.page,
    search: asked.search,
    status: asked.status,
    countryId: asked.country,
  });
  const countries = await listSheetCountries(db(), companyId);
  const timeZone = await zoneOfUser(session);
  const now = nowSec();
  return {
    list: listOf(asked, found, (row) => ({
      id: row.id,
      title: row.title,
      createdAt: row.created_at,
      when: whenWords(epochSec(row.created_at), now, timeZone),
      country: countries.find(({ id }) => id === row.country_id)?.title ?? null,
      status: row.status,
      rowsTotal: row.rows_total,
      rowsApplied: row.rows_applied,
    })),
    countries,
  };
}
export type SheetListItem = Awaited<ReturnType<typeof loadSheetsPage>>["list"]["rows"][number];

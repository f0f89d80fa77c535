import { db } from "~/db/database.server";
import { firstSheetRows } from "~/db/repositories/sheet-rows.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { RowOutcome } from "../row-outcome";

/** What programs are told of an import. @throws AppError 404 */
export async function sheetItem(companyId: number, id: number) {
  const { title, state, status, plan_id, rows_total, rows_applied } = await getSheet(db(), companyId, id);
  return { id, title, state, status, plan_id, rows_total, rows_applied };
}

/** Ids that an answer has at most; the plan has them all. */
const MAX_IDS = 5_000;

const MADE = [RowOutcome.Created, RowOutcome.Updated, RowOutcome.Unchanged];

/** What the rows became, in their order: visits, and the plan's routes of the vehicles. */
export async function madeBySheet(companyId: number, sheetId: number): Promise<{ visits: number[]; routes: number[] }> {
  const { plan_id: planId } = await getSheet(db(), companyId, sheetId);
  const made = (entity: "visit" | "vehicle") =>
    firstSheetRows(db(), companyId, sheetId, { outcomes: MADE, entity, limit: MAX_IDS });
  const visits = (await made("visit")).sort((a, b) => a.id - b.id).flatMap(({ visit_id }) => visit_id ?? []);
  const vehicles = new Set((await made("vehicle")).map(({ vehicle_id }) => vehicle_id));
  const routes = planId === null || vehicles.size === 0 ? [] : await listRoutesOfPlan(db(), companyId, planId);
  return { visits, routes: routes.filter((route) => vehicles.has(route.vehicle_id)).map(({ id }) => id) };
}

import { db } from "~/db/database.server";
import { firstSheetRows } from "~/db/repositories/sheet-rows.server";
import { getSheet } from "~/db/repositories/sheets.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import type { RoutingRouteRow } from "~/db/tables";
import { inBatches } from "~/lib/in-batches";
import { routeItem, visitItem } from "../wire-items";
import type { RouteItem, VisitItem } from "../wire-items";
import { RowOutcome } from "../row-outcome";

/** What programs are told of an import. @throws AppError 404 */
export async function sheetItem(companyId: number, id: number) {
  const { title, state, status, plan_id, rows_total, rows_applied } = await getSheet(db(), companyId, id);
  return { id, title, state, status, plan_id: plan_id ?? 0, rows_total, rows_applied };
}

/** Ids that an answer has at most; the plan has them all. */
const MAX_IDS = 5_000;

const MADE = [RowOutcome.Created, RowOutcome.Updated, RowOutcome.Unchanged];

/** Rows that are read at once: the database may read in this thread. */
const READ_AT_ONCE = 250;

/** The ids of the visits that the rows became, in their order, and the plan's routes of the vehicles. */
export async function madeBySheet(
  companyId: number,
  sheetId: number,
): Promise<{ visits: number[]; routes: RoutingRouteRow[] }> {
  const { plan_id: planId } = await getSheet(db(), companyId, sheetId);
  const made = (entity: "visit" | "vehicle") =>
    firstSheetRows(db(), companyId, sheetId, { outcomes: MADE, entity, limit: MAX_IDS });
  const visits = (await made("visit")).sort((a, b) => a.id - b.id).flatMap(({ visit_id }) => visit_id ?? []);
  const vehicles = new Set((await made("vehicle")).map(({ vehicle_id }) => vehicle_id));
  const routes = planId === null || vehicles.size === 0 ? [] : await listRoutesOfPlan(db(), companyId, planId);
  return { visits, routes: routes.filter((route) => vehicles.has(route.vehicle_id)) };
}

/** The same as programs get them. What was removed since is left out. */
export async function itemsOfSheet(
  companyId: number,
  sheetId: number,
): Promise<{ visits: VisitItem[]; routes: RouteItem[] }> {
  const made = await madeBySheet(companyId, sheetId);
  const visits: VisitItem[] = [];
  for (const ids of inBatches(made.visits, READ_AT_ONCE)) {
    const rows = new Map((await visitsWithRemoved(db(), companyId, ids)).map((row) => [row.id, row]));
    visits.push(
      ...ids
        .flatMap((id) => rows.get(id) ?? [])
        .filter((row) => row.deleted_at === null)
        .map(visitItem),
    );
  }
  return { visits, routes: made.routes.map(routeItem) };
}

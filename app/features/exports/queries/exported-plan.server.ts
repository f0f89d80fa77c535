import { memberName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findMembers } from "~/db/repositories/members.server";
import { getRoute } from "~/db/repositories/routes.server";
import { can } from "~/domain/access/permissions";
import type { Route } from "~/domain/route/route";
import { bookingsOfDay } from "~/planner/day-bookings.server";
import { loadPlanState } from "~/planner/plan-state.server";
import { routeToSee } from "~/planner/seen-route.server";
import type { ExportedPlan } from "../exported-plan";
import type { Reader } from "../plan-tables";

async function driverNames(companyId: number, routes: readonly Route[]): Promise<Map<number, string>> {
  const ids = [...new Set(routes.map((route) => route.driverId).filter((id) => id !== null))];
  const rows = await findMembers(db(), companyId, ids);
  return new Map(rows.map((row) => [row.id, memberName(row)]));
}

async function load(companyId: number, planId: number, reader: Reader): Promise<ExportedPlan> {
  const { plan, routes, vehicles, visits, timeZone } = await loadPlanState(db(), companyId, planId);
  const day = reader === "planner" ? await bookingsOfDay(db(), companyId, plan) : [];
  return { plan, routes, vehicles, visits, timeZone, drivers: await driverNames(companyId, routes), day };
}

/** @throws AppError 403, 404 */
export async function exportedPlan(session: CompanySession, planId: number): Promise<ExportedPlan> {
  authorize(session, "plan.export", { companyId: session.company.id });
  return load(session.company.id, planId, "planner");
}

/** For dispatchers, and for the driver of an approved route. @throws AppError 403, 404 */
export async function exportedRoute(
  session: CompanySession,
  routeId: number,
): Promise<{ plan: ExportedPlan; route: Route; reader: Reader }> {
  const companyId = session.company.id;
  const row = await getRoute(db(), companyId, routeId);
  authorize(session, "route.export", { companyId, route: await routeToSee(db(), session, row) });
  const reader = can(session.actor, "plan.view", { companyId }) ? "planner" : "driver";
  const plan = await load(companyId, row.plan_id, reader);
  return { plan, route: plan.routes.find((one) => one.id === routeId)!, reader };
}

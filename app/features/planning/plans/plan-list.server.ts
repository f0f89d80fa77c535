import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPlan, listPlans } from "~/db/repositories/plans.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import type { WarehouseRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import type { PlanStatus } from "~/domain/plan/plan-status";
import { RouteStatus } from "~/domain/route/route-status";
import { addDays } from "~/domain/time/calendar";
import { todayIn } from "~/domain/time/time-zone";
import { dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { nowSecOf } from "~/services/now.server";
import type { PlanListRow } from "./plan-list-view";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

/** The earliest day that is today at one of the warehouses, so that no plan of today is folded away. */
export function companyToday(warehouses: readonly WarehouseRow[], nowSec: number): string {
  const zones = new Set(warehouses.map(zoneOfWarehouse));
  return [...zones].map((zone) => todayIn(zone, nowSec)).sort()[0] ?? todayIn("UTC", nowSec);
}

/** Today first, then the days to come; past days when the address asks for them or has a search. */
export async function loadPlanList(session: CompanySession, request: Request) {
  authorize(session, "plan.list");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const params = new URL(request.url).searchParams;
  const warehouses = (await listWarehouses(db(), companyId, { pageSize: "unpaged" })).rows;
  const today = companyToday(warehouses, nowSecOf(session));
  const pastShown = params.get("past") === "1";
  const everything = pastShown || asked.search !== "";
  const found = await listPlans(db(), companyId, {
    ...asked.page,
    search: asked.search,
    order: { todayFirst: today },
    ...(everything ? {} : { from: today }),
  });
  const past =
    asked.search === "" ? (await listPlans(db(), companyId, { to: addDays(today, -1), pageSize: 1 })).total : 0;
  const dialog = dialogOf(request);
  const subject = dialog.id === null ? undefined : await findPlan(db(), companyId, dialog.id);
  const highlight = Number(params.get("highlight") ?? "");
  return {
    list: listOf(asked, found, (plan): PlanListRow => ({
      id: plan.id,
      title: plan.title,
      warehouse: plan.warehouse_title,
      serviceDate: plan.service_date,
      status: plan.status as PlanStatus,
      routes: plan.routes.map((route) => ({ isEmpty: route.status === RouteStatus.Empty })),
      all: plan.counts.all,
      unscheduled: plan.counts.unscheduled,
      delivered: plan.counts.delivered,
    })),
    today,
    pastCount: past,
    pastShown,
    highlightId: Number.isSafeInteger(highlight) && highlight > 0 ? highlight : null,
    /** the plan that a dialog of the list is about */
    subject: subject ? { id: subject.id, title: subject.title, version: subject.version } : null,
    mayCreate: can(session.actor, "plan.create"),
  };
}

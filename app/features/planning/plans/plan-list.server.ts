import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findPlan, listPlans } from "~/db/repositories/plans.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { can } from "~/domain/access/permissions";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import type { PlanStatus } from "~/domain/plan/plan-status";
import { RecordStatus } from "~/domain/record-status";
import { isApprovedStatus, RouteStatus } from "~/domain/route/route-status";
import { addDays } from "~/domain/time/calendar";
import { dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { nowSecOf, validUntil } from "~/services/now.server";
import { companyDays, plansOfTheNight } from "./plan-days.server";
import type { PlanListRow } from "./plan-list-view";

/**
 * Night rounds that are still driven and today first, then the days to come; past days when the address asks for them
 * or has a search. Another order may be asked for.
 */
export async function loadPlanList(session: CompanySession, request: Request) {
  authorize(session, "plan.list");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const params = new URL(request.url).searchParams;
  const warehouses = (await listWarehouses(db(), companyId, { pageSize: "unpaged" })).rows;
  const nowSec = nowSecOf(session);
  const active = warehouses.filter(({ status }) => status === RecordStatus.Active);
  const days = companyDays(active.length === 0 ? warehouses : active, nowSec);
  const { today } = days;
  const yesterday = addDays(today, -1);
  const pastShown = params.get("past") === "1";
  const everything = pastShown || asked.search !== "";
  const night = everything ? new Map<number, number>() : await plansOfTheNight(companyId, days, warehouses, nowSec);
  const found = await listPlans(db(), companyId, {
    ...asked.page,
    search: asked.search,
    order: orderOf(LIST_ORDERS.plans, params) ?? { todayFirst: night.size === 0 ? today : yesterday },
    ...(everything ? {} : { from: today, orIds: [...night.keys()] }),
  });
  const past =
    asked.search === "" ? (await listPlans(db(), companyId, { to: yesterday, pageSize: 1 })).total - night.size : 0;
  const dialog = dialogOf(request);
  const subject = dialog.id === null ? undefined : await findPlan(db(), companyId, dialog.id);
  const highlight = Number(params.get("highlight") ?? "");
  return {
    list: listOf(asked, found, (plan): PlanListRow => ({
      id: plan.id,
      title: plan.title,
      warehouse: plan.warehouse_title,
      serviceDate: plan.service_date,
      goesOn: night.has(plan.id) && plan.routes.some((route) => isApprovedStatus(route.status)),
      status: plan.status as PlanStatus,
      routes: plan.routes.map((route) => ({ isEmpty: route.status === RouteStatus.Empty })),
      all: plan.counts.all,
      unscheduled: plan.counts.unscheduled,
      delivered: plan.counts.delivered,
    })),
    today: days.isOneDay ? today : null,
    firstDay: today,
    /** when the list is another one without any change: a day begins, or the night of a plan is over */
    valid: validUntil(session, Math.min(days.midnight, ...night.values())),
    pastCount: past,
    pastShown,
    highlightId: Number.isSafeInteger(highlight) && highlight > 0 ? highlight : null,
    /** the plan that a dialog of the list is about */
    subject: subject ? { id: subject.id, title: subject.title, version: subject.version } : null,
    mayCreate: can(session.actor, "plan.create"),
  };
}

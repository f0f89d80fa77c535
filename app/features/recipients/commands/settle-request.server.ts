import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getRoadTask, settleRoadTask } from "~/db/repositories/road-tasks.server";
import type { RoadTask } from "~/db/repositories/road-tasks.server";
import { findPlan } from "~/db/repositories/plans.server";
import { promiseAnew } from "~/db/repositories/visit-predictions.server";
import { getVisit } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { RECIPIENT_WINDOW_KIND } from "~/domain/plan/change-kinds";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { acceptWindow, RequestOutcome } from "~/domain/tracking/window-request";
import { dayClock } from "~/domain/time/service-clock";
import { utcText } from "~/domain/time/utc-text";
import { LEFT_PLAN, visitOf } from "~/domain/visit/visit-on-route";
import { AppError, notFound } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { PlanCommand } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

type WindowTask = RoadTask<"request">;

interface Settling {
  taskId: number;
  tab?: string | undefined;
}

const settled = () => new AppError("task.settled", "Somebody has settled this already.", { status: 409 });
const gone = () => new AppError("task.gone", "What it was about was removed.", { status: 409 });

/** What accepting the request does to the plan. @param place on the route, 1 is the first; 0: where it is */
export async function windowCommand(
  session: CompanySession,
  { plan_id: planId, visit_id: visitId, details }: WindowTask,
  place: number,
): Promise<PlanCommand> {
  const companyId = session.company.id;
  if (planId === null || visitId === null) throw gone();
  const { plan_id: now, route_id: routeId } = await getVisit(db(), companyId, visitId);
  if (now !== planId) throw refusalError(LEFT_PLAN.error);
  const { from, to } = details;
  return {
    kind: RECIPIENT_WINDOW_KIND,
    action: "visit.update",
    planId,
    // The others' times are a part of what was shown.
    subject: { visitIds: [visitId], routeIds: routeId === null ? [] : [routeId], timed: true },
    load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, [visitId]) }),
    decide(state) {
      const { visit } = visitOf(state, visitId);
      return acceptWindow(state, visit, { from, to, place });
    },
  };
}

async function openRequest(companyId: number, taskId: number): Promise<WindowTask> {
  const task = await getRoadTask(db(), companyId, taskId);
  if (task.kind !== RoadTaskKind.Request) throw notFound("Task");
  if (task.settled_at !== null) throw settled();
  return task;
}

/**
 * Gives the visit the window that its recipient asked for, at the place that was looked at, and settles the task with
 * it.
 * @throws AppError 403, 404, 409 (settled, gone, or the route has changed since it was looked at)
 */
export async function acceptRequest(
  session: CompanySession,
  { taskId, place, version, tab }: Settling & { place: number; version: number },
): Promise<{ settled: boolean }> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const task = await openRequest(companyId, taskId);
  const command = await windowCommand(session, task, place);
  const alongside = async (trx: Db) => {
    if (!(await settle(trx, session, taskId, RequestOutcome.Accepted, tab))) throw settled();
    await promiseAccepted(trx, companyId, task);
  };
  await changePlan(session, { ...command, alongside }, { version: version === 0 ? undefined : version, tab });
  return { settled: true };
}

/** From now on the recipient expects the vehicle in the window that they asked for. */
async function promiseAccepted(trx: Db, companyId: number, { plan_id, visit_id, details }: WindowTask): Promise<void> {
  const plan = plan_id === null ? undefined : await findPlan(trx, companyId, plan_id);
  if (plan === undefined || visit_id === null) return;
  const warehouse = plan.warehouse_id === null ? undefined : await findWarehouse(trx, companyId, plan.warehouse_id);
  const clock = dayClock(plan.service_date, zoneOfWarehouse(warehouse));
  const { from, to } = details;
  const [fromSec, toSec] = [clock(from), clock(to)];
  if (fromSec === null || toSec === null) return;
  await promiseAnew(trx, companyId, visit_id, { from: utcText(fromSec), to: utcText(toSec) }, nowText());
}

/** The window stays. @returns whether it was open until now. @throws AppError 403, 404 */
export async function declineRequest(
  session: CompanySession,
  { taskId, tab }: Settling,
): Promise<{ settled: boolean }> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const { kind } = await getRoadTask(db(), companyId, taskId);
  if (kind !== RoadTaskKind.Request) throw notFound("Task");
  return withTransaction(db(), async (trx) => ({
    settled: await settle(trx, session, taskId, RequestOutcome.Declined, tab),
  }));
}

async function settle(
  trx: Db,
  session: CompanySession,
  taskId: number,
  outcome: string,
  tab: string | undefined,
): Promise<boolean> {
  const companyId = session.company.id;
  const { plan_id: planId } = await getRoadTask(trx, companyId, taskId);
  const isNew = await settleRoadTask(trx, companyId, taskId, { outcome, userId: session.user.id }, nowText());
  // With the plan, whose pages the recipient's is one of.
  const about = planId === null ? {} : { planId };
  if (isNew)
    afterCommit(trx, () =>
      publishChange(companyId, { model: "RoadTask", action: "update", ids: [taskId], ...about }, tab),
    );
  return isNew;
}

import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import type { Db } from "~/db/client.server";
import { getRoadTask, setReportDetails, settleRoadTask } from "~/db/repositories/road-tasks.server";
import type { RoadTask } from "~/db/repositories/road-tasks.server";
import { findRoute } from "~/db/repositories/routes.server";
import { findVisit } from "~/db/repositories/visits.server";
import { withTransaction, afterCommit } from "~/db/transaction.server";
import { canApply } from "~/domain/route/report-task";
import type { ReportSubject } from "~/domain/route/report-task";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import type { ReportDetails } from "~/domain/tracking/road-task";
import { refusalError } from "~/domain/decision";
import { epochSec } from "~/domain/time/utc-text";
import { notFound } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { attachWhatFits } from "./attachments.server";
import { markVisitDone } from "./mark-visit-done.server";
import { markVisitFailed } from "./mark-visit-failed.server";
import { readSaid } from "./read-said";
import { setVisitOnRoute } from "./set-visit-on-route.server";
import { finishRoute, startRoute } from "./report-route.server";
import type { ReportResult } from "./report.server";

interface Settling {
  taskId: number;
  tab?: string | undefined;
}

/**
 * A recipient who asked for something gets an answer: their requests are accepted or declined, and not dismissed.
 * @returns whether it was open until now. @throws AppError 404, 403
 */
export async function dismissTask(session: CompanySession, { taskId, tab }: Settling): Promise<{ settled: boolean }> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  if ((await getRoadTask(db(), companyId, taskId)).kind === RoadTaskKind.Request) throw notFound("Task");
  return { settled: await settle(session, taskId, "dismissed", tab) };
}

/**
 * Carries out the report of a task after all, with the time at which it was made, in the name of the dispatcher. Twice
 * is once.
 * @throws AppError 404, 403, 409 'task.settled', and what the report is still refused with
 */
export async function applyReportTask(
  session: CompanySession,
  { taskId, tab }: Settling,
): Promise<{ settled: boolean }> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const task = await getRoadTask(db(), companyId, taskId);
  if (task.kind !== RoadTaskKind.Report) throw notFound("Task");
  const report = task.details;
  const subject = await subjectOfTask(companyId, task);
  const allowed = canApply({ action: report.action, isSettled: task.settled_at !== null }, subject);
  if (!allowed.ok) throw refusalError(allowed.error);
  await carryOut(session, report, {
    visitId: task.visit_id ?? 0,
    routeId: task.route_id ?? 0,
    tab,
    commandId: `task.${taskId}`,
  });
  return { settled: await settle(session, taskId, "applied", tab, (trx) => handOver(trx, companyId, taskId)) };
}

async function subjectOfTask(companyId: number, { visit_id, route_id }: RoadTask): Promise<ReportSubject> {
  const visit = visit_id === null ? undefined : await findVisit(db(), companyId, visit_id);
  const route = route_id === null ? undefined : await findRoute(db(), companyId, route_id);
  return { visit: visit === undefined ? null : { routeId: visit.route_id }, route: route ?? null };
}

/**
 * The visit gets the pictures that waited with the task; what it has no room for stays with the task. The task is
 * settled, and with that locked: its author may have been erased since the report was carried out.
 */
async function handOver(trx: Db, companyId: number, taskId: number): Promise<void> {
  const task = await getRoadTask(trx, companyId, taskId);
  if (task.kind !== RoadTaskKind.Report || task.visit_id === null || task.details.pictures.length === 0) return;
  const left = await attachWhatFits(trx, companyId, task.visit_id, task.details.pictures, nowText());
  await setReportDetails(trx, companyId, task.id, { ...task.details, pictures: left }, nowText());
}

interface Place {
  visitId: number;
  routeId: number;
  tab: string | undefined;
  commandId: string;
}

function carryOut(session: CompanySession, task: ReportDetails, place: Place): Promise<ReportResult> {
  const { action, pressedAt, says } = task;
  const report = { ...place, confirmed: true, isDecided: true, pressedSec: epochSec(pressedAt) };
  const said = readSaid(says);
  switch (action) {
    case "route.start":
      return startRoute(session, report);
    case "route.finish":
      return finishRoute(session, report);
    case "visit.done":
      return markVisitDone(session, { ...report, ...said.done, place: said.place });
    case "visit.failed":
      return markVisitFailed(session, { ...report, ...said.failed, place: said.place });
    case "visit.on_route":
      return setVisitOnRoute(session, report);
    default:
      throw new Error(`No report is called ${action}.`);
  }
}

function settle(
  session: CompanySession,
  taskId: number,
  outcome: string,
  tab: string | undefined,
  alongside: (trx: Db) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const companyId = session.company.id;
  return withTransaction(db(), async (trx) => {
    const by = { outcome, userId: session.user.id };
    const isNew = await settleRoadTask(trx, companyId, taskId, by, nowText());
    if (isNew) await alongside(trx);
    if (isNew)
      afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "update", ids: [taskId] }, tab));
    return isNew;
  });
}

import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getRoadTask, listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import type { RoadTask } from "~/db/repositories/road-tasks.server";
import { findRoute } from "~/db/repositories/routes.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import { canApply, reportWords } from "~/domain/route/report-task";
import type { ReportSubject } from "~/domain/route/report-task";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { epochSec } from "~/domain/time/utc-text";
import { whenWords } from "~/domain/time/day-words";
import { notFound } from "~/lib/errors";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";
import { sendPicture } from "./attachment-file.server";

const MOST_SHOWN = 100;

/** A refused report, as the list of what needs attention shows it. */
export interface ReportTaskItem {
  id: number;
  /** 'Drew Driver reported Bakery Frick as done' */
  title: string;
  /** when it was made: epoch seconds, and by the company's clock */
  madeSec: number;
  when: string;
  /** why it was refused */
  reason: string;
  routeId: number | null;
  planId: number | null;
  visitId: number | null;
  /** pictures that no visit has, by their place in the task */
  pictures: number;
  /** why it can't be carried out; null: it can be tried */
  cannotApply: string | null;
}

/** What drivers reported and the product could not take, newest first. */
export async function loadReportTasks(session: CompanySession): Promise<ReportTaskItem[]> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const tasks = await listOpenRoadTasks(db(), companyId, { limit: MOST_SHOWN, kind: RoadTaskKind.Report });
  if (tasks.length === 0) return [];
  const subjects = await subjectsOf(companyId, tasks);
  const [now, zone] = [nowSecOf(session), await zoneOfUser(session)];
  return tasks.map(({ id, details, route_id, plan_id, visit_id, settled_at }) => {
    const can = canApply({ action: details.action, isSettled: settled_at !== null }, subjects(visit_id, route_id));
    return {
      id,
      title: reportWords(details),
      madeSec: epochSec(details.pressedAt),
      when: whenWords(epochSec(details.pressedAt), now, zone),
      reason: details.message,
      routeId: route_id,
      planId: plan_id,
      visitId: visit_id,
      pictures: picturesOfTask(companyId, details).length,
      cannotApply: can.ok ? null : can.error.message,
    };
  });
}

/** What the tasks are about, as it is now. */
async function subjectsOf(
  companyId: number,
  tasks: readonly RoadTask[],
): Promise<(visitId: number | null, routeId: number | null) => ReportSubject> {
  const ids = (field: "visit_id" | "route_id") => tasks.flatMap((task) => task[field] ?? []);
  const there = (await visitsWithRemoved(db(), companyId, ids("visit_id"))).filter((row) => row.deleted_at === null);
  const visits = new Map(there.map(({ id, route_id }) => [id, { routeId: route_id }]));
  const routes = new Map<number, object>();
  for (const id of new Set(ids("route_id"))) {
    const route = await findRoute(db(), companyId, id);
    if (route !== undefined) routes.set(id, route);
  }
  return (visitId, routeId) => ({ visit: visits.get(visitId ?? 0) ?? null, route: routes.get(routeId ?? 0) ?? null });
}

/** A picture that stayed with a task, by its place in it. @throws AppError 404, 403 */
export async function taskPicture(
  session: CompanySession,
  taskId: number,
  index: number,
  request: Request,
): Promise<Response> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const { details } = await getRoadTask(db(), companyId, taskId);
  const picture = picturesOfTask(companyId, details)[index];
  if (picture === undefined) throw notFound("Picture");
  return sendPicture({ key: picture.key, name: `${picture.type}-${taskId}-${index + 1}` }, false, request);
}

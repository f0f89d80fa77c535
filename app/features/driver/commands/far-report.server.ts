import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { addRoadTask, countOpenRoadTasks, settleTasksOfVisit } from "~/db/repositories/road-tasks.server";
import { afterCommit } from "~/db/transaction.server";
import { MOST_OPEN_TASKS } from "~/domain/route/report-task";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import type { UtcText } from "~/domain/time/utc-text";
import { farFromStop, placeOfReport } from "~/domain/visit/reported-place";
import type { Visit } from "~/domain/visit/visit";
import type { VisitFields } from "~/domain/visit/visit-reset";
import { publishChange } from "~/realtime/publisher.server";

interface FarReport {
  action: string;
  /** as it was before */
  visit: Visit;
  /** what the report changes of it */
  set: VisitFields;
}

/** A task for the dispatcher where a visit was reported far from its stop: one for each time that it is. */
export async function noteFarReport(
  trx: Db,
  session: CompanySession,
  { action, visit, set }: FarReport,
  now: UtcText,
): Promise<void> {
  const companyId = session.company.id;
  const { id, completedAt, name, routeId, planId } = { ...visit, ...set };
  const place = placeOfReport({ ...visit, ...set });
  const meters = place === null ? null : farFromStop(visit, place);
  if (place === null || meters === null || !("reportedLat" in set) || completedAt === null) return;
  if ((await countOpenRoadTasks(trx, companyId)) >= MOST_OPEN_TASKS) return;
  const details = {
    action,
    by: session.user.name,
    byId: session.user.id,
    visitName: name,
    meters: Math.round(meters),
    accuracyM: place.accuracyM,
    reportedAt: completedAt,
  };
  const task = {
    key: `${RoadTaskKind.Far}:${id}:${completedAt}`,
    kind: RoadTaskKind.Far,
    planId,
    routeId,
    visitId: id,
    details,
  };
  if (await addRoadTask(trx, companyId, task, now))
    afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "create", ids: [] }));
}

/** A report that is taken back is nothing to look at any more. */
export async function forgetFarReports(trx: Db, session: CompanySession, visitId: number, now: UtcText): Promise<void> {
  const companyId = session.company.id;
  const by = { outcome: "taken_back", userId: session.user.id };
  const settled = await settleTasksOfVisit(trx, companyId, { kind: RoadTaskKind.Far, visitId }, by, now);
  if (settled > 0) afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "update", ids: [] }));
}

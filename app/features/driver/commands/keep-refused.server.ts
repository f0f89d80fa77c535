import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findApplied, recordApplied } from "~/db/repositories/applied-commands.server";
import { departuresOfRoutes } from "~/db/repositories/road-state.server";
import { addRoadTask, countOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { findRoute } from "~/db/repositories/routes.server";
import { findTakenAway } from "~/db/repositories/stops-taken-away.server";
import { findVisit, visitsWithRemoved } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/client.server";
import type { RoutingRouteRow, RoutingVisitRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import type { Action } from "~/domain/access/permissions";
import { MOST_OPEN_TASKS } from "~/domain/route/report-task";
import { isFinal, LONGEST_AGE_SEC, needsDispatcher, reportTime } from "~/domain/route/late-report";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import { AppError, notFound } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import type { ProofFile } from "~/domain/route/task-pictures";
import { attachWhatFits } from "./attachments.server";
import { drivenRoute } from "./authorize-on-route.server";
import { answeredBefore } from "./report.server";
import type { KeptRefusal } from "./report.server";

const STOP_GONE = "This stop is not on your route any more";
const ROUTE_GONE = "This route is not yours any more";
/** The same for the dispatcher. */
const NOT_THEIRS = "It is not on a route of this driver any more.";
const TOLD = "Your dispatcher has been told";

/** A report from a driver's phone that can't be carried out. */
interface RefusedReport {
  /** of the registry, e.g. 'visit.done' */
  action: string;
  /** what the action asks for */
  permission: Action;
  routeId: number;
  /** null: it is about the route */
  visitId: number | null;
  commandId: string;
  ageSec: number;
  /** what it says besides: reason, note, how it was handed over, who signed */
  says: Readonly<Record<string, unknown>>;
  error: AppError;
  files: readonly ProofFile[];
}

/**
 * Keeps the refusal, so that the same report gets the same answer however often it arrives, and a task for the
 * dispatcher where the driver can't mend it. Its pictures stay: with the visit if it is theirs and has room, else with
 * the task. Nothing is kept of what was never on their route.
 * @returns the refusal, which says so when a dispatcher is told
 */
export async function keepRefused(session: CompanySession, report: RefusedReport): Promise<AppError> {
  const { action, routeId, visitId, commandId, ageSec, error, files } = report;
  const companyId = session.company.id;
  const now = nowText();
  const command = { commandId, command: `${action}:${visitId ?? routeId}`, userId: session.user.id };
  if (!isFinal(error)) {
    await removeFilesOfFailed(files, error);
    return error;
  }
  try {
    return await withTransaction(db(), async (trx) => {
      const subject = await subjectOf(trx, session, report, addSeconds(now, -ageSec));
      if (subject === null) return leftOut(trx, files, notFound(visitId === null ? "Route" : "Visit"));
      if ((await findApplied(trx, companyId, command)) !== undefined) return leftOut(trx, files, error);
      const { route, visit, isTheirs } = subject;
      const pressedAt = await timeOf(trx, companyId, report, route, now);
      const isOpen = needsDispatcher(error, ageSec) && (await countOpenRoadTasks(trx, companyId)) < MOST_OPEN_TASKS;
      const { code, status } = error;
      // It is not theirs now, so it was until it was taken away.
      const message = code === "not_found" ? (visitId === null ? ROUTE_GONE : STOP_GONE) : error.message;
      const refusal = new AppError(code, message, { status, ...(isOpen ? { detail: TOLD } : {}) });
      const kept: KeptRefusal = { status: "refused", code, message, detail: refusal.detail, httpStatus: status };
      await recordApplied(trx, companyId, command, kept, now);
      // What is on somebody else's route by now, or on none, gets no pictures until a dispatcher has looked at them.
      const pictures =
        visit === undefined || !isTheirs ? files : await attachWhatFits(trx, companyId, visit.id, files, now);
      if (!isOpen) return leftOut(trx, pictures, refusal);
      const details = {
        action,
        code,
        message: code === "not_found" ? NOT_THEIRS : message,
        pressedAt,
        by: session.user.name,
        byId: session.user.id,
        visitName: visit?.name ?? "",
        says: report.says,
        pictures,
      };
      const place = { planId: route?.plan_id ?? null, routeId: route?.id ?? null };
      const isThere = visit !== undefined && (await findVisit(trx, companyId, visit.id)) !== undefined;
      const task = {
        key: `report:${commandId}`,
        kind: RoadTaskKind.Report,
        ...place,
        visitId: isThere ? visit.id : null,
        details,
      };
      await addRoadTask(trx, companyId, task, now);
      afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "create", ids: [] }));
      return refusal;
    });
  } catch (failure) {
    await removeFilesOfFailed(files, failure);
    // It arrived twice at the same moment, and the other one has kept it.
    if (failure instanceof AppError && failure.code === "command.reused")
      return answeredBefore(db(), companyId, command).then(
        () => error,
        (kept: unknown) => (kept instanceof AppError ? kept : error),
      );
    throw failure;
  }
}

/** When the report was made, as far as that can be. */
async function timeOf(
  trx: Db,
  companyId: number,
  { ageSec }: RefusedReport,
  route: RoutingRouteRow | undefined,
  now: UtcText,
): Promise<UtcText> {
  const pressedAt = addSeconds(now, -ageSec);
  if (route === undefined) return pressedAt;
  const departed = (await departuresOfRoutes(trx, companyId, [route.id])).get(route.id) ?? null;
  const planned = ageSec > LONGEST_AGE_SEC ? { madeAt: route.created_at, startsAt: route.start_time } : {};
  return reportTime(pressedAt, { departedAt: departed, ...planned }, now);
}

interface Subject {
  /** that they drive, or that it was taken from */
  route: RoutingRouteRow | undefined;
  /** removed or not; undefined: the report is about the route */
  visit: RoutingVisitRow | undefined;
  /** They may report about it now. */
  isTheirs: boolean;
}

/** @returns null for what they never had, or not lately: whether there is such a thing is not theirs to know */
async function subjectOf(
  trx: Db,
  session: CompanySession,
  { permission, routeId, visitId }: RefusedReport,
  pressedAt: UtcText,
): Promise<Subject | null> {
  const companyId = session.company.id;
  const may = (what: Action, route: RoutingRouteRow | undefined): boolean =>
    can(session.actor, what, { companyId, route: drivenRoute(route) });
  const visit = visitId === null ? undefined : (await visitsWithRemoved(trx, companyId, [visitId]))[0];
  if (visitId !== null && visit === undefined) return null;
  const isRemoved = visit !== undefined && visit.deleted_at !== null;
  const onRoute = visit === undefined ? routeId : isRemoved ? null : visit.route_id;
  const route = onRoute === null ? undefined : await findRoute(trx, companyId, onRoute);
  const isThere = visit !== undefined || route !== undefined;
  if (isThere && may(permission, route)) return { route, visit, isTheirs: !isRemoved };
  if (session.memberId === null) return null;
  // The phone may not have heard of it for as long as its reports count.
  const since = addSeconds(pressedAt, -LONGEST_AGE_SEC);
  const what = visitId === null ? { routeId } : { visitId };
  const taken = await findTakenAway(trx, companyId, session.memberId, what, since);
  if (taken === undefined) return null;
  return { route: await findRoute(trx, companyId, taken.route_id), visit, isTheirs: false };
}

function leftOut(trx: Db, files: readonly ProofFile[], error: AppError): AppError {
  afterCommit(trx, () => removeFiles(files));
  return error;
}

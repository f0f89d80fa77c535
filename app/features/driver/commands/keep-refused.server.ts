import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findApplied, recordApplied } from "~/db/repositories/applied-commands.server";
import { insertAttachment, listAttachments } from "~/db/repositories/attachments.server";
import { addRoadTask, countOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { findRoute } from "~/db/repositories/routes.server";
import { findVisit, updateVisit, visitsWithRemoved } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/client.server";
import { MOST_OPEN_TASKS } from "~/domain/route/report-task";
import { isFinal, needsDispatcher } from "~/domain/route/late-report";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { ATTACHMENTS_PER_VISIT } from "~/domain/visit/confirmation";
import { removeFiles } from "~/http/receive-form.server";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import type { ProofFile } from "../proof-files.server";
import { answeredBefore } from "./report.server";
import type { KeptRefusal } from "./report.server";

const STOP_GONE = "This stop is not on your route any more";
const ROUTE_GONE = "This route is not yours any more";
/** The same for the dispatcher. */
const NOT_THEIRS = "It is not on a route of this driver any more.";
const TOLD = "Your dispatcher has been told";

/** A report from a driver's phone that can't be carried out. */
export interface RefusedReport {
  /** of the registry, e.g. 'visit.done' */
  action: string;
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

/** What a task of the kind 'report' holds. */
export interface ReportTask {
  action: string;
  code: string;
  message: string;
  pressedAt: UtcText;
  /** who reported it */
  by: string;
  /** of the account; reports of earlier versions have none */
  byId?: number | null;
  visitName: string;
  says: Readonly<Record<string, unknown>>;
  /** pictures that could not be attached to the visit: in the storage */
  pictures: readonly ProofFile[];
}

/**
 * Keeps the refusal, so that the same report gets the same answer however often it arrives, and a task for the
 * dispatcher where the driver can't mend it. Its pictures stay: with the visit if there is room, else with the task.
 * Nothing is kept of what was never the company's.
 * @returns the refusal, which says so when a dispatcher is told
 */
export async function keepRefused(session: CompanySession, report: RefusedReport): Promise<AppError> {
  const { action, routeId, visitId, commandId, ageSec, error, files } = report;
  const companyId = session.company.id;
  const now = nowText();
  const command = { commandId, command: `${action}:${visitId ?? routeId}`, userId: session.user.id };
  if (!isFinal(error)) {
    await removeFiles(files);
    return error;
  }
  try {
    return await withTransaction(db(), async (trx) => {
      const route = await findRoute(trx, companyId, routeId);
      const visit = visitId === null ? undefined : (await visitsWithRemoved(trx, companyId, [visitId]))[0];
      const isKnown = visitId === null ? route !== undefined : visit !== undefined;
      if (!isKnown || (await findApplied(trx, companyId, command)) !== undefined) return leftOut(trx, files, error);
      const isOpen = needsDispatcher(error, ageSec) && (await countOpenRoadTasks(trx, companyId)) < MOST_OPEN_TASKS;
      const { code, status } = error;
      // It is known here, so it was theirs until a moment ago.
      const message = code === "not_found" ? (visitId === null ? ROUTE_GONE : STOP_GONE) : error.message;
      const refusal = new AppError(code, message, { status, ...(isOpen ? { detail: TOLD } : {}) });
      const kept: KeptRefusal = { status: "refused", code, message, detail: refusal.detail, httpStatus: status };
      await recordApplied(trx, companyId, command, kept, now);
      const pictures = visit === undefined ? files : await attachWhatFits(trx, companyId, visit.id, files, now);
      if (!isOpen) return leftOut(trx, pictures, refusal);
      const details: ReportTask = {
        action,
        code,
        message: code === "not_found" ? NOT_THEIRS : message,
        pressedAt: addSeconds(now, -ageSec),
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
        kind: "report",
        ...place,
        visitId: isThere ? visit.id : null,
        details,
      };
      await addRoadTask(trx, companyId, task, now);
      afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "create", ids: [] }));
      return refusal;
    });
  } catch (failure) {
    await removeFiles(files);
    // It arrived twice at the same moment, and the other one has kept it.
    if (failure instanceof AppError && failure.code === "command.reused")
      return answeredBefore(db(), companyId, command).then(
        () => error,
        (kept: unknown) => (kept instanceof AppError ? kept : error),
      );
    throw failure;
  }
}

function leftOut(trx: Db, files: readonly ProofFile[], error: AppError): AppError {
  afterCommit(trx, () => removeFiles(files));
  return error;
}

/** @returns those for which the visit has no room, or which it can't have because it was removed */
async function attachWhatFits(
  trx: Db,
  companyId: number,
  visitId: number,
  files: readonly ProofFile[],
  now: UtcText,
): Promise<ProofFile[]> {
  if (files.length === 0 || (await findVisit(trx, companyId, visitId)) === undefined) return [...files];
  // Its row is locked from here on, as for every upload.
  await updateVisit(trx, companyId, visitId, {}, now);
  const known: { type: string }[] = await listAttachments(trx, companyId, [visitId]);
  const left: ProofFile[] = [];
  for (const file of files) {
    if (known.filter((one) => one.type === file.type).length >= ATTACHMENTS_PER_VISIT[file.type]) left.push(file);
    else {
      await insertAttachment(trx, companyId, { visit_id: visitId, path: file.key, type: file.type }, now);
      known.push(file);
    }
  }
  return left;
}

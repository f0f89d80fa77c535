import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { applyOnce } from "~/db/repositories/applied-commands.server";
import {
  getAttachment,
  insertAttachment,
  listAllAttachments,
  listAttachments,
  removeAttachment as removeRow,
} from "~/db/repositories/attachments.server";
import { findRoute } from "~/db/repositories/routes.server";
import { findVisit, getVisit, updateVisit } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { RoutingVisitRow, UtcText } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import type { Action } from "~/domain/access/permissions";
import { refusalError } from "~/domain/decision";
import { ATTACHMENTS_PER_VISIT, AttachmentType, tooManyAttachments } from "~/domain/visit/confirmation";
import { canRemovePhoto } from "~/domain/visit/visit-permissions";
import { AppError, notFound } from "~/lib/errors";
import { removeFiles, removeFilesOfFailed } from "~/http/receive-form.server";
import { logFault } from "~/lib/request-context.server";
import { routeToSee } from "~/planner/seen-route.server";
import { publishChange } from "~/realtime/publisher.server";
import { miniatureKeys } from "~/services/images/miniature";
import { nowText } from "~/services/now.server";
import type { ProofFile } from "~/domain/route/task-pictures";
import { authorizeOnRoute } from "./authorize-on-route.server";
import type { ReportResult } from "./report.server";

/**
 * The visit, when the user may do this to it: a driver on their own approved routes alone. @throws AppError 403, 404
 */
export async function visitFor(
  database: Db,
  session: CompanySession,
  visitId: number,
  action: Action,
): Promise<RoutingVisitRow> {
  const companyId = session.company.id;
  const visit = await getVisit(database, companyId, visitId);
  const route = visit.route_id === null ? undefined : await findRoute(database, companyId, visit.route_id);
  authorizeOnRoute(session, action, route === undefined ? null : await routeToSee(database, session, route), "Visit");
  return visit;
}

function publish(trx: Db, companyId: number, visit: RoutingVisitRow, tab: string | undefined): void {
  const place = {
    ...(visit.plan_id === null ? {} : { planId: visit.plan_id }),
    ...(visit.route_id === null ? {} : { routeId: visit.route_id }),
  };
  afterCommit(trx, () =>
    publishChange(companyId, { model: "RoutingVisit", action: "update", ids: [visit.id], ...place }, tab),
  );
}

interface AddAttachments {
  visitId: number;
  files: readonly ProofFile[];
  tab?: string | undefined;
  /** made by the client: the same again is the same upload, sent again */
  commandId?: string | undefined;
}

/**
 * Attaches stored pictures to a visit, all or none. What is refused is taken out of the storage again.
 * @returns the new ids
 * @throws AppError 403, 404, 409 'attachment.too_many'
 */
export async function addAttachments(session: CompanySession, input: AddAttachments): Promise<number[]> {
  const { visitId, files, commandId } = input;
  const companyId = session.company.id;
  const now = nowText();
  try {
    if (files.length === 0) throw new AppError("attachment.none", "File is required", { status: 422, field: "photo" });
    return await withTransaction(db(), async (trx) => {
      const work = () => attach(trx, session, input, now);
      if (!commandId) return work();
      const { result, repeated } = await applyOnce(
        trx,
        companyId,
        { commandId: `${commandId}.files`, command: `visit.attach:${visitId}`, userId: session.user.id },
        now,
        work,
      );
      if (repeated) afterCommit(trx, () => removeFiles(files));
      return result;
    });
  } catch (error) {
    await removeFilesOfFailed(files, error);
    throw error;
  }
}

const NOT_STORED = "The pictures could not be stored. See which are there, and add the others once more.";

/**
 * The pictures of a report that was refused, or has a question first: nobody takes a photo twice.
 * @returns what is to be said beside that; undefined: nothing
 */
export async function attachAlone(session: CompanySession, input: AddAttachments): Promise<string | undefined> {
  try {
    await addAttachments(session, input);
  } catch (error) {
    // Why the report is refused is what has to be known, also when there is no room for the pictures either.
    if (error instanceof AppError && error.status < 500) return undefined;
    logFault(error);
    return NOT_STORED;
  }
  return undefined;
}

/** The same inside a transaction; what is refused stays in the storage. */
export async function attach(
  trx: Db,
  session: CompanySession,
  { visitId, files, tab }: AddAttachments,
  now: UtcText,
): Promise<number[]> {
  const companyId = session.company.id;
  // Its row is locked from here on: two uploads at once are counted one after the other.
  await updateVisit(trx, companyId, visitId, {}, now);
  const visit = await visitFor(trx, session, visitId, "visit.attach");
  const known = await listAllAttachments(trx, companyId, [visitId]);
  const counted = known.filter(({ is_taken_back }) => is_taken_back === 0);
  // A report whose answer was lost on its way from the database has attached them already.
  const attached = new Set(known.map(({ path }) => path));
  const fresh = files.filter(({ key }) => !attached.has(key));
  for (const { type } of fresh) {
    const all = [...counted, ...fresh].filter((one) => one.type === type).length;
    if (all > ATTACHMENTS_PER_VISIT[type])
      throw new AppError("attachment.too_many", tooManyAttachments(type), { status: 409, field: type });
  }
  const ids: number[] = [];
  for (const file of fresh)
    ids.push(await insertAttachment(trx, companyId, { visit_id: visitId, path: file.key, type: file.type }, now));
  // A new signature is in place of those of reports that were taken back.
  if (fresh.some(({ type }) => type === AttachmentType.Signature))
    for (const { id, path, is_taken_back } of known) if (is_taken_back === 1) await removeOne(trx, companyId, id, path);
  publish(trx, companyId, visit, tab);
  return ids;
}

/**
 * Attaches pictures to a visit as far as it has room for them.
 * @returns the others, and all of them where the visit was removed
 */
export async function attachWhatFits(
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

/** With its file and the miniatures of it, after the commit. */
async function removeOne(trx: Db, companyId: number, id: number, path: string): Promise<void> {
  await removeRow(trx, companyId, id);
  const keys = [path, ...miniatureKeys(path)];
  afterCommit(trx, () => removeFiles(keys.map((key) => ({ key }))));
}

/** A driver takes a photo away to make room for another one; what proves a stop that is done stays. @throws AppError */
async function refuseProof(trx: Db, visit: RoutingVisitRow, type: ProofFile["type"]): Promise<void> {
  const route = visit.route_id === null ? undefined : await findRoute(trx, visit.company_id, visit.route_id);
  if (route === undefined) throw notFound("Visit");
  const allowed = canRemovePhoto({ status: visitFromRow(visit).status }, { status: routeFromRow(route).status });
  if (!allowed.ok) throw refusalError(allowed.error);
  if (type !== AttachmentType.Photo)
    throw new AppError("attachment.signature", "Only photos can be deleted.", { status: 409 });
}

/**
 * Deletes a photo or signature, and its file with the miniatures of it after the commit. Who may do it only as the
 * route's driver deletes what `removePhoto` lets them delete.
 * @throws AppError 403, 404, 409 'attachment.done', 'route.not_on_route', 'attachment.signature'
 */
export async function removeAttachment(
  session: CompanySession,
  input: { attachmentId: number; tab?: string | undefined },
): Promise<{ type: ProofFile["type"]; visitId: number }> {
  const companyId = session.company.id;
  const removed = await withTransaction(db(), async (trx) => {
    const attachment = await getAttachment(trx, companyId, input.attachmentId);
    // Its row is locked from here on: it may be reported at the same time.
    await updateVisit(trx, companyId, attachment.visit_id, {}, nowText());
    const visit = await visitFor(trx, session, attachment.visit_id, "visit.attach");
    if (!can(session.actor, "visit.attach", { companyId, route: null })) await refuseProof(trx, visit, attachment.type);
    await removeOne(trx, companyId, attachment.id, attachment.path);
    publish(trx, companyId, visit, input.tab);
    return attachment;
  });
  return { type: removed.type, visitId: removed.visit_id };
}

/**
 * Deletes a photo of a stop that is not done, so that there is room for another one. One that is gone is no fault: a
 * phone may send it twice.
 * @throws AppError 403, 404, 409 'attachment.done', 'route.not_on_route'
 */
export async function removePhoto(
  session: CompanySession,
  { visitId, attachmentId, tab }: { visitId: number; attachmentId: number; tab?: string | undefined },
): Promise<ReportResult> {
  const companyId = session.company.id;
  return withTransaction(db(), async (trx) => {
    // Its row is locked from here on: it may be reported at the same time.
    await updateVisit(trx, companyId, visitId, {}, nowText());
    const visit = await visitFor(trx, session, visitId, "visit.attach");
    const route = visit.route_id === null ? undefined : await findRoute(trx, companyId, visit.route_id);
    if (visit.plan_id === null || route === undefined) throw notFound("Visit");
    const allowed = canRemovePhoto({ status: visitFromRow(visit).status }, { status: routeFromRow(route).status });
    if (!allowed.ok) throw refusalError(allowed.error);
    const photo = (await listAttachments(trx, companyId, [visitId])).find(
      ({ id, type }) => id === attachmentId && type === AttachmentType.Photo,
    );
    if (photo !== undefined) {
      await removeOne(trx, companyId, photo.id, photo.path);
      publish(trx, companyId, visit, tab);
    }
    return { status: "applied", planId: visit.plan_id, routeId: route.id };
  });
}

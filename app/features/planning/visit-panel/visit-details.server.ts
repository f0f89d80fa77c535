import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { listAllAttachments } from "~/db/repositories/attachments.server";
import {
  confirmationTemplatesWithRemoved,
  listConfirmationTemplates,
} from "~/db/repositories/confirmation-templates.server";
import { findPlan } from "~/db/repositories/plans.server";
import { findReply } from "~/db/repositories/recipient-replies.server";
import { findRoute } from "~/db/repositories/routes.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { findVisit, getVisit, visitsWithRemoved } from "~/db/repositories/visits.server";
import { can } from "~/domain/access/permissions";
import { refusalMessage } from "~/domain/decision";
import { epochSec } from "~/domain/time/utc-text";
import { isShownImage } from "~/domain/validation/image-type";
import type { AttachmentType, ConfirmationChoice } from "~/domain/visit/confirmation";
import { isNext } from "~/domain/visit/visit-order";
import { canChangeContact, canChangeVisit } from "~/domain/visit/visit-permissions";
import type { Visit } from "~/domain/visit/visit";
import { pick } from "~/lib/pick";
import { confirmationOf } from "~/planner/confirmation.server";
import { VISIT_FIELD_NAMES } from "../visit-fields";
import { recipientMessagesOf } from "./visit-messages.server";
import type { VisitMessagesView } from "./visit-messages.server";

/** A photo or signature as the panel shows it. */
export interface AttachmentView {
  id: number;
  type: AttachmentType;
  /** path of its file, as previews ask for it */
  path: string;
  /** epoch seconds */
  at: number;
  /** false: it can only be saved */
  shown: boolean;
  /** of a report that was taken back: it proves nothing now */
  isTakenBack: boolean;
}

/** The fields of a visit that the panel shows unchanged. */
const SHOWN = [
  ...VISIT_FIELD_NAMES,
  "id",
  "status",
  "routeId",
  "planId",
  "completedAt",
  "confirmationType",
  "signatureName",
  "failReasonId",
  "failNote",
  "doneNote",
  "reportedLat",
  "reportedLng",
  "reportedAccuracy",
  "unservedReason",
] as const satisfies readonly (keyof Visit)[];

/** What the visit panel shows and edits. */
export type VisitDetails = Pick<Visit, (typeof SHOWN)[number]> &
  VisitMessagesView & {
    /** version of the plan that these values belong to */
    version: number;
    /** why nothing can be changed now; null: it can */
    readOnlyReason: string | null;
    /** phone and notes may be changed, even where the rest may not */
    contactOpen: boolean;
    /** it is the route's next stop */
    isNext: boolean;
    attachments: AttachmentView[];
    /** what the recipient said on the page of their link; null: nothing */
    reply: { stars: number | null; comment: string; note: string; safePlace: string } | null;
    /** the proof that marking it done asks for; empty for none */
    confirmation: ConfirmationChoice[];
    /** templates that may be chosen, and the chosen one */
    templates: { id: number; title: string }[];
    /** for the sudo admin alone; times are UTC texts */
    debug: {
      position: number;
      createdAt: string;
      updatedAt: string;
      arrivalTime: string | null;
      completedAt: string | null;
    } | null;
  };

/** @throws AppError 404 */
export async function loadVisitDetails(session: CompanySession, visitId: number): Promise<VisitDetails> {
  const companyId = session.company.id;
  authorize(session, "visit.view", { companyId });
  const row = await getVisit(db(), companyId, visitId);
  const visit = visitFromRow(row);
  const plan = visit.planId === null ? undefined : await findPlan(db(), companyId, visit.planId);
  const route = visit.routeId === null ? undefined : await findRoute(db(), companyId, visit.routeId);
  const visits =
    visit.routeId === null ? [] : (await listVisitsOfRoute(db(), companyId, visit.routeId)).map(visitFromRow);
  const reply = await findReply(db(), companyId, visitId);
  return {
    ...pick(visit, SHOWN),
    reply:
      reply === undefined
        ? null
        : { stars: reply.stars, comment: reply.comment, note: reply.note, safePlace: reply.safe_place },
    version: plan?.version ?? 0,
    readOnlyReason: refusalMessage(canChangeVisit(visit, route ? routeFromRow(route) : null, visits)),
    contactOpen: canChangeContact(visit).ok,
    isNext: isNext(visit, visits),
    attachments: await attachmentsOf(companyId, visitId),
    ...(await recipientMessagesOf(session, row)),
    confirmation: await confirmationOf(db(), companyId, row),
    templates: await templateChoices(db(), companyId, visit.confirmationTemplateId),
    debug: can(session.actor, "debug.visit")
      ? {
          position: visit.position,
          createdAt: visit.createdAt,
          updatedAt: visit.updatedAt,
          arrivalTime: visit.arrivalTime,
          completedAt: visit.completedAt,
        }
      : null,
  };
}

async function attachmentsOf(companyId: number, visitId: number): Promise<AttachmentView[]> {
  const rows = await listAllAttachments(db(), companyId, [visitId]);
  return rows.map(({ id, type, path, created_at, is_taken_back }) => ({
    id,
    type,
    path,
    at: epochSec(created_at),
    shown: isShownImage(path),
    isTakenBack: is_taken_back === 1,
  }));
}

/** The templates that may be chosen for a visit; its own stays a choice after it was removed. */
async function templateChoices(
  database: Db,
  companyId: number,
  chosen: number | null,
): Promise<{ id: number; title: string }[]> {
  const all = (await listConfirmationTemplates(database, companyId)).map(({ id, title }) => ({ id, title }));
  if (chosen === null || all.some((one) => one.id === chosen)) return all;
  const [removed] = await confirmationTemplatesWithRemoved(database, companyId, [chosen]);
  return removed === undefined ? all : [{ id: removed.id, title: `${removed.title} (removed)` }, ...all];
}

/**
 * For a panel that may be open while the visit is removed: null then.
 * @throws AppError 404 for a visit that the company never had
 */
export async function loadShownVisit(session: CompanySession, visitId: number): Promise<VisitDetails | null> {
  // Drivers have pages of their own; the panel is for planning.
  authorize(session, "plan.view", { companyId: session.company.id });
  const [row] = await visitsWithRemoved(db(), session.company.id, [visitId]);
  return row !== undefined && row.deleted_at !== null ? null : loadVisitDetails(session, visitId);
}

/** The visit that the address names (`?visit=`), when it belongs to this plan. */
export async function loadAskedVisit(
  session: CompanySession,
  planId: number,
  request: Request,
): Promise<VisitDetails | null> {
  const asked = new URL(request.url).searchParams.get("visit");
  if (asked === null || !/^[1-9]\d{0,14}$/.test(asked)) return null;
  const row = await findVisit(db(), session.company.id, Number(asked));
  return row?.plan_id === planId ? loadVisitDetails(session, row.id) : null;
}

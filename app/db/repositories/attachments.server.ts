import { notFound } from "~/lib/errors";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { New, RoutingVisitAttachmentRow, UtcText } from "../tables";
import { getById, insertScoped, scoped, scopedAlso } from "./scoped.server";

export type NewAttachment = New<RoutingVisitAttachmentRow, "visit_id" | "path" | "type">;

/**
 * Photos and signatures of visits, oldest first. A signature of a report that was taken back is left out, unless that
 * report counts again.
 */
export async function listAttachments(
  db: Db,
  companyId: number,
  visitIds: readonly number[],
): Promise<RoutingVisitAttachmentRow[]> {
  return (await listAllAttachments(db, companyId, visitIds)).filter(({ is_taken_back }) => is_taken_back === 0);
}

export interface AttachmentOfReport extends RoutingVisitAttachmentRow {
  is_taken_back: 0 | 1;
}

/** The same with all of them: what is no proof of a report any more is still evidence. */
export async function listAllAttachments(
  db: Db,
  companyId: number,
  visitIds: readonly number[],
): Promise<AttachmentOfReport[]> {
  const rows = (await scopedAlso(db, "routing_visit_attachments", companyId)
    .join("routing_visits as visit", "visit.id", "routing_visit_attachments.visit_id")
    .whereIn("routing_visit_attachments.visit_id", [...visitIds])
    .orderBy("routing_visit_attachments.id")
    .select("routing_visit_attachments.*", { reported_at: "visit.completed_at" })) as (RoutingVisitAttachmentRow & {
    reported_at: UtcText | null;
  })[];
  return rows.map(({ reported_at, ...row }) => ({
    ...row,
    is_taken_back: row.taken_back_of === null || row.taken_back_of === reported_at ? 0 : 1,
  }));
}

/**
 * The reports of these visits are about to be taken back: their signatures prove no later one. Photos show what was
 * there, and go on counting.
 */
export async function takeBackSignatures(trx: Db, companyId: number, visitIds: readonly number[]): Promise<void> {
  for (const batch of inBatches(visitIds, 500))
    await scopedAlso(trx, "routing_visit_attachments", companyId)
      .whereIn("visit_id", batch)
      .where({ type: "signature" })
      .whereNull("taken_back_of")
      .update({
        taken_back_of: trx("routing_visits")
          .where("routing_visits.id", trx.ref("routing_visit_attachments.visit_id"))
          .select("completed_at"),
      });
}

/** @throws AppError 404 */
export const getAttachment = (db: Db, companyId: number, id: number): Promise<RoutingVisitAttachmentRow> =>
  getById(db, "routing_visit_attachments", companyId, id);

/** By the path of its file. */
export const findAttachmentByPath = (
  db: Db,
  companyId: number,
  path: string,
): Promise<RoutingVisitAttachmentRow | undefined> =>
  scoped(db, "routing_visit_attachments", companyId).where({ path }).first() as Promise<
    RoutingVisitAttachmentRow | undefined
  >;

/** @returns the new id. @throws AppError 404 for a visit of another company */
export const insertAttachment = (db: Db, companyId: number, values: NewAttachment, now: UtcText): Promise<number> =>
  insertScoped(db, "routing_visit_attachments", companyId, values, now);

/** Deletes the row; the file is the caller's to remove after the commit. @throws AppError 404 */
export async function removeAttachment(db: Db, companyId: number, id: number): Promise<void> {
  const removed = await scoped(db, "routing_visit_attachments", companyId).where({ id }).delete();
  if (removed === 0) throw notFound("Attachment");
}

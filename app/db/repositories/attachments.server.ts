import { notFound } from "~/lib/errors";
import type { Db } from "../client.server";
import type { New, RoutingVisitAttachmentRow, UtcText } from "../tables";
import { getById, insertScoped, scoped } from "./scoped.server";

export type NewAttachment = New<RoutingVisitAttachmentRow, "visit_id" | "path" | "type">;

/** Photos and signatures of visits, oldest first. */
export async function listAttachments(
  db: Db,
  companyId: number,
  visitIds: readonly number[],
): Promise<RoutingVisitAttachmentRow[]> {
  return (await scoped(db, "routing_visit_attachments", companyId)
    .whereIn("visit_id", [...visitIds])
    .orderBy("id")) as RoutingVisitAttachmentRow[];
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

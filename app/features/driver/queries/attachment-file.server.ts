import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findAttachmentByPath, getAttachment } from "~/db/repositories/attachments.server";
import type { RoutingVisitAttachmentRow } from "~/db/tables";
import { IMAGE_TYPES, storedImageType } from "~/domain/validation/image-type";
import { sendStored } from "~/http/send-stored.server";
import { notFound } from "~/lib/errors";
import { miniatureBox } from "~/services/images/miniature";
import { services } from "~/services/container.server";
import { visitFor } from "../commands/attachments.server";
import { wholeInText } from "~/domain/validation/wire-fields";

/**
 * A photo or signature as the browser gets it (`?save=1`: to save). Pictures that could hold scripts are only offered
 * to save.
 * @throws AppError 404 (another company's, another driver's, no file), 403
 */
export async function attachmentFile(
  session: CompanySession,
  attachmentId: number,
  request: Request,
): Promise<Response> {
  const attachment = await getAttachment(db(), session.company.id, attachmentId);
  await visitFor(db(), session, attachment.visit_id, "visit.view");
  return send(attachment, new URL(request.url).searchParams.has("save"), request);
}

/** The same by the path of its record, to save. @throws AppError 404, 403 */
export async function attachmentByPath(session: CompanySession, path: string, request: Request): Promise<Response> {
  const attachment = await findAttachmentByPath(db(), session.company.id, path);
  if (attachment === undefined) throw notFound("File");
  await visitFor(db(), session, attachment.visit_id, "visit.view");
  return send(attachment, true, request);
}

const send = ({ path, type, id }: RoutingVisitAttachmentRow, save: boolean, request: Request): Promise<Response> =>
  sendPicture({ key: path, name: `${type}-${id}` }, save, request);

/** A stored picture under a name without ending. @throws AppError 404 for what is none */
export function sendPicture(file: { key: string; name: string }, save: boolean, request: Request): Promise<Response> {
  const type = storedImageType(file.key);
  if (type === null) throw notFound("File");
  const { contentType, shown } = IMAGE_TYPES[type];
  const how = shown && !save ? "inline" : "attachment";
  return sendStored(request, { key: file.key, contentType, disposition: `${how}; filename="${file.name}.${type}"` });
}

const Pixels = wholeInText(z.number().min(1).max(4_000));
const PreviewQuery = z.object({ path: z.string().max(255), w: Pixels, h: Pixels });

/**
 * A thumbnail: `path` as its attachment has it, within `w` × `h` rounded up to the next of four sizes. A picture that
 * can't be made smaller is sent as it is.
 * @throws AppError 404 (no such picture, another company's, one that is never shown), 403
 */
export async function previewImage(session: CompanySession, request: Request): Promise<Response> {
  const asked = PreviewQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const attachment = asked.success ? await findAttachmentByPath(db(), session.company.id, asked.data.path) : undefined;
  const type = attachment === undefined ? null : storedImageType(attachment.path);
  if (!asked.success || attachment === undefined || type === null || !IMAGE_TYPES[type].shown) throw notFound("Image");
  await visitFor(db(), session, attachment.visit_id, "visit.view");
  const small = await services().miniatures.of(attachment.path, miniatureBox(asked.data.w, asked.data.h));
  if (small === null) return send(attachment, false, request);
  return sendStored(request, {
    key: small,
    contentType: "image/webp",
    disposition: `inline; filename="${attachment.type}-${attachment.id}.webp"`,
  });
}

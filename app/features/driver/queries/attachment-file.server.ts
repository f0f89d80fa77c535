import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getAttachment } from "~/db/repositories/attachments.server";
import { IMAGE_TYPES, storedImageType } from "~/domain/validation/image-type";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { visitFor } from "../commands/attachments.server";

/**
 * A photo or signature as the browser gets it. Pictures that could hold scripts are only given to save.
 * @throws AppError 404 (another company's, another driver's, no file), 403
 */
export async function attachmentFile(session: CompanySession, attachmentId: number, save: boolean): Promise<Response> {
  const attachment = await getAttachment(db(), session.company.id, attachmentId);
  await visitFor(db(), session, attachment.visit_id, "visit.view");
  const type = storedImageType(attachment.path);
  if (type === null) throw notFound("File");
  const body = await services().storage.read(attachment.path);
  const shown = IMAGE_TYPES[type].shown && !save;
  return new Response(body as BodyInit, {
    headers: {
      "Content-Type": IMAGE_TYPES[type].contentType,
      "Content-Length": String(body.byteLength),
      "Content-Disposition": `${shown ? "inline" : "attachment"}; filename="${attachment.type}-${attachment.id}.${type}"`,
      // A picture never changes under its id; nobody but this user may keep it.
      "Cache-Control": "private, max-age=86400, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

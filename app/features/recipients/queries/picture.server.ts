import { db } from "~/db/database.server";
import { getAttachment } from "~/db/repositories/attachments.server";
import { IMAGE_TYPES, storedImageType } from "~/domain/validation/image-type";
import { sendStored } from "~/http/send-stored.server";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { nowSec } from "~/services/now.server";
import { LinkId } from "../schemas";
import { openVisitLink } from "./open-link.server";
import type { GivenLink } from "./open-link.server";
import { proofOf, stageOf } from "./visit-page.server";

const BOX_PX = 800;

/** A picture that the page shows, and no other. @throws AppError 404 */
export async function recipientPicture(
  link: GivenLink,
  pictureId: string | undefined,
  request: Request,
): Promise<Response> {
  const id = LinkId.safeParse(pictureId);
  const opened = await openVisitLink(link);
  if (opened.kind !== "open" || !id.success) throw notFound("Image");
  const { pictures } = await proofOf(opened, stageOf(opened, nowSec()));
  if (!pictures.some((picture) => picture.id === id.data)) throw notFound("Image");
  const { path, type } = await getAttachment(db(), opened.company.id, id.data);
  const image = storedImageType(path);
  if (image === null) throw notFound("Image");
  const small = await services().miniatures.of(path, BOX_PX);
  return sendStored(request, {
    key: small ?? path,
    contentType: small === null ? IMAGE_TYPES[image].contentType : "image/webp",
    disposition: `inline; filename="${type}.${small === null ? image : "webp"}"`,
  });
}

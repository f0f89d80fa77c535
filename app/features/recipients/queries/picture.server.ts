import { db } from "~/db/database.server";
import { getAttachment } from "~/db/repositories/attachments.server";
import { sendStored } from "~/http/send-stored.server";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";
import { LinkId } from "../schemas";
import { openVisitLink } from "./open-link.server";
import type { GivenLink } from "./open-link.server";
import { proofOf, stageOf } from "./visit-page.server";

const BOX_PX = 800;

/**
 * A picture that the page shows, and no other, made small. The original tells where its phone was and when: recipients
 * never get it, not even where no small one can be made.
 * @throws AppError 404
 */
export async function recipientPicture(
  link: GivenLink,
  pictureId: string | undefined,
  request: Request,
): Promise<Response> {
  const id = LinkId.safeParse(pictureId);
  const opened = await openVisitLink(link);
  if (opened.kind !== "open" || !id.success) throw notFound("Image");
  const { pictures } = await proofOf(opened, stageOf(opened));
  if (!pictures.some((picture) => picture.id === id.data)) throw notFound("Image");
  const { path, type } = await getAttachment(db(), opened.company.id, id.data);
  const small = await services().miniatures.of(path, BOX_PX);
  if (small === null) throw notFound("Image");
  return sendStored(request, {
    key: small,
    contentType: "image/webp",
    disposition: `inline; filename="${type}.webp"`,
    isBehindLink: true,
  });
}

import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { IMAGE_TYPES, storedImageType } from "~/domain/validation/image-type";
import { sendStored } from "~/http/send-stored.server";
import { notFound } from "~/lib/errors";
import { services } from "~/services/container.server";

/** Profile photos are shown this small (specification, section 9); twice that for fine screens. */
const BOX_PX = 200;
const Params = z.object({ userId: z.coerce.number().int().positive() });

/**
 * A person's picture, made small. Colleagues see it, and super admins.
 * @throws AppError 404 (none, or somebody of other companies alone); ZodError
 */
export async function userImage(session: CompanySession, request: Request, params: unknown): Promise<Response> {
  const { userId } = Params.parse(params);
  const image = (await mayLook(session, userId)) ? (await getUserAcrossCompanies(db(), userId)).image : null;
  const type = image === null ? null : storedImageType(image);
  if (image === null || type === null || !IMAGE_TYPES[type].shown) throw notFound("Image");
  const small = await services().miniatures.of(image, BOX_PX);
  return sendStored(request, {
    key: small ?? image,
    contentType: small === null ? IMAGE_TYPES[type].contentType : "image/webp",
    disposition: `inline; filename="profile-${userId}.${small === null ? type : "webp"}"`,
  });
}

async function mayLook({ user, actor, company }: CompanySession, userId: number): Promise<boolean> {
  if (user.id === userId || isSuperAdmin(actor)) return true;
  const member = await db()("company_members").where({ company_id: company.id, user_id: userId }).first("id");
  return member !== undefined;
}

import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { sendPicture } from "~/http/send-picture.server";
import { wholeInText } from "~/domain/validation/wire-fields";

const Params = z.object({ userId: wholeInText() });

/**
 * A person's picture, made small. Colleagues see it, and super admins.
 * @throws AppError 404 (none, or somebody of other companies alone); ZodError
 */
export async function userImage(session: CompanySession, request: Request, params: unknown): Promise<Response> {
  const { userId } = Params.parse(params);
  const image = (await mayLook(session, userId)) ? (await getUserAcrossCompanies(db(), userId)).image : null;
  return sendPicture(request, image, `profile-${userId}`);
}

async function mayLook({ user, actor, company }: CompanySession, userId: number): Promise<boolean> {
  if (user.id === userId || isSuperAdmin(actor)) return true;
  const member = await db()("company_members").where({ company_id: company.id, user_id: userId }).first("id");
  return member !== undefined;
}

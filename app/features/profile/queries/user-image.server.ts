import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { isSuperAdmin } from "~/domain/access/actor";
import { sendPicture } from "~/http/send-picture.server";
import { wholeInText } from "~/domain/validation/wire-fields";

const Params = z.object({ userId: wholeInText() });

/**
 * A person's picture, made small. Colleagues see it as long as they are, and super admins: it is of the account, which
 * changes it when the company is nothing to its holder any more.
 * @throws AppError 404 (none, or somebody of other companies alone); ZodError
 */
export async function userImage(session: CompanySession, request: Request, params: unknown): Promise<Response> {
  const { userId } = Params.parse(params);
  const image = (await mayLook(session, userId)) ? (await getUserAcrossCompanies(db(), userId)).image : null;
  return sendPicture(request, image, `profile-${userId}`);
}

async function mayLook({ user, actor, company }: CompanySession, userId: number): Promise<boolean> {
  if (user.id === userId || isSuperAdmin(actor)) return true;
  const accesses = await listAccessesOfUserAcrossCompanies(db(), userId);
  return accesses.some((access) => access.company_id === company.id);
}

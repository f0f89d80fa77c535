import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { can } from "~/domain/access/permissions";
import { sendPicture } from "~/http/send-picture.server";
import { wholeInText } from "~/domain/validation/wire-fields";

const Params = z.object({ companyId: wholeInText() });

/** The picture of one of the companies that the person may work for. @throws AppError 404; ZodError */
export async function companyImage(session: CompanySession, request: Request, params: unknown): Promise<Response> {
  const { companyId } = Params.parse(params);
  const mayLook = session.companies.some(({ id }) => id === companyId) || can(session.actor, "companies.listAll");
  return sendPicture(request, mayLook ? (await getCompany(db(), companyId)).image : null, `company-${companyId}`);
}

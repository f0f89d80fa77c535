import { authorize } from "~/auth/actor.server";
import { givenTitle } from "~/auth/found-company.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getCompany, updateCompany } from "~/db/repositories/companies.server";
import { findCountry, findIndustry } from "~/db/repositories/reference.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { NOT_CORRECT } from "~/domain/validation/contact";
import { AppError } from "~/lib/errors";
import { pickDefined } from "~/lib/pick";
import { nowText } from "~/services/now.server";
import type { CompanyInput } from "../schemas";
import { publishSettings } from "./publish-settings.server";

const unknown = (label: string, field: string): AppError =>
  new AppError("company.unknown_value", `${label} ${NOT_CORRECT}`, { status: 422, field });

async function titleOf(trx: Db, companyId: number, title: string): Promise<string> {
  const { user_id: ownerId } = await getCompany(trx, companyId);
  const owner = ownerId === null ? undefined : await findUserAcrossCompanies(trx, ownerId);
  return owner === undefined ? title : givenTitle(trx, owner, title, companyId);
}

/** Single facts about the company. @throws AppError 403, 422 */
export async function saveCompany(session: CompanySession, input: CompanyInput, tab?: string): Promise<void> {
  authorize(session, "company.update");
  const { title, email, phone, country_id, industry_id } = input;
  const changes = pickDefined({
    title,
    email: email === "" ? null : email,
    phone: phone === "" ? null : phone,
    country_id,
    industry_id,
  });
  await withTransaction(db(), async (trx) => {
    if (typeof country_id === "number" && (await findCountry(trx, country_id)) === undefined)
      throw unknown("Country", "country_id");
    if (typeof industry_id === "number" && (await findIndustry(trx, industry_id)) === undefined)
      throw unknown("Business type", "industry_id");
    if (title !== undefined) changes.title = await titleOf(trx, session.company.id, title);
    await updateCompany(trx, session.company.id, changes, nowText());
  });
  publishSettings(session, tab);
}

import { authorize } from "~/auth/actor.server";
import { givenTitle } from "~/auth/found-company.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { findCountry, findIndustry } from "~/db/repositories/reference.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import type { CompanyRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { NOT_CORRECT } from "~/domain/validation/contact";
import { isChangedSince, refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { AppError } from "~/lib/errors";
import { pickDefined } from "~/lib/pick";
import { nowText } from "~/services/now.server";
import { COMPANY_FIELD_LABELS as LABELS, companyFormTexts } from "../company-form-values";
import type { CompanyInput } from "../schemas";
import { publishSettings } from "./publish-settings.server";

const unknown = (label: string, field: string): AppError =>
  new AppError("company.unknown_value", `${label} ${NOT_CORRECT}`, { status: 422, field });

async function titleOf(trx: Db, { id, user_id: ownerId }: CompanyRow, title: string): Promise<string> {
  const owner = ownerId === null ? undefined : await findUserAcrossCompanies(trx, ownerId);
  return owner === undefined ? title : givenTitle(trx, owner, title, id);
}

const inForm = (row: CompanyRow) => ({ ...row, countryId: row.country_id, industryId: row.industry_id });

/** @throws AppError 409 for fields that somebody else has changed since they were shown, with what is stored now */
async function refuseStale(trx: Db, before: CompanyRow, after: CompanyRow, seen: FieldTexts): Promise<void> {
  const texts = { seen, stored: companyFormTexts(inForm(before)), next: companyFormTexts(inForm(after)) };
  const readIfStale = <T>(name: keyof typeof LABELS, id: number | null, find: (trx: Db, id: number) => Promise<T>) =>
    id !== null && isChangedSince(name, seen, texts.stored) ? find(trx, id) : undefined;
  const country = await readIfStale("country_id", before.country_id, findCountry);
  const industry = await readIfStale("industry_id", before.industry_id, findIndustry);
  const names = { ...texts.stored, country_id: country?.title, industry_id: industry?.title };
  refuseStaleFields("company.changed", texts, (name) => [LABELS[name], names[name] ?? texts.stored[name]]);
}

/**
 * Single facts about the company.
 * @param seen what the form's fields showed before, as `companyFormTexts` writes them
 * @throws AppError 403, 409 for fields that somebody else has changed since, 422
 */
export async function saveCompany(
  session: CompanySession,
  input: CompanyInput,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
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
    const before = await lockCompany(trx, session.company.id);
    if (typeof country_id === "number" && (await findCountry(trx, country_id)) === undefined)
      throw unknown("Country", "country_id");
    if (typeof industry_id === "number" && (await findIndustry(trx, industry_id)) === undefined)
      throw unknown("Business type", "industry_id");
    if (title !== undefined) changes.title = await titleOf(trx, before, title);
    await refuseStale(trx, before, { ...before, ...changes }, seen);
    await updateCompany(trx, session.company.id, changes, nowText());
  });
  publishSettings(session, tab);
}

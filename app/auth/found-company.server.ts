import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import type { LogAuthor } from "~/audit/note-in-log.server";
import type { Db } from "~/db/client.server";
import { insertTrial } from "~/db/repositories/billings.server";
import { insertCompany, listCompaniesOfOwnerAcrossCompanies, updateCompany } from "~/db/repositories/companies.server";
import {
  everHadCompanyAcrossCompanies,
  insertMember,
  listAccessesOfUserAcrossCompanies,
} from "~/db/repositories/members.server";
import { setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { ownersTitle } from "~/domain/company/owners-title";
import { FAIL_REASONS } from "~/domain/visit/fail-reasons";
import { nowText } from "~/services/now.server";
import { waitingInvitations } from "./waiting-invitations.server";

/** What a company is called until its owner gives it a name. */
export const DEFAULT_TITLE = "My Company";
/** 1 of `company_members.invitation_type`: the member may work in the company. */
const ACCEPTED = 1;

type Owner = Pick<UserRow, "id" | "email" | "name" | "surname" | "phone" | "country_id">;

/**
 * A new company with its owner, who is a member of its team, and with the trial. It has no e-mail: the owner's is the
 * one that they sign in with, and the company's is told to recipients.
 * @returns its id
 */
export async function foundCompany(trx: Db, owner: Owner, title: string): Promise<number> {
  const now = nowText();
  const companyId = await insertCompany(
    trx,
    {
      title,
      user_id: owner.id,
      country_id: owner.country_id,
      fail_reasons_settings: JSON.stringify(FAIL_REASONS.map(({ id }) => id)),
    },
    now,
  );
  const { name, surname, phone, email } = owner;
  const roles = { is_admin: 1, is_dispatcher: 1 } as const;
  await insertMember(
    trx,
    companyId,
    { user_id: owner.id, email, name, surname, phone, invitation_type: ACCEPTED, ...roles },
    now,
  );
  await insertTrial(trx, companyId, now);
  return companyId;
}

type NamedOwner = Pick<UserRow, "id" | "email" | "name" | "surname">;

/**
 * The title that a company gets where its owner asks for this one: beside another company the default title gives way
 * to their name, as it does for those that are there already.
 * @param companyId the company, where it is there
 */
export async function givenTitle(trx: Db, owner: NamedOwner, title: string, companyId?: number): Promise<string> {
  if (title !== DEFAULT_TITLE) return title;
  const own = await listCompaniesOfOwnerAcrossCompanies(trx, owner.id);
  const accesses = await listAccessesOfUserAcrossCompanies(trx, owner.id);
  const ids = [...own.map(({ id }) => id), ...accesses.map(({ company_id }) => company_id)];
  const taken = own.filter(({ id }) => id !== companyId).map((company) => company.title);
  return ids.some((id) => id !== companyId) ? ownersTitle(owner, taken) : title;
}

/**
 * A default title tells nobody which company it is once its owner works for another one, too: it gives way to their
 * name. Call it before the other one is added.
 * @param by left out: the owner
 */
export async function nameDefaultCompanies(
  trx: Db,
  owner: NamedOwner,
  by: LogAuthor = authorOfAccount(owner),
): Promise<void> {
  const companies = await listCompaniesOfOwnerAcrossCompanies(trx, owner.id);
  const taken = companies.map(({ title }) => title);
  for (const company of companies) {
    if (company.title !== DEFAULT_TITLE) continue;
    const title = ownersTitle(owner, taken);
    taken.push(title);
    await updateCompany(trx, company.id, { title }, nowText());
    await noteInLog(trx, {
      by,
      companyId: company.id,
      action: "company.update",
      subject: { model: "Company", ids: [company.id] },
      changes: [{ model: "Company", id: company.id, fields: { title: [DEFAULT_TITLE, title] } }],
    });
  }
}

/**
 * The first company of somebody who never had one. Whose company or membership was switched off, or who has left a
 * team, gets no new one, and no new trial, by verifying an e-mail once more.
 */
export async function ensureCompany(trx: Db, user: Owner): Promise<void> {
  if (await everHadCompanyAcrossCompanies(trx, user.id)) return;
  await setCurrentCompany(trx, user.id, await foundCompany(trx, user, DEFAULT_TITLE));
}

/** The same, unless an invitation waits for them: its page lets them answer, and add a company of their own. */
export async function ensureCompanyUnlessInvited(trx: Db, user: Owner): Promise<void> {
  if ((await waitingInvitations(trx, user.email)).length === 0) await ensureCompany(trx, user);
}

import { authorize } from "~/auth/actor.server";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies, setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { fullName } from "~/domain/access/person-name";
import { nowText } from "~/services/now.server";
import { manage } from "./managed-user.server";

/**
 * One more company of its owner. From then on a default title tells nobody which company it is, so those of the owner
 * take their name.
 */
async function addCompany(trx: Db, owner: UserRow, title: string): Promise<number> {
  const unnamed = await trx("companies").where({ user_id: owner.id, title: DEFAULT_TITLE }).whereNull("deleted_at");
  const id = await foundCompany(trx, owner, title);
  for (const company of unnamed)
    await updateCompany(trx, company.id, { title: `Company of ${fullName(owner) || owner.email}` }, nowText());
  return id;
}

/** A company whose owner is whoever adds it. @returns its id */
export async function createCompany(session: CompanySession, title: string): Promise<number> {
  authorize(session, "company.create");
  const { userId } = ofPerson(session);
  return withTransaction(db(), async (trx) => addCompany(trx, await getUserAcrossCompanies(trx, userId), title));
}

/** A company that a super admin adds for somebody, who is its owner. @returns its id. @throws AppError 403, 404 */
export const createCompanyOf = (session: CompanySession, userId: number, title: string): Promise<number> =>
  manage(session, userId, async (trx, user) => {
    const id = await addCompany(trx, user, title);
    if (user.current_company_id === null) await setCurrentCompany(trx, userId, id);
    return id;
  });

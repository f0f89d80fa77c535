import { authorOf } from "~/audit/note-in-log.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import { foundCompany, nameDefaultCompanies } from "~/auth/found-company.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies, setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { manage } from "./managed-user.server";

/** One more company of its owner. */
async function addCompany(session: CompanySession, trx: Db, owner: UserRow, title: string): Promise<number> {
  await nameDefaultCompanies(trx, owner, authorOf(session));
  return foundCompany(trx, owner, title);
}

/** A company whose owner is whoever adds it. @returns its id */
export async function createCompany(session: CompanySession, title: string): Promise<number> {
  authorize(session, "company.create");
  const { userId } = ofPerson(session);
  return withTransaction(db(), async (trx) => {
    const id = await addCompany(session, trx, await getUserAcrossCompanies(trx, userId), title);
    // Their other open pages list it, too.
    afterCommit(trx, () => publishAccessChange(userId));
    return id;
  });
}

/** A company that a super admin adds for somebody, who is its owner. @returns its id. @throws AppError 403, 404 */
export const createCompanyOf = (session: CompanySession, userId: number, title: string): Promise<number> =>
  manage(session, userId, async (trx, user) => {
    const id = await addCompany(session, trx, user, title);
    if (user.current_company_id === null) await setCurrentCompany(trx, userId, id);
    return id;
  });

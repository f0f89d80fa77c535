import { authorize } from "~/auth/actor.server";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { fullName } from "~/domain/access/person-name";
import { nowText } from "~/services/now.server";

/**
 * One more company, whose owner is whoever adds it. From then on a default title tells nobody which company it is, so
 * those of the owner take their name.
 * @returns its id
 */
export async function createCompany(session: CompanySession, title: string): Promise<number> {
  authorize(session, "company.create");
  const { userId } = ofPerson(session);
  return withTransaction(db(), async (trx) => {
    const user = await getUserAcrossCompanies(trx, userId);
    const unnamed = await trx("companies").where({ user_id: userId, title: DEFAULT_TITLE }).whereNull("deleted_at");
    const id = await foundCompany(trx, user, title);
    for (const company of unnamed)
      await updateCompany(trx, company.id, { title: `Company of ${fullName(user) || user.email}` }, nowText());
    return id;
  });
}

import { logAuthorOf } from "~/audit/note-in-log.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import { foundCompany, givenTitle, nameDefaultCompanies } from "~/auth/found-company.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { countAddedAcrossCompanies } from "~/db/repositories/companies.server";
import { lockUser, setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { manage } from "./managed-user.server";

/** One more company of its owner. */
async function addCompany(session: CompanySession, trx: Db, owner: UserRow, title: string): Promise<number> {
  await nameDefaultCompanies(trx, owner, logAuthorOf(session));
  return foundCompany(trx, owner, await givenTitle(trx, owner, title));
}

/** Each begins with a trial: whoever needs more in a day asks a platform admin, who adds them without a limit. */
const MOST_A_DAY = 20;

/** A company whose owner is whoever adds it. @returns its id. @throws AppError 429 */
export async function createCompany(session: CompanySession, title: string): Promise<number> {
  authorize(session, "company.create");
  const { userId } = ofPerson(session);
  return withTransaction(db(), async (trx) => {
    const owner = await lockUser(trx, userId);
    if ((await countAddedAcrossCompanies(trx, userId, addSeconds(nowText(), -DAY_SEC))) >= MOST_A_DAY)
      throw new AppError(
        "company.too_many",
        `You can add ${MOST_A_DAY} companies a day. Add the next one tomorrow, or ask a platform admin.`,
        { status: 429 },
      );
    const id = await addCompany(session, trx, owner, title);
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

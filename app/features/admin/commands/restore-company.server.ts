import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lockAnyAcrossCompanies, restoreAcrossCompanies } from "~/db/repositories/companies.server";
import { listUserIdsOfMembers } from "~/db/repositories/members.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refusalError } from "~/domain/decision";
import { mayRestore } from "~/domain/rights/may-erase";
import { nowText } from "~/services/now.server";

/**
 * Brings a deleted company back: its members work in it from their next request on. Its keys stay revoked.
 * @returns its title. @throws AppError 403, 404, 409 when its time is over
 */
export async function restoreCompany(session: CompanySession, companyId: number): Promise<string> {
  authorize(session, "companies.manage");
  return withTransaction(db(), async (trx) => {
    const company = await lockAnyAcrossCompanies(trx, companyId);
    const now = nowText();
    const allowed = mayRestore(company, now);
    if (!allowed.ok) throw refusalError(allowed.error);
    await restoreAcrossCompanies(trx, companyId, now);
    const userIds = new Set([...(await listUserIdsOfMembers(trx, companyId)), company.user_id]);
    afterCommit(trx, () => {
      for (const userId of userIds) if (userId !== null) publishAccessChange(userId);
    });
    return company.title;
  });
}

import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import { proveBy } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listApiKeys, revokeApiKey } from "~/db/repositories/api-keys.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { listUserIdsOfMembers } from "~/db/repositories/members.server";
import { closeOpenedCompany } from "~/db/repositories/sessions.server";
import { listRoutesByStatus } from "~/db/repositories/routes.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { mayRemoveCompany } from "~/domain/company/removal";
import { refusalError } from "~/domain/decision";
import { RouteStatus } from "~/domain/route/route-status";
import { nowText } from "~/services/now.server";
import type { CompanyRemoval } from "../schemas";

/**
 * Closes the company: its members work in their other companies from the next request on, its keys open nothing, its
 * links lead nowhere, and its data are kept, hidden.
 * @returns its title. @throws AppError 403, 409 while routes are on the road, 422, 429
 */
export async function removeCompany(session: CompanySession, { title, password }: CompanyRemoval): Promise<string> {
  authorize(session, "company.remove");
  const companyId = session.company.id;
  await proveBy(session, password);
  return withTransaction(db(), async (trx) => {
    const company = await lockCompany(trx, companyId);
    const onRoad = await listRoutesByStatus(trx, companyId, [RouteStatus.OnRoute]);
    const allowed = mayRemoveCompany(company, title, onRoad.length);
    if (!allowed.ok) throw refusalError(allowed.error);
    const now = nowText();
    for (const { id } of await listApiKeys(trx, companyId)) await revokeApiKey(trx, companyId, id, now);
    await updateCompany(trx, companyId, { deleted_at: now }, now);
    // Or it would be open again in their sessions when it comes back.
    await closeOpenedCompany(trx, companyId);
    const userIds = new Set([...(await listUserIdsOfMembers(trx, companyId)), company.user_id]);
    // Their open pages are told that they may not go on.
    afterCommit(trx, () => {
      for (const userId of userIds) if (userId !== null) publishAccessChange(userId);
    });
    return company.title;
  });
}

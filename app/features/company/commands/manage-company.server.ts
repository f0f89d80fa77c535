import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import { listUserIdsOfMembers } from "~/db/repositories/members.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { nowText } from "~/services/now.server";
import { publishSettings } from "./publish-settings.server";

/**
 * Whether the company's members and programs may work, from their next request on. The super admin goes on in it.
 * @throws AppError 403
 */
export async function setCompanyStatus(session: CompanySession, status: 0 | 1, tab?: string): Promise<void> {
  authorize(session, "companies.manage");
  const companyId = session.company.id;
  await withTransaction(db(), async (trx) => {
    const company = await lockCompany(trx, companyId);
    await updateCompany(trx, companyId, { status }, nowText());
    const userIds = new Set([...(await listUserIdsOfMembers(trx, companyId)), company.user_id]);
    // Their open pages are told that they may not go on, or that there is another company to work for.
    afterCommit(trx, () => {
      for (const userId of userIds) if (userId !== null) publishAccessChange(userId);
    });
  });
  publishSettings(session, tab);
}

/**
 * What super admins remark about a company; left out, it stays.
 * @throws AppError 403, 409 where somebody else has changed it since it was `seen`
 */
export async function saveCompanyComment(
  session: CompanySession,
  comment: string | undefined,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "companies.manage");
  if (comment === undefined) return;
  await withTransaction(db(), async (trx) => {
    const stored = (await lockCompany(trx, session.company.id)).admin_comment ?? "";
    const texts = { seen, stored: { admin_comment: stored }, next: { admin_comment: comment } };
    refuseStaleFields("company.changed", texts, () => ["Comment", stored]);
    await updateCompany(trx, session.company.id, { admin_comment: comment || null }, nowText());
  });
  publishSettings(session, tab);
}

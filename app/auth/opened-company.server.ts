/** The company that a session of a super admin works in, where it is another's. */
import { actorOf } from "./actor.server";
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { db } from "~/db/database.server";
import { findOpenableAcrossCompanies, firstOpenableAcrossCompanies } from "~/db/repositories/companies.server";
import type { OpenableCompany } from "~/db/repositories/companies.server";
import type { UserAccess } from "~/db/repositories/members.server";
import { replaceOpenedCompany } from "~/db/repositories/sessions.server";
import { withTransaction } from "~/db/transaction.server";
import type { SessionRow, UserRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";

type Opener = Pick<SessionRow, "id" | "opened_company_id">;

/** The rights of a super admin reach into every company that is not removed; in those of others they have no role. */
export async function openedAccess(
  user: UserRow,
  session: Opener,
  accesses: readonly UserAccess[],
): Promise<UserAccess | undefined> {
  if (!can(actorOf(user, undefined), "companies.open")) return undefined;
  const companyId = session.opened_company_id;
  const own = accesses.find((access) => access.company_id === companyId);
  if (own !== undefined) return own;
  const chosen = companyId === null ? undefined : await findOpenableAcrossCompanies(db(), companyId);
  const company = chosen ?? (accesses.length === 0 ? await openFirst(user, session) : undefined);
  if (company === undefined) return undefined;
  return {
    company_id: company.id,
    company_title: company.title,
    country_code: company.country_code,
    member_id: null,
    is_owner: 0,
    is_admin: 0,
    is_dispatcher: 0,
    is_courier: 0,
  };
}

/**
 * No company may shut a super admin out: without one of their own they work in the oldest, and choose another under
 * Admin. It is opened as by their own hand: the session keeps it, and the company's log tells it once.
 */
async function openFirst(user: UserRow, session: Opener): Promise<OpenableCompany | undefined> {
  const first = await firstOpenableAcrossCompanies(db());
  if (first === undefined) return undefined;
  await withTransaction(db(), async (trx) => {
    // Of requests that come at once, one opens it.
    if (!(await replaceOpenedCompany(trx, session.id, session.opened_company_id, first.id))) return;
    const by = { ...authorOfAccount(user), byPlatform: true };
    const subject = { model: "User", ids: [user.id] };
    await noteInLog(trx, { by, companyId: first.id, action: "company.open", subject });
  });
  return first;
}

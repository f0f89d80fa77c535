import type { CompanySession } from "~/auth/session.server";
import { authorize } from "~/auth/actor.server";
import { proveBy } from "~/auth/proof.server";
import type { Db } from "~/db/client.server";
import { onlyAdminOfAcrossCompanies } from "~/db/rights/only-admin.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { eraseUserFrom, getUnerasedUser } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { fullName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import { mayEraseUser } from "~/domain/rights/may-erase";
import { nowText } from "~/services/now.server";
import type { UserErasure } from "../schemas";
import { manage, managedUser } from "./managed-user.server";

/**
 * Decides that an account's names and contacts go: it is closed at once, unless it was removed before, and erased
 * within the hour (features/rights/run). There is no way back.
 * @returns its name. @throws AppError 403, also without a proof, 404, 409 one's own, or where a company has no other
 * administrator, 422, 429
 */
export async function eraseUser(
  session: CompanySession,
  { user_id: userId, title: typed, password }: UserErasure,
): Promise<string> {
  authorize(session, "users.manage");
  await proveBy(session, password);
  const decide = async (trx: Db, user: UserRow): Promise<string> => {
    const title = fullName(user) || user.email;
    const onlyAdminOf = await onlyAdminOfAcrossCompanies(trx, userId);
    const allowed = mayEraseUser(session.actor, { ...user, title }, { typed, onlyAdminOf });
    if (!allowed.ok) throw refusalError(allowed.error);
    const now = nowText();
    await eraseUserFrom(trx, userId, now);
    await endSessions(trx, userId);
    return title;
  };
  return manage(session, userId, decide, managedUser, getUnerasedUser);
}

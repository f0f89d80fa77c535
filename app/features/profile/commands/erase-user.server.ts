import type { CompanySession } from "~/auth/session.server";
import { authorize } from "~/auth/actor.server";
import { onlyAdminOfAcrossCompanies } from "~/db/rights/only-admin.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { updateUser } from "~/db/repositories/users.server";
import { fullName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import { mayEraseUser } from "~/domain/rights/may-erase";
import { nowText } from "~/services/now.server";
import { manage } from "./managed-user.server";

/**
 * Decides that an account's names and contacts go: it is closed at once, and erased within the hour
 * (features/rights/run). There is no way back.
 * @returns its name. @throws AppError 403, 404, 409 one's own, or where a company has no other administrator, 422
 */
export function eraseUser(session: CompanySession, userId: number, typed: string): Promise<string> {
  authorize(session, "users.manage");
  return manage(session, userId, async (trx, user) => {
    const title = fullName(user) || user.email;
    const onlyAdminOf = await onlyAdminOfAcrossCompanies(trx, userId);
    const allowed = mayEraseUser(session.actor, { ...user, title }, { typed, onlyAdminOf });
    if (!allowed.ok) throw refusalError(allowed.error);
    const now = nowText();
    await updateUser(trx, userId, { deleted_at: now, erase_at: now }, now);
    await endSessions(trx, userId);
    return title;
  });
}

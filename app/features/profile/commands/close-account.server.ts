import type { CompanySession } from "~/auth/session.server";
import { onlyAdminOfAcrossCompanies } from "~/db/rights/only-admin.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { updateUser } from "~/db/repositories/users.server";
import { fullName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import { mayTakeAway } from "~/domain/rights/may-erase";
import { nowText } from "~/services/now.server";
import { closableUser, manage } from "./managed-user.server";

/** Signs the account out everywhere and keeps it out until it is unblocked. @throws AppError 403, 404, 409 one's own */
export const banUser = (session: CompanySession, userId: number): Promise<void> =>
  manage(
    session,
    userId,
    async (trx) => {
      await updateUser(trx, userId, { status: "ban" }, nowText());
      await endSessions(trx, userId);
    },
    closableUser,
  );

/** Its sessions have ended: its holder signs in again. @throws AppError 403, 404 */
export const unbanUser = (session: CompanySession, userId: number): Promise<void> =>
  manage(session, userId, (trx) => updateUser(trx, userId, { status: "active" }, nowText()));

/**
 * Removes the account: nobody signs in with it, and no other account gets its e-mail. What it has done keeps its name,
 * and companies that it owns stay with their other administrators.
 * @returns its name. @throws AppError 403, 404, 409 one's own, or where a company has no other administrator
 */
export const removeUser = (session: CompanySession, userId: number): Promise<string> =>
  manage(
    session,
    userId,
    async (trx, user) => {
      const allowed = mayTakeAway(await onlyAdminOfAcrossCompanies(trx, userId));
      if (!allowed.ok) throw refusalError(allowed.error);
      await updateUser(trx, userId, { deleted_at: nowText() }, nowText());
      await endSessions(trx, userId);
      return fullName(user) || user.email;
    },
    closableUser,
  );

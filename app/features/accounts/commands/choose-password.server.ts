import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { changePassword } from "~/auth/new-password.server";
import { lockOwnAccount } from "~/auth/own-account.server";
import { ofPerson } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError, notAuthorized } from "~/lib/errors";
import { checkNewPassword, hashPassword, verifyPassword } from "~/services/password.server";

/**
 * Gives oneself a password in place of one that a super admin has set. The session goes on, all others end. The old one
 * isn't asked for: nothing else can be done with the session, and it may have been opened by a passkey.
 * @throws AppError 401, 409 for those whose password is their own, 422 for the password
 */
export async function choosePassword(session: Session | null, password: string): Promise<void> {
  if (session === null || session.held === "email") throw notAuthorized();
  if (session.held !== "password")
    throw new AppError("password.own", "Your password is your own. Change it on your profile.", { status: 409 });
  const { sessionId, userId } = ofPerson(session);
  const { email, password_hash: before } = await getUserAcrossCompanies(db(), userId);
  checkNewPassword(password, email);
  if (await verifyPassword(before, password))
    throw new AppError("password.same", "Choose another password than the one that was set for you", {
      status: 422,
      field: "password",
    });
  const hash = await hashPassword(password);
  await withTransaction(db(), async (trx) => {
    // When another password was set meanwhile, this session has ended with it.
    const user = await lockOwnAccount(trx, { sessionId, userId });
    await changePassword(trx, userId, hash, { keepId: sessionId });
    const companyId = user.current_company_id;
    const subject = { model: "User", ids: [userId] };
    await noteInLog(trx, { by: authorOfAccount(user), companyId, action: "account.choose_password", subject });
  });
}

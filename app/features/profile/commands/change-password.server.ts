import { authorize } from "~/auth/actor.server";
import { notAuthorized } from "~/auth/api-key.server";
import { sendReset } from "~/auth/account-links.server";
import { changedPasswordMail, passwordSetMail } from "~/auth/account-mails";
import { countMail } from "~/auth/mail-limits.server";
import { changePassword } from "~/auth/new-password.server";
import { lockOwnAccount } from "~/auth/own-account.server";
import { accountWithPassword } from "~/auth/own-password.server";
import { notedAsWrong } from "~/auth/proof.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";
import { checkNewPassword, hashPassword } from "~/services/password.server";
import { managedUser } from "./managed-user.server";

export const FILL_BOTH = "Fill both fields!";

const refusedField = (field: string, message: string): AppError =>
  new AppError("password.refused", message, { status: 422, field });

/**
 * Gives oneself a new password; all other sessions end, and a mail says so.
 * @throws AppError 401 when the session has ended or the password was changed meanwhile, 422 naming the field, 429
 */
export async function changeOwnPassword(session: CompanySession, before: string, next: string): Promise<void> {
  authorize(session, "profile.update");
  const { sessionId, userId } = ofPerson(session);
  if (before === "" || next === "") throw refusedField(before === "" ? "old_password" : "new_password", FILL_BOTH);
  const verified = await accountWithPassword(userId, before);
  if (verified === null) {
    const wrong = new AppError("password.wrong", "Old password is not correct", { status: 422, field: "old_password" });
    throw await notedAsWrong(session, wrong, "profile.password");
  }
  checkNewPassword(next, verified.email, "new_password");
  const hash = await hashPassword(next);
  await withTransaction(db(), async (trx) => {
    const now = await lockOwnAccount(trx, { sessionId, userId });
    // A reset meanwhile is the answer to somebody who knows the old password: it stands.
    if (now.session_version !== verified.session_version || now.password_hash !== verified.password_hash)
      throw notAuthorized();
    await changePassword(trx, userId, hash, { keepId: sessionId });
    await queueMail(trx, changedPasswordMail(now.email, publicLink(paths.login()), "everywhere else"));
  });
}

/**
 * A first password is chosen with a link that is mailed: a session alone, at an open computer, must not be enough for a
 * way in that lasts.
 * @throws AppError 429
 */
export async function mailPasswordLink(session: CompanySession): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  await countMail(session.user.email, null);
  await withTransaction(db(), async (trx) => sendReset(trx, await getUserAcrossCompanies(trx, userId)));
}

/**
 * Gives another account a new password; all its sessions end, and a mail says so. Whoever signs in next chooses one of
 * their own: the super admin knows this one.
 * @throws AppError 403, 404, 422
 */
export async function setPasswordOf(session: CompanySession, userId: number, next: string): Promise<void> {
  const user = managedUser(session, await getUserAcrossCompanies(db(), userId));
  if (userId === session.user.id)
    throw refusedField("new_password", "Change your own password with the old one, on your profile");
  checkNewPassword(next, user.email, "new_password");
  const hash = await hashPassword(next);
  await withTransaction(db(), async (trx) => {
    const { email } = managedUser(session, await getUserAcrossCompanies(trx, userId));
    await changePassword(trx, userId, hash, { isDue: true });
    await queueMail(trx, passwordSetMail(email, publicLink(paths.login())));
  });
}

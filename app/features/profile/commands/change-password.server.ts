import { doneNote } from "~/auth/done-note.server";
import { authorize } from "~/auth/actor.server";
import { sendReset } from "~/auth/account-links.server";
import { passwordSetMail } from "~/auth/account-mails";
import { countMail } from "~/auth/mail-limits.server";
import { changePassword } from "~/auth/new-password.server";
import { proveBy } from "~/auth/proof.server";
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
import type { UserPassword } from "../schemas";
import { managedUser } from "./managed-user.server";

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
 * @throws AppError 403, also without a proof, 404, 422, 429
 */
export async function setPasswordOf(
  session: CompanySession,
  { user_id: userId, new_password: next, password }: UserPassword,
): Promise<void> {
  const user = managedUser(session, await getUserAcrossCompanies(db(), userId));
  if (userId === session.user.id)
    throw new AppError("password.refused", "Change your own password with the old one, on your profile", {
      status: 422,
      field: "new_password",
    });
  checkNewPassword(next, user.email, "new_password");
  await proveBy(session, password);
  const hash = await hashPassword(next);
  await withTransaction(db(), async (trx) => {
    const { email } = managedUser(session, await getUserAcrossCompanies(trx, userId));
    await changePassword(trx, userId, hash, { isDue: true });
    await queueMail(trx, passwordSetMail(email, publicLink(paths.login()), doneNote("administrator")));
  });
}

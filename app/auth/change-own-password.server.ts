/** A new password for the old one, by whoever is signed in, in a company or in none. */
import { doneNote } from "./done-note.server";
import { changedPasswordMail } from "./account-mails";
import { authorize } from "./actor.server";
import { changePassword } from "./new-password.server";
import { lockOwnAccount } from "./own-account.server";
import { accountWithPassword } from "./own-password.server";
import { notedAsWrong } from "./proof.server";
import { ofPerson } from "./session.server";
import type { Session } from "./session.server";
import { db } from "~/db/database.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError, notAuthorized } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { checkNewPassword, hashPassword } from "~/services/password.server";
import { publicLink } from "~/services/public-address.server";

const FILL_BOTH = "Fill both fields!";

const refusedField = (field: string, message: string): AppError =>
  new AppError("password.refused", message, { status: 422, field });

/**
 * Gives oneself a new password; all other sessions end, and a mail says so.
 * @throws AppError 401 when the session has ended or the password was changed meanwhile, 422 naming the field, 429
 */
export async function changeOwnPassword(session: Session, before: string, next: string): Promise<void> {
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
    await queueMail(trx, changedPasswordMail(now.email, publicLink(paths.login()), doneNote(), "everywhere else"));
  });
}

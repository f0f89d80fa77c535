import { doneNote } from "~/auth/done-note.server";
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { EMAIL_VERIFY, PASSWORD_RESET } from "~/auth/account-links.server";
import { changedPasswordMail } from "~/auth/account-mails";
import { changePassword } from "~/auth/new-password.server";
import { db } from "~/db/database.server";
import { findToken, redeemToken, revokeTokens } from "~/db/repositories/tokens.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { checkNewPassword, hashPassword } from "~/services/password.server";
import { publicLink } from "~/services/public-address.server";
import { isOfAccount, LINK_ENDED, noteVerified } from "./verify-email.server";

const linkEnded = (): AppError => new AppError("link.ended", LINK_ENDED, { status: 410, field: "token" });

interface ResetInput {
  token: string;
  email: string;
  password: string;
}

/**
 * Sets a new password with a link's token. All sessions end. Whoever has the link has the mailbox, so that the e-mail
 * is verified with it.
 * @throws AppError 410, 422 for the password; the link stays as it was then
 */
export async function resetPassword({ token, email, password }: ResetInput): Promise<void> {
  // A hash is made only for those who have a link.
  if ((await findToken(db(), PASSWORD_RESET, token, nowText())) === null) throw linkEnded();
  checkNewPassword(password, email);
  const passwordHash = await hashPassword(password);
  await withTransaction(db(), async (trx) => {
    const row = await redeemToken(trx, PASSWORD_RESET, token, nowText());
    const user = row?.user_id == null ? undefined : await findUserAcrossCompanies(trx, row.user_id);
    if (row === null || user === undefined || !isOfAccount(row, user, email)) throw linkEnded();
    const isFirst = user.password_hash === null;
    await changePassword(trx, user.id, passwordHash);
    await revokeTokens(trx, EMAIL_VERIFY, user.id);
    await noteVerified(trx, user);
    const companyId = user.current_company_id;
    const subject = { model: "User", ids: [user.id] };
    await noteInLog(trx, { by: authorOfAccount(user), companyId, action: "account.reset_password", subject });
    if (!isFirst)
      await queueMail(trx, changedPasswordMail(user.email, publicLink(paths.login()), doneNote(), "everywhere"));
  });
}

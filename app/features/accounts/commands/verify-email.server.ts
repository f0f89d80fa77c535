import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { EMAIL_VERIFY } from "~/auth/account-links.server";
import { claimAccount } from "~/auth/claim-account.server";
import { ensureCompanyUnlessInvited } from "~/auth/found-company.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { parseJson } from "~/db/codecs.server";
import { findToken, redeemToken } from "~/db/repositories/tokens.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import type { TokenRow, UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { CHOOSE_PASSWORD } from "~/domain/access/password-rules";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { checkNewPassword, hashPassword } from "~/services/password.server";

export const LINK_ENDED = "This link has expired or was used already.";

export const linkEnded = (): AppError => new AppError("link.ended", LINK_ENDED, { status: 410 });

/** Whom the link was sent to, if it still is their e-mail and they may work. */
export function isOfAccount(token: TokenRow, user: UserRow, email: string): boolean {
  const { email: sentTo } = parseJson<{ email?: string }>(token.payload, {});
  return token.user_id === user.id && sentTo === email && user.email === email && user.status === "active";
}

/** The mailbox has answered. Whoever begins, and was invited nowhere, gets a company of their own. */
export async function noteVerified(trx: Db, user: UserRow): Promise<void> {
  if (user.email_verified_at !== null) return;
  const now = nowText();
  await updateUser(trx, user.id, { email_verified_at: now }, now);
  if (user.is_completed === 0) await ensureCompanyUnlessInvited(trx, user);
  await noteInLog(trx, {
    by: authorOfAccount(user),
    companyId: user.current_company_id,
    action: "account.verify",
    subject: { model: "User", ids: [user.id] },
    changes: [{ model: "User", id: user.id, fields: { email_verified_at: [null, now] } }],
  });
}

interface VerifyInput {
  userId: number | null;
  token: string;
  /** "" for none */
  password: string;
  /** whether whoever opens the link has to choose the account's password */
  asksPassword(user: UserRow): Promise<boolean>;
}

/**
 * Verifies the e-mail of an account with the link that was sent to it. Whoever typed the address first has chosen the
 * password, and may be somebody else: where the password wasn't chosen by whoever opens the link, they choose one now,
 * and nothing stays of what was there before. Refused, the link stays as it was.
 * @returns the account as it is now, and whether its holder begins with it
 * @throws AppError 410, 422 for the password
 */
export async function verifyEmail(input: VerifyInput): Promise<{ user: UserRow; begins: boolean }> {
  const { userId, token, password } = input;
  // A hash is made only for those who have a link.
  const found = await findToken(db(), EMAIL_VERIFY, token, nowText());
  if (found === null || found.user_id === null || found.user_id !== userId) throw linkEnded();
  const known = await getUserAcrossCompanies(db(), userId);
  if (!isOfAccount(found, known, known.email)) throw linkEnded();
  const fresh = (await input.asksPassword(known)) ? await hashOfNew(password, known.email) : null;
  return withTransaction(db(), async (trx) => {
    const row = await redeemToken(trx, EMAIL_VERIFY, token, nowText());
    const user = await getUserAcrossCompanies(trx, userId);
    // Another password, or e-mail, since then.
    if (row === null || !isOfAccount(row, user, user.email) || user.password_hash !== known.password_hash)
      throw linkEnded();
    const begins = user.is_completed === 0 && user.email_verified_at === null;
    if (fresh !== null) await claimAccount(trx, user, { name: user.name, surname: user.surname, password_hash: fresh });
    await noteVerified(trx, user);
    return { user: await getUserAcrossCompanies(trx, userId), begins };
  });
}

/** @throws AppError 422 */
async function hashOfNew(password: string, email: string): Promise<string> {
  if (password === "") throw new AppError("password.missing", CHOOSE_PASSWORD, { status: 422, field: "password" });
  checkNewPassword(password, email);
  return hashPassword(password);
}

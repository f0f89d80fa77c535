import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { EMAIL_VERIFY } from "~/auth/account-links.server";
import { ensureCompany } from "~/auth/found-company.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { parseJson } from "~/db/codecs.server";
import { redeemToken } from "~/db/repositories/tokens.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import type { TokenRow, UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";

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
  if (user.is_completed === 0) await ensureCompany(trx, user);
  await noteInLog(trx, {
    by: authorOfAccount(user),
    companyId: user.current_company_id,
    action: "account.verify",
    subject: { model: "User", ids: [user.id] },
    changes: [{ model: "User", id: user.id, fields: { email_verified_at: [null, now] } }],
  });
}

/**
 * Verifies the e-mail of an account with the link that was sent to it. Refused, the link stays as it was.
 * @returns the account as it was before
 * @throws AppError 410
 */
export async function verifyEmail(userId: number | null, token: string): Promise<UserRow> {
  return withTransaction(db(), async (trx) => {
    const row = await redeemToken(trx, EMAIL_VERIFY, token, nowText());
    if (row === null || row.user_id === null || row.user_id !== userId) throw linkEnded();
    const user = await getUserAcrossCompanies(trx, userId);
    if (!isOfAccount(row, user, user.email)) throw linkEnded();
    await noteVerified(trx, user);
    return user;
  });
}

/** The links that accounts are sent: each is for one matter, works once, and is the only one of its kind. */
import { passwordMail, verificationMail, welcomeMail } from "./account-mails";
import type { Db } from "~/db/client.server";
import { createToken, revokeTokens } from "~/db/repositories/tokens.server";
import { noteLinkSent } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { DAY_SEC } from "~/domain/time/calendar";
import { queueMail, queueNothing } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import type { Mail } from "~/services/mail/mailer";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";

export const EMAIL_VERIFY = "email_verify";
export const PASSWORD_RESET = "password_reset";
/** of tokens that open nothing */
const NO_LINK = "none";

const RESET_SEC = 3600;

type Account = Pick<UserRow, "id" | "email">;

/** The one link of its kind that works from now on. The e-mail is part of it: another one needs a link of its own. */
async function onlyLink(trx: Db, kind: string, { id, email }: Account, ttlSec: number): Promise<string> {
  await revokeTokens(trx, kind, id);
  await noteLinkSent(trx, id, nowText());
  return createToken(trx, { kind, userId: id, payload: { email }, ttlSec }, nowText());
}

/** Asks the holder of the account's e-mail to confirm it. */
export async function sendVerification(trx: Db, account: Account): Promise<void> {
  const token = await onlyLink(trx, EMAIL_VERIFY, account, DAY_SEC);
  await queueMail(trx, verificationMail(account.email, publicLink(paths.verifyLink(account.id, token))));
}

/** Lets the holder of the account's e-mail choose a new password. */
export async function sendReset(trx: Db, account: Account): Promise<void> {
  const token = await onlyLink(trx, PASSWORD_RESET, account, RESET_SEC);
  await queueMail(trx, passwordMail(account.email, publicLink(paths.reset(token, account.email))));
}

/** The same for an account that has none yet. */
export async function sendWelcome(trx: Db, account: Account): Promise<void> {
  const token = await onlyLink(trx, PASSWORD_RESET, account, DAY_SEC);
  await queueMail(trx, welcomeMail(account.email, publicLink(paths.reset(token, account.email))));
}

/**
 * A mail without a link, or none at all: writes as many rows as a mail with one, so that the time of an answer does not
 * tell for which e-mails there is an account.
 */
export async function sendInstead(trx: Db, mail: Mail | null): Promise<void> {
  await revokeTokens(trx, NO_LINK, 0);
  await noteLinkSent(trx, 0, nowText());
  await createToken(trx, { kind: NO_LINK, userId: null, payload: { email: "" }, ttlSec: RESET_SEC }, nowText());
  if (mail === null) await queueNothing(trx);
  else await queueMail(trx, mail);
}

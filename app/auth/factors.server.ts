/** The second factors of an account: what it has, and how an answer is checked. */
import { doneNote } from "./done-note.server";
import { recoveryUsedMail } from "./factor-mails";
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import type { Db } from "~/db/client.server";
import {
  countPasskeys,
  countRecoveryCodes,
  findTotp,
  removePasskeys,
  removeTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from "~/db/repositories/factors.server";
import type { UserRow } from "~/db/tables";
import { readCode } from "~/domain/access/second-factor";
import type { AccountFactors } from "~/domain/access/second-factor";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { hashOfRecoveryCode } from "~/services/factors/recovery-codes.server";
import { openTotp, stepOf } from "~/services/factors/totp.server";
import { nowSec, nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";

export async function factorsOf(db: Db, userId: number): Promise<AccountFactors> {
  const totp = await findTotp(db, userId);
  return {
    hasTotp: totp !== undefined && totp.confirmed_at !== null,
    passkeys: await countPasskeys(db, userId),
    recoveryCodes: await countRecoveryCodes(db, userId),
  };
}

/**
 * Takes a code of the account's app, or one of its recovery codes, which is used up with it and told by a mail.
 * @returns false: wrong, or taken before
 */
export async function takeCode(trx: Db, user: UserRow, typed: string): Promise<boolean> {
  const read = readCode(typed);
  if (read === null) return false;
  if (read.kind === "totp") return takeTotp(trx, user.id, read.code);
  if (!(await takeRecoveryCode(trx, user.id, hashOfRecoveryCode(read.code), nowText()))) return false;
  const left = await countRecoveryCodes(trx, user.id);
  await queueMail(trx, recoveryUsedMail(user.email, left, publicLink(paths.profileSecurity()), doneNote()));
  const subject = { model: "User", ids: [user.id] };
  await noteInLog(trx, {
    by: authorOfAccount(user),
    companyId: user.current_company_id,
    action: "user.use_recovery_code",
    subject,
  });
  return true;
}

async function takeTotp(trx: Db, userId: number, code: string): Promise<boolean> {
  const totp = await findTotp(trx, userId);
  const secret = totp?.confirmed_at ? openTotp(totp.secret) : null;
  // The user can't do anything about it, and is told what is said of every code that doesn't count.
  if (totp?.confirmed_at && secret === null)
    console.error(`The authenticator app of user ${userId} was set up with another secret of the server.`);
  if (totp === undefined || secret === null) return false;
  const step = stepOf(secret, code, nowSec());
  return step !== null && takeStep(trx, totp.id, step);
}

/** The account's sign-in has one step again. @returns whether it had a second factor */
export async function removeFactors(trx: Db, userId: number): Promise<boolean> {
  const removed = (await removeTotp(trx, userId)) + (await removePasskeys(trx, userId));
  await replaceRecoveryCodes(trx, userId, [], nowText());
  return removed > 0;
}

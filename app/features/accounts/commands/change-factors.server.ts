/** What people change about their second factors, once they have shown that it is them. */
import { doneNote } from "~/auth/done-note.server";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { factorAddedMail, factorRemovedMail, newCodesMail } from "~/auth/factor-mails";
import { factorsOf } from "~/auth/factors.server";
import { addPasskey } from "~/auth/passkeys.server";
import { notedAsWrong, requireProof } from "~/auth/proof.server";
import { countFactorTry, resetFactorTries, wrongCode } from "~/auth/second-step.server";
import { endSessionsOf, ofPerson } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { waysInOf } from "~/auth/ways-in.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import {
  confirmTotp,
  countPasskeys,
  findTotp,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from "~/db/repositories/factors.server";
import { lockUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import type { UserRow } from "~/db/tables";
import { hasSecondFactor, readCode } from "~/domain/access/second-factor";
import { mayRemovePasskey } from "~/domain/access/ways-in";
import { AppError, notFound } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { newRecoveryCodes } from "~/services/factors/recovery-codes.server";
import { newTotpSecret, openTotp, sealTotp, stepOf } from "~/services/factors/totp.server";
import { nowSec, nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";

const MAX_PASSKEYS = 20;
const APP = "an authenticator app";
const PASSKEY = "a passkey";
const profileUrl = () => publicLink(paths.profileSecurity());

/** Answers that were wrong: of a new factor, by somebody who may change them. */
const WRONG = ["auth.wrong_code", "passkey.refused"];

/** Work that takes an answer of a new factor. */
async function noted<Result>(session: Session, action: string, work: Promise<Result>): Promise<Result> {
  return work.catch(async (error: unknown) => {
    throw error instanceof AppError && WRONG.includes(error.code) ? await notedAsWrong(session, error, action) : error;
  });
}

/** One change at a time of an account. @throws AppError 403 without a proof */
async function change<Result>(session: Session, work: (trx: Db, user: UserRow) => Promise<Result>): Promise<Result> {
  await requireProof(session);
  return withTransaction(db(), async (trx) => work(trx, await lockUser(trx, ofPerson(session).userId)));
}

const note = (trx: Db, session: Session, action: string): Promise<void> =>
  noteInLog(trx, {
    by: logAuthorOf(session),
    companyId: session.company?.id ?? null,
    action,
    subject: { model: "User", ids: [ofPerson(session).userId] },
  });

async function makeCodes(trx: Db, userId: number): Promise<string[]> {
  const { shown, hashes } = newRecoveryCodes();
  await replaceRecoveryCodes(trx, userId, hashes, nowText());
  return shown;
}

/** @returns the recovery codes that come with the first factor; else null */
async function added(trx: Db, session: Session, user: UserRow, what: string, isFirst: boolean) {
  await endSessionsOf(trx, session, user.id);
  await queueMail(trx, factorAddedMail(user.email, what, profileUrl(), doneNote()));
  return isFirst ? makeCodes(trx, user.id) : null;
}

async function removed(trx: Db, user: UserRow, what: string): Promise<void> {
  const isLast = !hasSecondFactor(await factorsOf(trx, user.id));
  if (isLast) await replaceRecoveryCodes(trx, user.id, [], nowText());
  await queueMail(trx, factorRemovedMail(user.email, what, isLast, profileUrl(), doneNote()));
}

/** A new secret, which counts once a code of it is typed. @throws AppError 403, 409 */
export const startApp = (session: Session): Promise<void> =>
  change(session, async (trx, user) => {
    await startTotp(trx, user.id, sealTotp(newTotpSecret()), nowText());
    await note(trx, session, "user.start_app");
  });

/** The app is not wanted after all. */
export const cancelApp = (session: Session): Promise<void> =>
  change(session, async (trx, user) => {
    if ((await findTotp(trx, user.id))?.confirmed_at !== null) return;
    await removeTotp(trx, user.id);
    await note(trx, session, "user.cancel_app");
  });

/** @returns the recovery codes, or null. @throws AppError 403, 404, 409, 422, 429 */
export async function confirmApp(session: Session, ip: string, typed: string): Promise<string[] | null> {
  const { userId } = ofPerson(session);
  await countFactorTry(userId, ip);
  const confirmed = change(session, async (trx, user) => {
    const isFirst = !hasSecondFactor(await factorsOf(trx, user.id));
    const totp = await findTotp(trx, user.id);
    if (totp === undefined) throw notFound("Authenticator app");
    const secret = openTotp(totp.secret);
    const read = readCode(typed);
    const step = secret !== null && read?.kind === "totp" ? stepOf(secret, read.code, nowSec()) : null;
    if (step === null) throw wrongCode();
    if (!(await confirmTotp(trx, totp, step, nowText())))
      throw new AppError("factor.on", "Your authenticator app is set up already.", { status: 409 });
    await note(trx, session, "user.add_app");
    return added(trx, session, user, APP, isFirst);
  });
  const codes = await noted(session, "user.add_app", confirmed);
  await resetFactorTries(userId, ip);
  return codes;
}

/** @throws AppError 403, 404 */
export const removeApp = (session: Session): Promise<void> =>
  change(session, async (trx, user) => {
    if ((await removeTotp(trx, user.id)) === 0) throw notFound("Authenticator app");
    await note(trx, session, "user.remove_app");
    await removed(trx, user, APP);
  });

/** @returns the new codes; those of before are worth nothing. @throws AppError 403, 409 without a second factor */
export const newCodes = (session: Session): Promise<string[]> =>
  change(session, async (trx, user) => {
    if (!hasSecondFactor(await factorsOf(trx, user.id)))
      throw new AppError("factor.none", "Set up an authenticator app or a passkey first.", { status: 409 });
    await note(trx, session, "user.new_recovery_codes");
    await queueMail(trx, newCodesMail(user.email, profileUrl(), doneNote()));
    return makeCodes(trx, user.id);
  });

/** @returns the recovery codes, or null. @throws AppError 403, 409, 422 */
export const keepPasskey = (session: Session, name: string, credential: string): Promise<string[] | null> =>
  noted(
    session,
    "user.add_passkey",
    change(session, async (trx, user) => {
      if ((await countPasskeys(trx, user.id)) >= MAX_PASSKEYS)
        throw new AppError("passkey.many", `An account has at most ${MAX_PASSKEYS} passkeys.`, { status: 409 });
      const isFirst = !hasSecondFactor(await factorsOf(trx, user.id));
      await addPasskey(trx, user, name, credential);
      await note(trx, session, "user.add_passkey");
      return added(trx, session, user, PASSKEY, isFirst);
    }),
  );

/** @throws AppError 403, 404, 409 for the last way in */
export const dropPasskey = (session: Session, passkeyId: number): Promise<void> =>
  change(session, async (trx, user) => {
    const ways = await waysInOf(trx, user);
    if ((await removePasskey(trx, user.id, passkeyId)) === undefined) throw notFound("Passkey");
    if (!mayRemovePasskey(ways))
      throw new AppError("passkey.last", "This is your only way to sign in. Set a password first.", { status: 409 });
    await note(trx, session, "user.remove_passkey");
    await removed(trx, user, PASSKEY);
  });

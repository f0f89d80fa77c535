import { doneNote } from "~/auth/done-note.server";
import type { FactorRemoval, UserEmailInput } from "../schemas";
import { sendVerification } from "~/auth/account-links.server";
import { changedEmailMail } from "~/auth/account-mails";
import { authorize } from "~/auth/actor.server";
import { factorsTakenMail } from "~/auth/factor-mails";
import { removeFactors } from "~/auth/factors.server";
import { ensureCompanyUnlessInvited } from "~/auth/found-company.server";
import { countMail } from "~/auth/mail-limits.server";
import { proveBy } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { endSessions } from "~/db/repositories/sessions.server";
import type { UserChanges } from "~/db/repositories/users.server";
import { getUserAcrossCompanies, isEmailFree, updateUser } from "~/db/repositories/users.server";
import { AppError } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { publicLink } from "~/services/public-address.server";
import { nowText } from "~/services/now.server";
import { manage, managedUser, unverifiableUser } from "./managed-user.server";

/**
 * Another e-mail, verified or not: not verified, its holder gets the mail that verifies it. The old one is told,
 * because the new one opens the account from then on.
 * @throws AppError 403, also without a proof, 404, 409 'email.taken', 'account.own_email' for one's own that would not
 * be verified, 422, 429
 */
export async function changeEmail(
  session: CompanySession,
  { user_id, email, verified, password }: UserEmailInput,
): Promise<void> {
  authorize(session, "users.manage");
  await proveBy(session, password);
  await manage(
    session,
    user_id,
    async (trx, user) => {
      if (!(await isEmailFree(trx, email, user.id)))
        throw new AppError("email.taken", "Email is not available", { status: 409, field: "email" });
      const changes: UserChanges = { email };
      if (!verified) changes.email_verified_at = null;
      else if (user.email_verified_at === null) changes.email_verified_at = nowText();
      await updateUser(trx, user.id, changes, nowText());
      // Behind an address that nobody has confirmed may be a stranger: it was mistyped.
      if (email !== user.email && user.email_verified_at !== null)
        await queueMail(
          trx,
          changedEmailMail(
            user.email,
            publicLink(paths.login()),
            doneNote("administrator"),
            publicLink(paths.publicPage("contacts")),
          ),
        );
      if (!verified) await sendVerification(trx, { id: user.id, email });
      else if (user.email_verified_at === null) await ensureCompanyUnlessInvited(trx, { ...user, email });
    },
    verified ? managedUser : unverifiableUser,
  );
}

/** Instead of the account's holder. */
export const verifyUser = (session: CompanySession, userId: number): Promise<void> =>
  manage(session, userId, async (trx, user) => {
    if (user.email_verified_at !== null) return;
    await updateUser(trx, userId, { email_verified_at: nowText() }, nowText());
    await ensureCompanyUnlessInvited(trx, user);
  });

/** @throws AppError 403, 404, 409 for an e-mail that is verified, 429 */
export async function mailVerification(session: CompanySession, userId: number): Promise<void> {
  authorize(session, "users.manage");
  const { email, email_verified_at } = await getUserAcrossCompanies(db(), userId);
  // Before the transaction: limits have their own, and SQLite has one at a time.
  if (email_verified_at === null) await countMail(email, null);
  await manage(session, userId, async (trx, user) => {
    if (user.email_verified_at !== null)
      throw new AppError("email.verified", "This e-mail is verified already", { status: 409 });
    await sendVerification(trx, user);
  });
}

/**
 * For somebody who has lost their phone and their codes. Whoever took them is signed out, too.
 * @throws AppError 403, also without a proof, 404, 409 for an account without, 422, 429
 */
export async function removeSecondFactor(
  session: CompanySession,
  { user_id: userId, password }: FactorRemoval,
): Promise<void> {
  authorize(session, "users.manage");
  await proveBy(session, password);
  await manage(session, userId, async (trx, user) => {
    if (userId === session.user.id)
      throw new AppError("factor.own", "Change your own second step on your profile", { status: 409 });
    if (!(await removeFactors(trx, userId)))
      throw new AppError("factor.none", "This account has no second step", { status: 409 });
    await endSessions(trx, userId);
    await queueMail(
      trx,
      factorsTakenMail(
        user.email,
        publicLink(paths.login()),
        doneNote("administrator"),
        publicLink(paths.publicPage("contacts")),
      ),
    );
  });
}

export const saveComment = (session: CompanySession, userId: number, comment: string): Promise<void> =>
  manage(session, userId, (trx) => updateUser(trx, userId, { admin_comment: comment || null }, nowText()));

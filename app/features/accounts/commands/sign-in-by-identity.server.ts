import { doneNote } from "~/auth/done-note.server";
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { identityLinkedMail } from "~/auth/account-mails";
import { claimAccount } from "~/auth/claim-account.server";
import { ensureCompany, ensureCompanyUnlessInvited } from "~/auth/found-company.server";
import { blockedAccount } from "~/auth/sign-in.server";
import { waysInOf } from "~/auth/ways-in.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findIdentity, insertIdentity, noteIdentityUse } from "~/db/repositories/identities.server";
import {
  findAccountByEmail,
  findUserAcrossCompanies,
  getUserAcrossCompanies,
  insertUser,
} from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { socialWay } from "~/domain/access/social-account";
import { hasOwnWayIn } from "~/domain/access/ways-in";
import { AppError } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { SocialPerson } from "~/services/social/social-sign-in";

/** Somebody whom a provider has signed in. */
interface Arrival {
  person: SocialPerson;
  /** what the provider is called */
  title: string;
  /** came with the link of an invitation: a team is waiting, and a company of their own is not wanted */
  isInvited: boolean;
}

type SocialOutcome =
  | { kind: "open"; user: UserRow }
  /** the holder of this account is to sign in their own way first */
  | { kind: "sign_in_first"; userId: number }
  | { kind: "refused"; error: AppError; user: UserRow | undefined };

const unconfirmed = (title: string): AppError =>
  new AppError(
    "social.unconfirmed",
    `${title} has not confirmed your e-mail. Confirm it there, or sign up with e-mail and password.`,
    { status: 403 },
  );

/** Which account the identity opens, made or linked where that is safe: decision 073. */
export async function signInByIdentity(arrival: Arrival): Promise<SocialOutcome> {
  const work = () => withTransaction(db(), (trx) => signInIn(trx, arrival));
  const outcome = await work().catch((error: unknown) => {
    // Two came back at once: for the second one the account or the identity is there.
    if (error instanceof AppError && error.status === 409) return work();
    throw error;
  });
  if (outcome.kind === "refused") await noteRefusal(outcome);
  return outcome;
}

async function signInIn(trx: Db, arrival: Arrival): Promise<SocialOutcome> {
  const { person, title } = arrival;
  const identity = await findIdentity(trx, person.issuer, person.subject);
  if (identity !== undefined) {
    const user = await findUserAcrossCompanies(trx, identity.user_id);
    if (user?.status !== "active") return { kind: "refused", error: blockedAccount(), user };
    await noteIdentityUse(trx, identity.id, nowText());
    return { kind: "open", user };
  }
  const account = person.email === null ? undefined : await findAccountByEmail(trx, person.email);
  const found = account && { ...account, hasOwnWayIn: hasOwnWayIn(await waysInOf(trx, account)) };
  const decided = socialWay(person, found);
  switch (decided.way) {
    case "unconfirmed":
      return { kind: "refused", error: unconfirmed(title), user: undefined };
    case "closed":
      return { kind: "refused", error: blockedAccount(), user: decided.account };
    case "sign_in_first":
      return { kind: "sign_in_first", userId: decided.account.id };
    case "create":
      return { kind: "open", user: await createAccount(trx, arrival) };
    case "claim":
    case "join":
      return { kind: "open", user: await takeAccount(trx, decided.account, arrival) };
  }
}

async function createAccount(trx: Db, arrival: Arrival): Promise<UserRow> {
  const { email, name, surname } = arrival.person;
  const now = nowText();
  const values = { email: email ?? "", name, surname, password_hash: null, email_verified_at: now };
  const id = await insertUser(trx, values, now);
  const subject = { model: "User", ids: [id] };
  await noteInLog(trx, { by: null, companyId: null, action: "account.sign_up", subject });
  await linkTo(trx, id, arrival.person);
  return withCompany(trx, id, arrival);
}

/** Nobody has a way in that this one goes around: the account was never confirmed, or opens by mailed links alone. */
async function takeAccount(trx: Db, account: UserRow, arrival: Arrival): Promise<UserRow> {
  const { name, surname } = arrival.person;
  if (account.email_verified_at === null)
    await claimAccount(trx, account, {
      name: account.name || name,
      surname: account.surname || surname,
      password_hash: null,
    });
  await linkTo(trx, account.id, arrival.person);
  await queueMail(trx, identityLinkedMail(account.email, arrival.title, publicLink(paths.profile()), doneNote()));
  return account.is_completed === 0 ? withCompany(trx, account.id, arrival) : getUserAcrossCompanies(trx, account.id);
}

async function linkTo(trx: Db, userId: number, { issuer, subject, email }: SocialPerson): Promise<void> {
  const now = nowText();
  const id = await insertIdentity(trx, { user_id: userId, issuer, subject, email }, now);
  await noteIdentityUse(trx, id, now);
  const user = await getUserAcrossCompanies(trx, userId);
  const [by, companyId] = [authorOfAccount(user), user.current_company_id];
  await noteInLog(trx, { by, companyId, action: "identity.link", subject: { model: "UserIdentity", ids: [id] } });
}

/** Whoever begins gets a company of their own, as by the mail that verifies. */
async function withCompany(trx: Db, userId: number, { isInvited }: Arrival): Promise<UserRow> {
  const user = await getUserAcrossCompanies(trx, userId);
  if (isInvited) await ensureCompanyUnlessInvited(trx, user);
  else await ensureCompany(trx, user);
  return getUserAcrossCompanies(trx, userId);
}

const noteRefusal = ({ error, user }: { error: AppError; user: UserRow | undefined }): Promise<void> =>
  noteInLog(db(), {
    by: null,
    companyId: user?.current_company_id ?? null,
    action: "session.sign_in",
    refusal: error.code,
    subject: { model: "User", ids: user === undefined ? [] : [user.id] },
  });

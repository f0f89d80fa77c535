import { noteInLog } from "~/audit/note-in-log.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { sendInstead, sendVerification, sendWelcome } from "~/auth/account-links.server";
import { closedAccountMail, knownAccountMail } from "~/auth/account-mails";
import { isUnclaimed } from "~/auth/claim-account.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findAccountByEmail, insertUser, setPassword, touchUser } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";

interface Registration {
  email: string;
  /** null: chosen through the mail's link */
  passwordHash: string | null;
  languageId: number | null;
  name?: string;
}

/**
 * Makes an account and sends its link; for an e-mail that has an account already, a mail says so. Nobody but the
 * mailbox learns which of them it was: both write as many rows.
 */
export async function register(registration: Registration): Promise<void> {
  const work = () => withTransaction(db(), (trx) => registerIn(trx, registration));
  await work().catch((error: unknown) => {
    // The same address was sent twice at once: for the second one the account is there.
    if (error instanceof AppError && error.code === "db.duplicate") return work();
    throw error;
  });
}

async function registerIn(trx: Db, { email, passwordHash, languageId, name = "" }: Registration): Promise<void> {
  const user = await findAccountByEmail(trx, email);
  const now = nowText();
  if (user !== undefined && !isUnclaimed(user)) {
    const isOpen = user.status === "active" && user.deleted_at === null;
    await touchUser(trx, user.id);
    await noteSignUp(trx, user, "account.known");
    const mail = isOpen
      ? knownAccountMail(email, publicLink(paths.login()))
      : closedAccountMail(email, publicLink(paths.login()), publicLink(paths.publicPage("contacts")));
    return sendInstead(trx, mail);
  }
  const send = passwordHash === null ? sendWelcome : sendVerification;
  if (user === undefined) {
    const id = await insertUser(trx, { email, name, password_hash: passwordHash, language_id: languageId }, now);
    await noteSignUp(trx, { id });
    return send(trx, { id, email });
  }
  // The last one who signs up has the newest link, and with it the password of their own.
  if (passwordHash === null) await touchUser(trx, user.id);
  else await setPassword(trx, user.id, passwordHash, now);
  await noteSignUp(trx, user);
  await send(trx, user);
  afterCommit(trx, () => publishAccessChange(user.id));
}

const noteSignUp = (trx: Db, { id }: Pick<UserRow, "id">, refusal?: string): Promise<void> =>
  noteInLog(trx, {
    by: null,
    companyId: null,
    action: "account.sign_up",
    refusal,
    subject: { model: "User", ids: [id] },
  });

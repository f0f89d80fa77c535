import type { Db } from "~/db/client.server";
import { insertMail } from "~/db/repositories/mails.server";
import type { Mail } from "~/services/mail/mailer";
import { checkMail } from "~/services/mail/check-mail";
import { sealBody } from "./mail-body.server";
import { nowText } from "~/services/now.server";

/**
 * Puts a mail into the queue, in the transaction of what it tells of: rolled back, it is never sent; committed, it is
 * sent even when this process dies. No request waits for the mail server.
 * @throws MailRefused when it can't be sent as it is
 */
export async function queueMail(trx: Db, mail: Mail): Promise<void> {
  checkMail(mail);
  await insertMail(trx, { recipient: mail.to, subject: mail.subject, body: sealBody(mail) }, nowText());
}

/** A row that is removed without a mail. */
export const queueNothing = (trx: Db): Promise<void> =>
  insertMail(trx, { recipient: "", subject: "", body: null }, nowText());

import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { claimMail, noteMailFailure, removeMail } from "~/db/repositories/mails.server";
import type { MailRow } from "~/db/tables";
import { openBody } from "./mail-body.server";
import { addSeconds } from "~/domain/time/utc-text";
import { errorWords } from "~/lib/error-words";
import { startRounds } from "~/lib/rounds.server";
import { withoutContacts } from "~/lib/without-contacts";
import type { Rounds } from "~/lib/rounds.server";
import { services } from "~/services/container.server";
import { MailRefused } from "~/services/mail/mailer";
import type { Mail } from "~/services/mail/mailer";
import { nowText } from "~/services/now.server";

/** Nobody else takes the mail meanwhile; longer than all time limits of the mail server together. */
const CLAIM_SEC = 180;
/** Waits between the tries; after the last one the mail is given up, six hours after the first. */
const WAITS_SEC = [15, 60, 300, 1800, 7200, 12_600] as const;

/**
 * Sends what waits. A process that dies between the mail server's yes and the removal of the row leaves a mail that is
 * sent twice, with the same Message-ID.
 * @returns whether one was due
 */
export async function sendNextMail(db: Db): Promise<boolean> {
  const now = nowText();
  const row = await claimMail(db, now, addSeconds(now, CLAIM_SEC));
  if (row === null) return false;
  try {
    if (row.body !== null) await services().mailer.send(mailIn(row, row.body), row.uid);
  } catch (error) {
    await noteFailure(db, row, error);
    return true;
  }
  await removeMail(db, row.id);
  return true;
}

const mailIn = ({ recipient, subject }: MailRow, body: string): Mail => ({
  to: recipient,
  subject,
  ...openBody(body),
});

async function noteFailure(db: Db, { id, uid, attempts }: MailRow, error: unknown): Promise<void> {
  const failure = errorWords(error);
  // Whose mail it is, and what it is about, stands in the row.
  const said = withoutContacts(failure);
  const waitSec = error instanceof MailRefused ? undefined : WAITS_SEC[attempts - 1];
  if (waitSec === undefined) console.error(`The mail ${uid} can't be sent:`, said);
  else console.warn(`The mail ${uid} is tried again in ${waitSec} s:`, said);
  await noteMailFailure(db, id, failure, waitSec === undefined ? null : addSeconds(nowText(), waitSec));
}

/** Sends mails as long as the server runs. */
export const startMails = (): Rounds =>
  startRounds(async (isStopped) => !isStopped() && (await sendNextMail(db())), {
    everyMs: 1_000,
    laterMs: 30_000,
    failed: "Mails could not be sent:",
  });

import { randomBytes } from "node:crypto";
import type { Db } from "../client.server";
import type { MailRow, UtcText } from "../tables";

/** Mails go to people, with or without a company: all of this crosses companies. */
interface NewMail {
  recipient: string;
  subject: string;
  /** null: there is nothing to send */
  body: string | null;
}

export async function insertMail(trx: Db, mail: NewMail, now: UtcText): Promise<void> {
  await trx("mails").insert({
    ...mail,
    uid: randomBytes(16).toString("hex"),
    next_try_at: now,
    created_at: now,
  });
}

/**
 * Takes the mail that has waited longest, so that nobody else sends it until `claimedUntil`.
 * @returns null when none is due
 */
export async function claimMail(db: Db, now: UtcText, claimedUntil: UtcText): Promise<MailRow | null> {
  for (;;) {
    const row = await db("mails").where("next_try_at", "<=", now).orderBy("next_try_at").orderBy("id").first();
    if (!row) return null;
    const claimed = { next_try_at: claimedUntil, attempts: row.attempts + 1 };
    // The count tells a claim from one that another process made in between.
    const found = await db("mails").where({ id: row.id, attempts: row.attempts }).update(claimed);
    if (found === 1) return { ...row, ...claimed };
  }
}

/** It was sent: its text, which may hold a link, is kept no longer. */
export async function removeMail(db: Db, id: number): Promise<void> {
  await db("mails").where({ id }).delete();
}

/** @param nextTryAt null: there will be none, and the text goes */
export async function noteMailFailure(db: Db, id: number, failure: string, nextTryAt: UtcText | null): Promise<void> {
  await db("mails")
    .where({ id })
    .update({
      failure: failure.slice(0, 255),
      next_try_at: nextTryAt,
      ...(nextTryAt === null ? { body: null } : {}),
    });
}

/** Forgets mails that were given up, made before `before`. */
export const removeOldMails = async (db: Db, before: UtcText): Promise<number> =>
  db("mails").whereNull("next_try_at").where("created_at", "<=", before).delete();

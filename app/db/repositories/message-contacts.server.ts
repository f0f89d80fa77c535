import { randomBytes } from "node:crypto";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { grouped } from "~/lib/grouped";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { ShortPieces } from "../short-pieces.server";
import type { MessageContactRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

export interface Contact {
  channel: MessageChannel;
  contact: string;
}

/** 96 bits in 16 characters: an SMS has little room. */
const newToken = (): string => randomBytes(12).toString("base64url");

export const findMessageContact = async (
  db: Db,
  companyId: number,
  { channel, contact }: Contact,
): Promise<MessageContactRow | undefined> =>
  (await scoped(db, "message_contacts", companyId).where({ channel, contact }).first()) as
    MessageContactRow | undefined;

/** The contact with its link, made when it is written to for the first time. */
export async function keepMessageContact(
  db: Db,
  companyId: number,
  { language, ...of }: Contact & { language: string },
  now: UtcText,
): Promise<MessageContactRow> {
  const known = await findMessageContact(db, companyId, of);
  if (known !== undefined && known.language === language) return known;
  if (known !== undefined) {
    await scoped(db, "message_contacts", companyId).where({ id: known.id }).update({ language, updated_at: now });
    return { ...known, language };
  }
  try {
    await insertScoped(db, "message_contacts", companyId, { ...of, language, token: newToken() }, now);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  return (await findMessageContact(db, companyId, of))!;
}

/** Of these, those who want no messages. */
export async function stoppedContacts(
  db: Db,
  companyId: number,
  contacts: readonly Contact[],
): Promise<MessageContactRow[]> {
  if (contacts.length === 0) return [];
  const rows = (await scoped(db, "message_contacts", companyId)
    .whereIn(
      "contact",
      contacts.map(({ contact }) => contact),
    )
    .whereNotNull("stopped_at")) as MessageContactRow[];
  return rows.filter((row) => contacts.some((one) => one.channel === row.channel && one.contact === row.contact));
}

/** By the link, which is the recipient's right: they belong to no company. */
export const findContactByTokenAcrossCompanies = async (
  db: Db,
  token: string,
): Promise<MessageContactRow | undefined> => db("message_contacts").where({ token }).first();

/** Rows of one look; most of them were written to lately. */
const LOOKED_AT = 400;

/**
 * Removes those who were last written to before `before`; whoever wants no messages stays known for good. Links of
 * messages that old are unknown then, and the next message has a new one.
 */
export async function removeOldContactsAcrossCompanies(pieces: ShortPieces, before: UtcText): Promise<void> {
  for (let after = 0; ;) {
    const rows = await pieces.look(
      async (db) =>
        (await db("message_contacts")
          .where("id", ">", after)
          .orderBy("id")
          .limit(LOOKED_AT)
          .select("id", "company_id", "stopped_at", "updated_at")) as LookedAt[],
    );
    const old = rows.filter(({ stopped_at, updated_at }) => stopped_at === null && updated_at <= before);
    for (const [companyId, ofCompany] of grouped(old, ({ company_id }) => company_id))
      await pieces.write(ofCompany, (trx, some) => removeUnused(trx, companyId, some, before));
    if (rows.length < LOOKED_AT) return;
    after = rows.at(-1)!.id;
  }
}

type LookedAt = Pick<MessageContactRow, "id" | "company_id" | "stopped_at" | "updated_at">;

/** What they were told is kept for as long, so that its last message says whether a link may still be followed. */
async function removeUnused(trx: Db, companyId: number, some: readonly LookedAt[], before: UtcText): Promise<void> {
  const rows = (await scoped(trx, "message_contacts", companyId)
    .whereIn(
      "id",
      some.map(({ id }) => id),
    )
    .whereNull("stopped_at")
    .select("id", "channel", "contact")) as Pick<MessageContactRow, "id" | "channel" | "contact">[];
  const told = (await scoped(trx, "recipient_messages", companyId)
    .whereIn(
      "contact",
      rows.map(({ contact }) => contact),
    )
    .groupBy("channel", "contact")
    .select("channel", "contact")
    .max("updated_at as last")) as { channel: string; contact: string; last: UtcText }[];
  const lastOf = new Map(told.map(({ channel, contact, last }) => [`${channel} ${contact}`, last]));
  for (const { id, channel, contact } of rows) {
    const last = lastOf.get(`${channel} ${contact}`);
    const row = trx("message_contacts").where({ id }).whereNull("stopped_at");
    if (last !== undefined && last > before) await row.update({ updated_at: last });
    else await row.delete();
  }
}

/** @param stoppedAt null: messages are welcome again */
export async function setStopped(
  db: Db,
  companyId: number,
  id: number,
  stoppedAt: UtcText | null,
  now: UtcText,
): Promise<boolean> {
  const query = scoped(db, "message_contacts", companyId).where({ id });
  // The first time counts.
  if (stoppedAt !== null) query.whereNull("stopped_at");
  return (await query.update({ stopped_at: stoppedAt, updated_at: now })) === 1;
}

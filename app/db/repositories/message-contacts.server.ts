import { randomBytes } from "node:crypto";
import type { MessageChannel } from "~/domain/messages/message-kind";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
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

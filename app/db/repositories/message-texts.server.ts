import type { Db } from "../client.server";
import type { MessageTextRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

export type MessageTextValues = Pick<MessageTextRow, "language" | "kind" | "subject" | "mail" | "sms">;

export const listMessageTexts = async (db: Db, companyId: number): Promise<MessageTextRow[]> =>
  (await scoped(db, "message_texts", companyId).orderBy("id")) as MessageTextRow[];

export const findMessageText = async (
  db: Db,
  companyId: number,
  { language, kind }: Pick<MessageTextRow, "language" | "kind">,
): Promise<MessageTextRow | undefined> =>
  (await scoped(db, "message_texts", companyId).where({ language, kind }).first()) as MessageTextRow | undefined;

const SAID = ["subject", "mail", "sms"] as const;

/** In place of the one before, as a new row; run it in a transaction. */
export async function keepMessageText(
  trx: Db,
  companyId: number,
  values: MessageTextValues,
  now: UtcText,
): Promise<void> {
  const before = await findMessageText(trx, companyId, values);
  if (before !== undefined && SAID.every((part) => before[part] === values[part])) return;
  await removeMessageText(trx, companyId, values);
  await insertScoped(trx, "message_texts", companyId, values, now);
}

/** The product's own text counts again. @returns whether there was another one */
export const removeMessageText = async (
  trx: Db,
  companyId: number,
  { language, kind }: Pick<MessageTextRow, "language" | "kind">,
): Promise<boolean> => (await scoped(trx, "message_texts", companyId).where({ language, kind }).delete()) > 0;

import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { RecipientReplyRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

export type RecipientReply = Pick<RecipientReplyRow, "note" | "safe_place" | "stars" | "comment" | "rated_at">;

/** Undefined for a recipient who has said nothing. */
export const findReply = async (db: Db, companyId: number, visitId: number): Promise<RecipientReplyRow | undefined> =>
  (await scoped(db, "recipient_replies", companyId).where({ visit_id: visitId }).first()) as
    RecipientReplyRow | undefined;

/** Keeps what isn't named as it is. @throws AppError 404 for another company's visit */
export async function saveReply(
  trx: Db,
  companyId: number,
  visitId: number,
  changes: Partial<RecipientReply>,
  now: UtcText,
): Promise<void> {
  const update = () =>
    scoped(trx, "recipient_replies", companyId)
      .where({ visit_id: visitId })
      .update({ ...changes, updated_at: now });
  if ((await update()) > 0) return;
  try {
    await insertScoped(trx, "recipient_replies", companyId, { ...changes, visit_id: visitId }, now);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await update();
  }
}

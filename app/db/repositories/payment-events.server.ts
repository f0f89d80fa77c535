/** What payment providers have told, so that each event counts once. */
import { isDuplicate } from "../errors.server";
import type { Db } from "../client.server";
import type { UtcText } from "../tables";

/** @returns false: it was told before */
export async function notePaymentEvent(
  trx: Db,
  { id, kind }: { id: string; kind: string },
  now: UtcText,
): Promise<boolean> {
  try {
    await trx("payment_events").insert({ event_id: id, kind, created_at: now });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Removes those that were told before. */
export const forgetPaymentEvents = async (db: Db, before: UtcText): Promise<void> =>
  void (await db("payment_events").where("created_at", "<", before).delete());

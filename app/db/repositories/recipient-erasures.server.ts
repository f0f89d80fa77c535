/** Recipients whom companies erase: looked for, confirmed, done. */
import type { Db } from "../client.server";
import type { RecipientErasureRow, UtcText } from "../tables";
import { scoped } from "./scoped.server";

const LISTED = 10;

export type NewErasure = Pick<
  RecipientErasureRow,
  "user_id" | "contact" | "last_visit_id" | "visits" | "removed_visits" | "pictures" | "messages" | "imports"
>;

/** Somebody has looked for a recipient: nothing happens yet. @returns its id */
export async function addErasure(db: Db, companyId: number, erasure: NewErasure, now: UtcText): Promise<number> {
  const [id] = await db("recipient_erasures").insert({ ...erasure, company_id: companyId, created_at: now });
  return id as number;
}

/** One that waits to be confirmed by whoever looked for it; undefined: it was, or nobody has for long. */
export const findLookedFor = async (
  db: Db,
  companyId: number,
  { id, userId, since }: { id: number; userId: number | null; since: UtcText },
): Promise<RecipientErasureRow | undefined> =>
  (await scoped(db, "recipient_erasures", companyId)
    .where({ id, user_id: userId })
    .whereNull("confirmed_at")
    .where("created_at", ">=", since)
    .first()) as RecipientErasureRow | undefined;

/** @returns false when it was confirmed already */
export const confirmErasure = async (db: Db, companyId: number, id: number, now: UtcText): Promise<boolean> =>
  (await scoped(db, "recipient_erasures", companyId)
    .where({ id })
    .whereNull("confirmed_at")
    .update({ confirmed_at: now })) === 1;

/** It is over: whom it was about is known no more. */
export const endErasure = async (
  db: Db,
  companyId: number,
  id: number,
  { outcome, now }: { outcome: "done" | "lost"; now: UtcText },
): Promise<void> =>
  void (await scoped(db, "recipient_erasures", companyId)
    .where({ id })
    .update({ outcome, ended_at: now, contact: null }));

export interface ListedErasure extends RecipientErasureRow {
  user_name: string | null;
  user_surname: string | null;
}

/** Those that were confirmed, the newest first. */
export const listErasures = async (db: Db, companyId: number): Promise<ListedErasure[]> =>
  (await scoped(db, "recipient_erasures", companyId)
    .leftJoin("users as asker", "asker.id", "recipient_erasures.user_id")
    .whereNotNull("recipient_erasures.confirmed_at")
    .orderBy("recipient_erasures.id", "desc")
    .limit(LISTED)
    .select("recipient_erasures.*", "asker.name as user_name", "asker.surname as user_surname")) as ListedErasure[];

/** Those that are to be carried out, in open companies, the oldest first. @param but ids to leave out */
export const dueErasuresAcrossCompanies = async (db: Db, but: readonly number[]): Promise<RecipientErasureRow[]> =>
  (await db("recipient_erasures")
    .whereNull("ended_at")
    .whereNotNull("confirmed_at")
    .whereNotIn("id", [...but])
    .orderBy("id")
    .limit(20)) as RecipientErasureRow[];

/** Nobody has confirmed them. */
export const removeUnconfirmedAcrossCompanies = async (db: Db, before: UtcText): Promise<void> =>
  void (await db("recipient_erasures").whereNull("confirmed_at").where("created_at", "<", before).delete());

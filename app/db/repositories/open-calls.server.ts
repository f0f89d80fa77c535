import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { UtcText } from "../tables";

interface OpenCallClaim {
  /** of sender and key: at most 64 characters */
  callKey: string;
  /** of path and payload, likewise */
  content: string;
  path: string;
  /** a random name */
  by: string;
  now: UtcText;
  /** a claimant that began before, and has no answer, counts as ended */
  lapsed: UtcText;
}

type OpenCallState = { state: "ours" } | { state: "running" } | { state: "done"; content: string; answer: string };

/** Claims a call for whoever carries it out, or says what became of it. */
export async function claimOpenCall(
  db: Db,
  { callKey, content, path, by, now, lapsed }: OpenCallClaim,
): Promise<OpenCallState> {
  const claim = { content, path, claimed_by: by, claimed_at: now };
  try {
    await db("open_calls").insert({ call_key: callKey, answer: null, created_at: now, ...claim });
    return { state: "ours" };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const known = await db("open_calls").where({ call_key: callKey }).first();
  // Released meanwhile: the next attempt claims it.
  if (known === undefined) return { state: "running" };
  if (known.answer !== null) return { state: "done", content: known.content, answer: known.answer };
  if (known.claimed_at >= lapsed) return { state: "running" };
  const taken = await db("open_calls")
    .where({ call_key: callKey, claimed_by: known.claimed_by })
    .whereNull("answer")
    .update(claim);
  return { state: taken === 1 ? "ours" : "running" };
}

export async function keepOpenAnswer(db: Db, callKey: string, by: string, answer: string): Promise<void> {
  await db("open_calls").where({ call_key: callKey, claimed_by: by }).update({ answer });
}

/** Nothing was done: the same call may come again. */
export async function releaseOpenCall(db: Db, callKey: string, by: string): Promise<void> {
  await db("open_calls").where({ call_key: callKey, claimed_by: by }).whereNull("answer").delete();
}

export const forgetOpenCalls = async (db: Db, before: UtcText): Promise<number> =>
  db("open_calls").where("created_at", "<", before).delete();

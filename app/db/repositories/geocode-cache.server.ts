/** Answers of geocoding services, the same for all companies. */
import { createHash } from "node:crypto";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";

/** Services allow their answers to be kept for a month. */
const KEPT_SEC = 30 * DAY_SEC;
const MOST_ANSWERS = 50_000;
/** Every so many inserts the oldest beyond the bound are removed. */
const LOOK_EVERY = 100;

const keyOf = (question: string): string => createHash("sha256").update(question).digest("hex");

export async function keptAnswer(db: Db, question: string, now: UtcText): Promise<string | null> {
  const row = await db("geocode_cache")
    .where({ question: keyOf(question) })
    .first();
  return row && row.kept_at >= addSeconds(now, -KEPT_SEC) ? row.answer : null;
}

export async function keepAnswerOf(
  db: Db,
  question: string,
  answer: string,
  now: UtcText,
  most = MOST_ANSWERS,
): Promise<void> {
  const row = { question: keyOf(question), answer, kept_at: now };
  const [id = 0] = await db("geocode_cache").insert(row).onConflict("question").merge(["answer", "kept_at"]);
  if (Number(id) % LOOK_EVERY === 0) await removeOldAnswers(db, most);
}

/** Those that are too old to be used hold addresses of customers all the same. */
export const removeEndedAnswers = (pieces: ShortPieces, now: UtcText): Promise<void> =>
  pieces.repeat(async (trx, size) => {
    const ids: number[] = await trx("geocode_cache")
      .where("kept_at", "<", addSeconds(now, -KEPT_SEC))
      .limit(size)
      .pluck("id");
    await trx("geocode_cache").whereIn("id", ids).delete();
    return ids.length === size;
  });

/** Keeps the newest. */
export async function removeOldAnswers(db: Db, most = MOST_ANSWERS): Promise<void> {
  const oldest = await db("geocode_cache")
    .orderBy("kept_at", "desc")
    .orderBy("id", "desc")
    .offset(most)
    .limit(1000)
    .pluck("id");
  if (oldest.length > 0) await db("geocode_cache").whereIn("id", oldest).delete();
}

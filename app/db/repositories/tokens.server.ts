import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../client.server";
import type { TokenRow, UtcText } from "../tables";
import { addSeconds } from "~/domain/time/utc-text";

/** One-time links belong to people, before and beside any company: all of this crosses companies. */
interface NewToken {
  /** what the link is for; a token of one kind is worth nothing for another */
  kind: string;
  /** null: somebody who has no account yet */
  userId: number | null;
  /** what the link is about beside the person; stored as JSON */
  payload?: unknown;
  ttlSec: number;
}

/** 256 random bits, in characters that an address takes as they are. */
const TOKEN = /^[\w-]{43}$/;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** @returns the text for the link, which is stored nowhere: only its hash is */
export async function createToken(trx: Db, { kind, userId, payload, ttlSec }: NewToken, now: UtcText): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await trx("tokens").insert({
    kind,
    user_id: userId,
    hash: hashOf(token),
    payload: payload === undefined ? null : JSON.stringify(payload),
    expires_at: addSeconds(now, ttlSec),
    created_at: now,
  });
  return token;
}

/** The row of a token that still can be used, without using it. */
export async function findToken(db: Db, kind: string, token: string, now: UtcText): Promise<TokenRow | null> {
  if (!TOKEN.test(token)) return null;
  const row = await db("tokens")
    .where({ kind, hash: hashOf(token) })
    .whereNull("used_at")
    .where("expires_at", ">", now)
    .first();
  return row ?? null;
}

/**
 * Uses a token up, in the transaction of what it allows: rolled back, it can be used again.
 * @returns its row for the first one who comes; null when it was used, has expired, or never was
 */
export async function redeemToken(trx: Db, kind: string, token: string, now: UtcText): Promise<TokenRow | null> {
  if (!TOKEN.test(token)) return null;
  const hash = hashOf(token);
  // One statement decides: of two that come at once, the second finds the column filled.
  const used = await trx("tokens")
    .where({ kind, hash })
    .whereNull("used_at")
    .where("expires_at", ">", now)
    .update({ used_at: now });
  if (used === 0) return null;
  return (await trx("tokens").where({ hash }).first()) ?? null;
}

/** Earlier links of that kind are worth nothing any more: a newer one was sent, or the matter is settled. */
export async function revokeTokens(trx: Db, kind: string, userId: number): Promise<void> {
  await trx("tokens").where({ kind, user_id: userId }).delete();
}

/** One link is worth nothing any more. */
export async function removeToken(trx: Db, tokenId: number): Promise<void> {
  await trx("tokens").where({ id: tokenId }).delete();
}

/** Forgets tokens that expired before `before`. */
export const removeOldTokens = async (db: Db, before: UtcText): Promise<number> =>
  db("tokens").where("expires_at", "<=", before).delete();

import type { Db } from "../client.server";
import { toJson } from "../codecs.server";
import type { TokenRow, UtcText } from "../tables";

/** One-time links. Callers make the secret and store its hash here; the secret itself is only in the mail. */
export interface NewToken {
  kind: string;
  userId: number;
  hash: string;
  payload?: unknown;
  expiresAt: UtcText;
}

/** Stores a token; older unused ones of the same kind and user stop working. */
export async function insertToken(db: Db, token: NewToken, now: UtcText): Promise<void> {
  await db("tokens").where({ user_id: token.userId, kind: token.kind }).whereNull("used_at").update({ used_at: now });
  await db("tokens").insert({
    kind: token.kind,
    user_id: token.userId,
    hash: token.hash,
    payload: toJson(token.payload),
    expires_at: token.expiresAt,
    created_at: now,
  });
}

/** The token when it is known, unused and not expired. */
export const findToken = async (db: Db, kind: string, hash: string, now: UtcText): Promise<TokenRow | undefined> =>
  db("tokens").where({ kind, hash }).whereNull("used_at").where("expires_at", ">", now).first();

/** Consumes a token. Of two requests with the same token, only the first succeeds. */
export async function consumeToken(db: Db, kind: string, hash: string, now: UtcText): Promise<TokenRow | undefined> {
  const token = await findToken(db, kind, hash, now);
  if (!token) return undefined;
  const used = await db("tokens").where({ id: token.id }).whereNull("used_at").update({ used_at: now });
  return used === 1 ? { ...token, used_at: now } : undefined;
}

/** Forgets tokens that expired before `before`. */
export const removeOldTokens = async (db: Db, before: UtcText): Promise<number> =>
  db("tokens").where("expires_at", "<", before).delete();

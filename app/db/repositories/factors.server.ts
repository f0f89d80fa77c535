import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { UserPasskeyRow, UserTotpRow, UtcText } from "../tables";
import { AppError } from "~/lib/errors";

/** Second factors belong to accounts, so all of this crosses companies. */
export const findTotp = async (db: Db, userId: number): Promise<UserTotpRow | undefined> =>
  db("user_totps").where({ user_id: userId }).first();

/** A new secret, which counts once it is confirmed; takes the place of one that never was. */
export async function startTotp(trx: Db, userId: number, secret: string, now: UtcText): Promise<void> {
  await trx("user_totps").where({ user_id: userId }).whereNull("confirmed_at").delete();
  try {
    await trx("user_totps").insert({ user_id: userId, secret, created_at: now });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new AppError("factor.on", "Your authenticator app is set up already.", { status: 409, cause: error });
  }
}

/** @returns false when another request has confirmed or replaced it */
export async function confirmTotp(trx: Db, totp: UserTotpRow, step: number, now: UtcText): Promise<boolean> {
  const { id, secret } = totp;
  const changed = await trx("user_totps")
    .where({ id, secret })
    .whereNull("confirmed_at")
    .update({ confirmed_at: now, last_step: step });
  return changed > 0;
}

/**
 * Takes the code of a time step, and with it all earlier ones. One statement decides, so that of two requests with the
 * same code one is refused, whichever process they meet.
 */
export async function takeStep(trx: Db, totpId: number, step: number): Promise<boolean> {
  const taken = await trx("user_totps").where({ id: totpId }).where("last_step", "<", step).update({ last_step: step });
  return taken > 0;
}

export const removeTotp = (trx: Db, userId: number): Promise<number> =>
  trx("user_totps").where({ user_id: userId }).delete();

/** The codes of before are worth nothing any more. */
export async function replaceRecoveryCodes(
  trx: Db,
  userId: number,
  hashes: readonly string[],
  now: UtcText,
): Promise<void> {
  await trx("user_recovery_codes").where({ user_id: userId }).delete();
  if (hashes.length > 0)
    await trx("user_recovery_codes").insert(hashes.map((hash) => ({ user_id: userId, hash, created_at: now })));
}

/** @returns whether the user has the code and had not used it */
export async function takeRecoveryCode(trx: Db, userId: number, hash: string, now: UtcText): Promise<boolean> {
  const query = trx("user_recovery_codes").where({ user_id: userId, hash }).whereNull("used_at");
  return (await query.update({ used_at: now })) > 0;
}

async function countOf(db: Db, table: "user_recovery_codes" | "user_passkeys", where: object): Promise<number> {
  const row = await db(table).where(where).count<{ n: number | string }[]>({ n: "*" }).first();
  return Number(row?.n ?? 0);
}

export const countRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  countOf(db, "user_recovery_codes", { user_id: userId, used_at: null });

export const countPasskeys = (db: Db, userId: number): Promise<number> =>
  countOf(db, "user_passkeys", { user_id: userId });

/** The oldest first. */
export const listPasskeys = async (db: Db, userId: number): Promise<UserPasskeyRow[]> =>
  db("user_passkeys").where({ user_id: userId }).orderBy("id");

export const findPasskey = async (db: Db, credentialHash: string): Promise<UserPasskeyRow | undefined> =>
  db("user_passkeys").where({ credential_hash: credentialHash }).first();

/** @throws AppError 409 for one that is registered already, by whomever */
export async function insertPasskey(
  trx: Db,
  passkey: Omit<UserPasskeyRow, "id" | "created_at" | "last_used_at">,
  now: UtcText,
): Promise<void> {
  try {
    await trx("user_passkeys").insert({ ...passkey, created_at: now });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new AppError("passkey.known", "This passkey is registered already.", { status: 409, cause: error });
  }
}

/** Notes a use. @returns false when another one was noted since `row` was read */
export async function notePasskeyUse(trx: Db, row: UserPasskeyRow, counter: number, now: UtcText): Promise<boolean> {
  const query = trx("user_passkeys").where({ id: row.id, counter: row.counter });
  return (await query.update({ counter, last_used_at: now })) > 0;
}

/** @returns the one that was removed */
export async function removePasskey(trx: Db, userId: number, passkeyId: number): Promise<UserPasskeyRow | undefined> {
  const row = await trx("user_passkeys").where({ id: passkeyId, user_id: userId }).first();
  if (row) await trx("user_passkeys").where({ id: row.id }).delete();
  return row;
}

/** @returns how many there were */
export const removePasskeys = (trx: Db, userId: number): Promise<number> =>
  trx("user_passkeys").where({ user_id: userId }).delete();

import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { UserIdentityRow, UtcText } from "../tables";
import { AppError } from "~/lib/errors";

/** Identities belong to accounts, so all of this crosses companies. */
type NewIdentity = Pick<UserIdentityRow, "user_id" | "issuer" | "subject" | "email">;

export const findIdentity = async (db: Db, issuer: string, subject: string): Promise<UserIdentityRow | undefined> =>
  db("user_identities").where({ issuer, subject }).first();

/** The oldest first. */
export const listIdentities = async (db: Db, userId: number): Promise<UserIdentityRow[]> =>
  db("user_identities").where({ user_id: userId }).orderBy("id");

/** @throws AppError 409 'identity.taken' */
export async function insertIdentity(db: Db, identity: NewIdentity, now: UtcText): Promise<number> {
  try {
    const [id] = await db("user_identities").insert({ ...identity, created_at: now });
    return id as number;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new AppError("identity.taken", "This sign-in belongs to another account", { status: 409, cause: error });
  }
}

export async function noteIdentityUse(db: Db, identityId: number, now: UtcText): Promise<void> {
  await db("user_identities").where({ id: identityId }).update({ last_used_at: now });
}

/** @returns whether the user had it */
export const removeIdentity = async (db: Db, userId: number, identityId: number): Promise<boolean> =>
  (await db("user_identities").where({ id: identityId, user_id: userId }).delete()) > 0;

export async function removeIdentities(db: Db, userId: number): Promise<void> {
  await db("user_identities").where({ user_id: userId }).delete();
}

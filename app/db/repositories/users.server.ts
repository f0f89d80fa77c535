import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import { isDuplicate, translated } from "../errors.server";
import { InvitationType } from "~/domain/team/invitation";
import { notFound } from "~/lib/errors";
import type { New, UserRow, UtcText } from "../tables";

/** Accounts belong to no company, so all of this crosses companies; what a company sees of people is in members. */
export type NewUser = New<UserRow, "email">;
export type UserChanges = Partial<Omit<UserRow, "id" | "created_at">>;

const address = (email: string): string => email.trim().toLowerCase();

/** The account, unless it was removed. */
export const findUserAcrossCompanies = async (db: Db, userId: number): Promise<UserRow | undefined> =>
  db("users").where({ id: userId }).whereNull("deleted_at").first();

/** @throws AppError 404 */
export async function getUserAcrossCompanies(db: Db, userId: number): Promise<UserRow> {
  const row = await findUserAcrossCompanies(db, userId);
  if (!row) throw notFound("User");
  return row;
}

/** Also one that was removed, as long as it names somebody. @throws AppError 404 */
export async function getUnerasedUser(db: Db, userId: number): Promise<UserRow> {
  const row = await db("users").where({ id: userId }).whereNull("erase_at").whereNull("erased_at").first();
  if (!row) throw notFound("User");
  return row;
}

/** Closes the account, unless it was closed before, and has it erased with the next round. */
export async function eraseUserFrom(trx: Db, userId: number, now: UtcText): Promise<void> {
  await trx("users").where({ id: userId }).whereNull("deleted_at").update({ deleted_at: now });
  await trx("users").where({ id: userId }).update({ erase_at: now, updated_at: now });
}

/** Holds changes of the account apart. @throws AppError 404 */
export async function lockUser(trx: Db, userId: number): Promise<UserRow> {
  const row = await trx("users").where({ id: userId }).whereNull("deleted_at").forUpdate().first();
  if (!row) throw notFound("User");
  return row;
}

/** E-mails are stored in lower case; any spelling finds them. */
export const findUserByEmailAcrossCompanies = async (db: Db, email: string): Promise<UserRow | undefined> =>
  db("users")
    .where({ email: address(email) })
    .whereNull("deleted_at")
    .first();

/** Of those who administer the platform and can sign in: `isSuperAdmin` says who they are. */
export const superAdminEmailsAcrossCompanies = async (db: Db): Promise<string[]> =>
  (await db("users")
    .where({ status: "active" })
    .whereNull("deleted_at")
    .where((either) => either.whereIn("platform_role", ["sudo", "dev"]).orWhere({ is_admin: 1 }))
    .orderBy("id")
    .pluck("email")) as string[];

/** True when no account, not even a removed one, has this e-mail. */
export async function isEmailFree(db: Db, email: string, exceptUserId?: number): Promise<boolean> {
  const row = await db("users")
    .where({ email: address(email) })
    .first("id");
  return row === undefined || row.id === exceptUserId;
}

/** @returns the new id. @throws AppError 409 'db.duplicate' naming the e-mail */
export async function insertUser(db: Db, values: NewUser, now: UtcText): Promise<number> {
  const row = { ...values, email: address(values.email), created_at: now, updated_at: now };
  const [id] = await translated(row, () => db("users").insert(row));
  return id as number;
}

/**
 * Where a team knows the person by the e-mail that they sign in with, it goes on doing so: the old one may be somebody
 * else's by now. A team has each e-mail once, so that it stays as it was where another member has the new one.
 */
async function tellTeams(trx: Db, userId: number, email: string, now: UtcText): Promise<void> {
  const before = await trx("users").where({ id: userId }).first("email");
  if (before === undefined || before.email === email) return;
  const known = await trx("company_members").where({ user_id: userId, email: before.email }).select("id", "company_id");
  for (const { id, company_id } of known) {
    const taken = await trx("company_members").where({ company_id, email }).first("id");
    if (taken !== undefined) continue;
    try {
      await trx("company_members").where({ id }).update({ email, updated_at: now });
    } catch (error) {
      // Somebody was given the address in this moment.
      if (!isDuplicate(error)) throw error;
    }
  }
}

const digitsOf = (phone: string | null): string => (phone ?? "").replace(/\D/g, "");

/**
 * Teams that call the person at the phone of their account go on doing so, however it is written there. One that knows
 * another number keeps it, and so does one that they have left.
 */
async function tellTeamsPhone(trx: Db, userId: number, phone: string | null, now: UtcText): Promise<void> {
  const before = await trx("users").where({ id: userId }).first("phone");
  const old = digitsOf(before?.phone ?? null);
  if (old === "" || before?.phone === phone) return;
  const members = await trx("company_members")
    .where({ user_id: userId })
    .whereNot({ invitation_type: InvitationType.Declined })
    .select("id", "phone");
  const ids = members.filter((member) => digitsOf(member.phone) === old).map(({ id }) => id);
  if (ids.length > 0) await trx("company_members").whereIn("id", ids).update({ phone, updated_at: now });
}

/** @throws AppError 404, 409 */
export async function updateUser(db: Db, userId: number, changes: UserChanges, now: UtcText): Promise<void> {
  if (changes.email !== undefined) await tellTeams(db, userId, address(changes.email), now);
  if (changes.phone !== undefined) await tellTeamsPhone(db, userId, changes.phone, now);
  const row = {
    ...changes,
    ...(changes.email === undefined ? {} : { email: address(changes.email) }),
    updated_at: now,
  };
  const found = await translated(row, () => db("users").where({ id: userId }).whereNull("deleted_at").update(row));
  if (found === 0) throw notFound("User");
}

/**
 * A new password ends every session that was opened with the old one.
 * @param isDue somebody else has chosen it, so that the account's holder has to choose another
 * @throws AppError 404
 */
export async function setPassword(
  db: Db,
  userId: number,
  passwordHash: string,
  now: UtcText,
  isDue = false,
): Promise<void> {
  const found = await db("users")
    .where({ id: userId })
    .whereNull("deleted_at")
    .update({
      password_hash: passwordHash,
      is_password_due: isDue ? 1 : 0,
      session_version: db.raw("session_version + 1"),
      updated_at: now,
    });
  if (found === 0) throw notFound("User");
}

/** @param notAfter who was noted later stays as noted */
export async function noteActive(db: Db, userId: number, now: UtcText, notAfter: UtcText): Promise<void> {
  await db("users")
    .where({ id: userId })
    .where((noted) => noted.whereNull("active_at").orWhere("active_at", "<=", notAfter))
    .update({ active_at: now });
}

/** Remembers which company the user works for; the caller checks that they may. */
export async function setCurrentCompany(db: Db, userId: number, companyId: number | null): Promise<void> {
  await db("users").where({ id: userId }).update({ current_company_id: companyId });
}

/** The account with this e-mail, also one that was removed: no other can have its e-mail. */
export const findAccountByEmail = async (db: Db, email: string): Promise<UserRow | undefined> =>
  db("users")
    .where({ email: address(email) })
    .first();

/** Changes nothing, and takes as long as a change. */
export async function touchUser(db: Db, userId: number): Promise<void> {
  await db("users")
    .where({ id: userId })
    .update({ session_version: db.raw("session_version") });
}

/** When the last link went to an e-mail that nobody has confirmed: such accounts are removed some time after it. */
export async function noteLinkSent(db: Db, userId: number, now: UtcText): Promise<void> {
  await db("users").where({ id: userId }).whereNull("email_verified_at").update({ updated_at: now });
}

/** Accounts by their ids, for super admins. @param search in name, surname and e-mail */
export async function listUsersAcrossCompanies(
  db: Db,
  { search, afterId, limit }: { search: string; afterId: number; limit: number },
): Promise<UserRow[]> {
  const query = db("users").whereNull("deleted_at").where("id", ">", afterId);
  whereContains(query, ["name", "surname", "email"], search);
  return query.orderBy("id").limit(limit);
}

/** Those of these accounts that were not removed. */
export const findUsersAcrossCompanies = async (db: Db, ids: readonly number[]): Promise<UserRow[]> =>
  db("users")
    .whereIn("id", [...ids])
    .whereNull("deleted_at");

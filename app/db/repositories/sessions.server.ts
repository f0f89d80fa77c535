import type { Db } from "../client.server";
import type { SessionRow, UtcText } from "../tables";

/** Sessions belong to a user, who may work for several companies: all of this crosses companies. */
type NewSession = Omit<SessionRow, "id" | "created_at" | "last_used_at" | "proved_at" | "opened_company_id">;

/** @returns its id */
export async function insertSession(db: Db, session: NewSession, now: UtcText): Promise<number> {
  const [id] = await db("sessions").insert({ ...session, created_at: now, last_used_at: now });
  return id as number;
}

/** The session with this hash, unless it has expired. */
export const findSession = async (db: Db, hash: string, now: UtcText): Promise<SessionRow | undefined> =>
  db("sessions").where({ hash }).where("expires_at", ">", now).first();

/** Has this session of the user neither ended nor expired? */
export const isSessionOpen = async (db: Db, userId: number, sessionId: number, now: UtcText): Promise<boolean> =>
  (await db("sessions").where({ id: sessionId, user_id: userId }).where("expires_at", ">", now).first("id")) !==
  undefined;

/** When its holder signed in, or last gave a proof again. */
export async function sessionProved(db: Db, sessionId: number): Promise<UtcText | null> {
  const row = await db("sessions").where({ id: sessionId }).first("created_at", "proved_at");
  return row?.proved_at ?? row?.created_at ?? null;
}

/** Its holder has given a proof again. */
export async function noteSessionProof(db: Db, sessionId: number, now: UtcText): Promise<void> {
  await db("sessions").where({ id: sessionId }).update({ proved_at: now });
}

/** Writes down that the session is used. */
export async function noteSessionUse(db: Db, sessionId: number, now: UtcText, expiresAt: UtcText): Promise<void> {
  await db("sessions").where({ id: sessionId }).update({ last_used_at: now, expires_at: expiresAt });
}

export async function setSessionCompany(db: Db, sessionId: number, companyId: number): Promise<void> {
  await db("sessions").where({ id: sessionId }).update({ company_id: companyId });
}

/** @param companyId null: back to the session's own company */
export async function setOpenedCompany(db: Db, sessionId: number, companyId: number | null): Promise<void> {
  await db("sessions").where({ id: sessionId }).update({ opened_company_id: companyId });
}

/** The same in place of another one, which another request may have changed. @returns whether it was changed here */
export const replaceOpenedCompany = async (
  trx: Db,
  sessionId: number,
  before: number | null,
  companyId: number,
): Promise<boolean> =>
  (await trx("sessions")
    .where({ id: sessionId, opened_company_id: before })
    .update({ opened_company_id: companyId })) === 1;

/** Nobody has the company open from outside any more. */
export const closeOpenedCompany = async (db: Db, companyId: number): Promise<void> =>
  void (await db("sessions").where({ opened_company_id: companyId }).update({ opened_company_id: null }));

/** A user's sessions that have not expired, the one used last first. */
export const listSessions = async (db: Db, userId: number, now: UtcText): Promise<SessionRow[]> =>
  db("sessions")
    .where({ user_id: userId })
    .where("expires_at", ">", now)
    .orderBy([
      { column: "last_used_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(MAX_LISTED);

const MAX_LISTED = 100;

/** Which of a user's sessions. */
interface SessionChoice {
  id?: number;
  /** those that work for this company now */
  companyId?: number;
  exceptId?: number;
}

/** @returns how many sessions of the user have ended with it */
export async function endSessions(
  db: Db,
  userId: number,
  { id, companyId, exceptId }: SessionChoice = {},
): Promise<number> {
  const query = db("sessions").where({ user_id: userId });
  if (id !== undefined) query.where({ id });
  if (companyId !== undefined) query.where({ company_id: companyId });
  if (exceptId !== undefined) query.whereNot({ id: exceptId });
  return query.delete();
}

/** Ends the session with this hash, of any user. */
export async function endSessionByHash(db: Db, hash: string): Promise<SessionRow | undefined> {
  const row = await db("sessions").where({ hash }).first();
  if (row) await db("sessions").where({ id: row.id }).delete();
  return row;
}

/** Forgets sessions that expired before `before`. */
export const removeOldSessions = async (db: Db, before: UtcText): Promise<number> =>
  db("sessions").where("expires_at", "<=", before).delete();

/** This session of the user goes on after a new password, which ends all that were opened before it. */
export async function keepSession(db: Db, userId: number, sessionId: number): Promise<void> {
  const version = db.raw<number>("(SELECT session_version FROM users WHERE id = ?)", [userId]);
  await db("sessions").where({ id: sessionId, user_id: userId }).update({ session_version: version });
}

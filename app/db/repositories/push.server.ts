import { createHash } from "node:crypto";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import { InvitationType } from "~/domain/team/invitation";
import type { PushSubscriptionRow, PushToldRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

export interface NewSubscription {
  memberId: number;
  /** it ends with it */
  sessionId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

const hashOf = (endpoint: string): string => createHash("sha256").update(endpoint).digest("hex");

/**
 * Puts the browser of a session on the list. An address that somebody else has left behind in it, and what the session
 * had before, go.
 * @returns its id
 */
export async function putSubscription(
  trx: Db,
  companyId: number,
  { memberId, sessionId, endpoint, p256dh, auth }: NewSubscription,
  now: UtcText,
): Promise<number> {
  const row = { member_id: memberId, session_id: sessionId, endpoint, p256dh, auth, endpoint_hash: hashOf(endpoint) };
  const same = await scoped(trx, "push_subscriptions", companyId).where(row).first("id");
  if (same !== undefined) return (same as { id: number }).id;
  await trx("push_subscriptions")
    .where({ endpoint_hash: row.endpoint_hash })
    .orWhere({ session_id: sessionId })
    .delete();
  return insertScoped(trx, "push_subscriptions", companyId, row, now);
}

/** Of a member's browsers the newest stay. */
export async function keepNewestSubscriptions(
  trx: Db,
  companyId: number,
  memberId: number,
  most: number,
): Promise<void> {
  const ids = (await scoped(trx, "push_subscriptions", companyId)
    .where({ member_id: memberId })
    .orderBy("id", "desc")
    .pluck("id")) as number[];
  await scoped(trx, "push_subscriptions", companyId).whereIn("id", ids.slice(most)).delete();
}

/** @returns whether there was one */
export async function removeSubscriptionOfSession(trx: Db, companyId: number, sessionId: number): Promise<boolean> {
  return (await scoped(trx, "push_subscriptions", companyId).where({ session_id: sessionId }).delete()) > 0;
}

export const removeSubscription = async (trx: Db, companyId: number, id: number): Promise<void> =>
  void (await scoped(trx, "push_subscriptions", companyId).where({ id }).delete());

export async function hasSubscription(db: Db, companyId: number, sessionId: number): Promise<boolean> {
  const query = scoped(db, "push_subscriptions", companyId).where({ session_id: sessionId });
  return (await query.first("id")) !== undefined;
}

/** Those of drivers in the team who may still sign in, in sessions that have not ended. A closed company has none. */
export async function listSubscriptions(db: Db, companyId: number, now: UtcText): Promise<PushSubscriptionRow[]> {
  return (await scoped(db, "push_subscriptions", companyId)
    .join("company_members as member", "member.id", "push_subscriptions.member_id")
    .join("companies as company", "company.id", "push_subscriptions.company_id")
    .join("sessions as session", "session.id", "push_subscriptions.session_id")
    .join("users as account", "account.id", "session.user_id")
    .where({ "member.status": 1, "member.is_courier": 1, "member.invitation_type": InvitationType.Accepted })
    .where({ "company.status": 1, "account.status": "active" })
    .whereNull("company.deleted_at")
    .whereRaw("member.user_id = account.id")
    .whereRaw("account.session_version = session.session_version")
    .where("session.expires_at", ">", now)
    .orderBy("push_subscriptions.id")
    .select("push_subscriptions.*")) as PushSubscriptionRow[];
}

/** Companies that have some. */
export const companiesWithSubscriptionsAcrossCompanies = async (db: Db): Promise<number[]> =>
  db("push_subscriptions").distinct("company_id").orderBy("company_id").pluck("company_id");

export const listTold = async (db: Db, companyId: number, subscriptionId: number): Promise<PushToldRow[]> =>
  (await scoped(db, "push_told", companyId).where({ subscription_id: subscriptionId })) as PushToldRow[];

/** Takes the telling of a route that the browser knows nothing of. @returns null when somebody else has */
export async function claimNewTold(
  db: Db,
  companyId: number,
  { subscriptionId, routeId }: { subscriptionId: number; routeId: number },
  { now, until, told }: { now: UtcText; until: UtcText; told: string | null },
): Promise<Pick<PushToldRow, "id" | "attempts"> | null> {
  const row = { subscription_id: subscriptionId, route_id: routeId, told, attempts: 0, due_at: until };
  try {
    return { id: await insertScoped(db, "push_told", companyId, row, now), attempts: 0 };
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/**
 * Takes the telling of a change until `until`.
 * @returns false when it is not due, or somebody else has it, or has told it since the row was read
 */
export async function claimTold(
  db: Db,
  companyId: number,
  { id, due_at, told }: Pick<PushToldRow, "id" | "due_at" | "told">,
  { now, until }: { now: UtcText; until: UtcText },
): Promise<boolean> {
  if (due_at > now) return false;
  const claimed = await scoped(db, "push_told", companyId).where({ id, due_at, told }).update({ due_at: until });
  return claimed === 1;
}

export const updateTold = async (
  db: Db,
  companyId: number,
  id: number,
  changes: Partial<Pick<PushToldRow, "told" | "attempts" | "due_at">>,
  now: UtcText,
): Promise<void> =>
  void (await scoped(db, "push_told", companyId)
    .where({ id })
    .update({ ...changes, updated_at: now }));

export const removeTold = async (db: Db, companyId: number, id: number): Promise<void> =>
  void (await scoped(db, "push_told", companyId).where({ id }).delete());

import { randomBytes } from "node:crypto";
import { RouteStatus } from "~/domain/route/route-status";
import { MessageState } from "~/domain/messages/message-kind";
import type { ShortPieces } from "../short-pieces.server";
import type { DropReason, MessageChannel, MessageKind } from "~/domain/messages/message-kind";
import { RecordStatus } from "~/domain/record-status";
import type { Db } from "../client.server";
import { isDuplicate } from "../errors.server";
import type { RecipientMessageRow, UtcText } from "../tables";
import { insertScoped, scoped } from "./scoped.server";

export interface NewMessage {
  visitId: number;
  routeId: number;
  kind: MessageKind;
  channel: MessageChannel;
  /** service date */
  day: string;
  contact: string;
  /** null: it is not to be sent, for `reason` */
  nextTryAt: UtcText | null;
  reason: DropReason | null;
}

/**
 * Once for a visit, a kind, a way, a day and whom it goes to.
 * @returns whether it is new. @throws AppError 404 for a visit or route of another company
 */
export async function addMessage(
  trx: Db,
  companyId: number,
  { visitId, routeId, kind, channel, day, contact, nextTryAt, reason }: NewMessage,
  now: UtcText,
): Promise<boolean> {
  const row = {
    visit_id: visitId,
    route_id: routeId,
    kind,
    channel,
    day,
    contact,
    reason,
    state: nextTryAt === null ? MessageState.Dropped : MessageState.Waiting,
    next_try_at: nextTryAt,
    uid: randomBytes(16).toString("hex"),
  };
  try {
    await insertScoped(trx, "recipient_messages", companyId, row, now);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** A message that was dropped is due after all. @returns false when somebody was faster, or another one goes there */
export async function reviveMessage(
  trx: Db,
  companyId: number,
  id: number,
  { contact, nextTryAt }: { contact: string; nextTryAt: UtcText },
  now: UtcText,
): Promise<boolean> {
  return changedOnce(
    scoped(trx, "recipient_messages", companyId).where({ id, state: MessageState.Dropped }).update({
      state: MessageState.Waiting,
      reason: null,
      attempts: 0,
      failure: null,
      contact,
      next_try_at: nextTryAt,
      updated_at: now,
    }),
  );
}

/**
 * A claimed message goes to whom its visit names now.
 * @returns false where another message tells them the same, or the claim was taken over
 */
export async function readdressMessage(
  db: Db,
  companyId: number,
  { id, attempts }: Pick<RecipientMessageRow, "id" | "attempts">,
  contact: string,
  now: UtcText,
): Promise<boolean> {
  return changedOnce(
    scoped(db, "recipient_messages", companyId)
      .where({ id, attempts, state: MessageState.Waiting })
      .update({ contact, updated_at: now }),
  );
}

async function changedOnce(update: PromiseLike<unknown>): Promise<boolean> {
  try {
    return (await update) === 1;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Of these visits and this day, the oldest first. */
export const messagesOfDay = async (
  db: Db,
  companyId: number,
  visitIds: readonly number[],
  day: string,
): Promise<RecipientMessageRow[]> =>
  (await scoped(db, "recipient_messages", companyId)
    .where({ day })
    .whereIn("visit_id", [...visitIds])
    .orderBy("id")) as RecipientMessageRow[];

const MAX_OF_VISIT = 50;

/** What was told of a visit, the newest first. */
export const messagesOfVisit = async (db: Db, companyId: number, visitId: number): Promise<RecipientMessageRow[]> =>
  (await scoped(db, "recipient_messages", companyId)
    .where({ visit_id: visitId })
    .orderBy("id", "desc")
    .limit(MAX_OF_VISIT)) as RecipientMessageRow[];

/**
 * Takes the message that has waited longest, of whatever company, so that nobody else sends it until `claimedUntil`.
 * @returns null when none is due
 */
export async function claimMessageAcrossCompanies(
  db: Db,
  now: UtcText,
  claimedUntil: UtcText,
): Promise<RecipientMessageRow | null> {
  for (;;) {
    const row = await db("recipient_messages")
      .where("next_try_at", "<=", now)
      .orderBy("next_try_at")
      .orderBy("id")
      .first();
    if (!row) return null;
    const claimed = { next_try_at: claimedUntil, attempts: row.attempts + 1, updated_at: now };
    // The count tells a claim from one that another process made in between.
    const found = await db("recipient_messages")
      .where({ id: row.id, attempts: row.attempts, state: MessageState.Waiting })
      .update(claimed);
    if (found === 1) return { ...row, ...claimed };
  }
}

export interface MessageOutcome {
  state: MessageState;
  reason?: DropReason | null;
  failure?: string | null;
  attempts?: number;
  nextTryAt?: UtcText | null;
}

/** What became of a claimed message. Of a claim that was taken over since, nothing is stored. */
export async function settleMessage(
  db: Db,
  companyId: number,
  { id, attempts: claimed }: Pick<RecipientMessageRow, "id" | "attempts">,
  { state, reason = null, failure = null, attempts = claimed, nextTryAt = null }: MessageOutcome,
  now: UtcText,
): Promise<boolean> {
  const settled = await scoped(db, "recipient_messages", companyId)
    .where({ id, attempts: claimed, state: MessageState.Waiting })
    .update({
      state,
      reason,
      failure: failure?.slice(0, 255) ?? null,
      attempts,
      next_try_at: nextTryAt,
      sent_at: state === MessageState.Sent ? now : null,
      updated_at: now,
    });
  return settled === 1;
}

/** Companies that have anything switched on. */
export const companiesWithMessagesAcrossCompanies = async (db: Db): Promise<number[]> =>
  db("companies")
    .where({ status: RecordStatus.Active })
    .whereNull("deleted_at")
    .whereNotNull("message_channels")
    .orderBy("id")
    .pluck("id");

export interface ChangedSince {
  since: UtcText;
  /** service dates */
  from: string;
  to: string;
}

const ON_ROAD_OR_OVER = [RouteStatus.OnRoute, RouteStatus.Completed];

/**
 * Routes on the road or over, of plans of these days, of which the route or a visit has changed, or the link of a visit
 * was revoked.
 */
export async function routesChangedSince(db: Db, companyId: number, changed: ChangedSince): Promise<number[]> {
  const ids = [
    ...(await routesWithChanges(db, companyId, changed)),
    ...(await routesWithRevokedLinks(db, companyId, changed)),
  ];
  return [...new Set(ids)].sort((a, b) => a - b);
}

async function routesWithRevokedLinks(db: Db, companyId: number, { since, from, to }: ChangedSince): Promise<number[]> {
  const visitIds = (await scoped(db, "tracking_links", companyId)
    .where("updated_at", ">=", since)
    .whereNotNull("visit_id")
    .pluck("visit_id")) as number[];
  if (visitIds.length === 0) return [];
  const days = scoped(db, "routing_plans", companyId)
    .whereBetween("routing_plans.service_date", [from, to])
    .select("routing_plans.id");
  return (await scoped(db, "routing_routes", companyId)
    .whereIn("plan_id", days)
    .whereIn("status", ON_ROAD_OR_OVER)
    .whereIn("id", scoped(db, "routing_visits", companyId).whereIn("routing_visits.id", visitIds).select("route_id"))
    .pluck("id")) as number[];
}

async function routesWithChanges(db: Db, companyId: number, { since, from, to }: ChangedSince): Promise<number[]> {
  const planIds = (await scoped(db, "routing_plans", companyId)
    .whereBetween("routing_plans.service_date", [from, to])
    .where("routing_plans.updated_at", ">=", since)
    .pluck("routing_plans.id")) as number[];
  if (planIds.length === 0) return [];
  const byVisit = (await scoped(db, "routing_visits", companyId)
    .whereIn("plan_id", planIds)
    .where("updated_at", ">=", since)
    .whereNotNull("route_id")
    .distinct()
    .pluck("route_id")) as number[];
  return (await scoped(db, "routing_routes", companyId)
    .whereIn("plan_id", planIds)
    .whereIn("status", ON_ROAD_OR_OVER)
    .where((either) => either.where("updated_at", ">=", since).orWhereIn("id", byVisit))
    .pluck("id")) as number[];
}

/** Forgets messages that were made before. */
export const removeOldMessagesAcrossCompanies = (_db: Db, pieces: ShortPieces, before: UtcText): Promise<void> =>
  pieces.repeat(async (trx, size) => {
    // The plus has the age choose the index on SQLite: nearly all messages have nothing to try any more.
    const old = trx("recipient_messages").whereRaw("+next_try_at IS NULL").where("created_at", "<=", before);
    const ids: number[] = await old.limit(size).pluck("id");
    if (ids.length > 0) await trx("recipient_messages").whereIn("id", ids).delete();
    return ids.length === size;
  });

import { randomBytes } from "node:crypto";
import { DeliveryState } from "~/domain/webhooks/delivery";
import type { AfterTry } from "~/domain/webhooks/delivery";
import type { WebhookEvent } from "~/domain/webhooks/webhook-events";
import { RecordStatus } from "~/domain/record-status";
import type { Db } from "../client.server";
import { withTransaction } from "../transaction.server";
import type { UtcText, WebhookDeliveryRow, WebhookEndpointRow } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { getById, insertScoped, scoped } from "./scoped.server";
import { disableEndpoint } from "./webhook-endpoints.server";
import { newWebhookId, waitingDelivery } from "./webhook-outbox.server";

export interface DeliveryFilter extends PageRequest {
  endpointId?: number | undefined;
  state?: DeliveryState | undefined;
  event?: string | undefined;
}

/** The newest first, without what was sent and answered. */
export function listDeliveries(
  db: Db,
  companyId: number,
  { endpointId, state, event, ...page }: DeliveryFilter = {},
): Promise<Paged<Omit<WebhookDeliveryRow, "body" | "answer_text">>> {
  const query = scoped(db, "webhook_deliveries", companyId);
  if (endpointId !== undefined) query.where({ endpoint_id: endpointId });
  if (state !== undefined) query.where({ state });
  if (event !== undefined) query.where({ event });
  return paged(query, page, (one) => {
    one.orderBy("id", "desc").select(LISTED);
  });
}

const LISTED = [
  "id",
  "company_id",
  "endpoint_id",
  "uid",
  "event",
  "state",
  "attempts",
  "next_try_at",
  "tried_at",
  "answer_status",
  "took_ms",
  "failure",
  "created_at",
  "updated_at",
];

/** @throws AppError 404 */
export const getDelivery = (db: Db, companyId: number, id: number): Promise<WebhookDeliveryRow> =>
  getById(db, "webhook_deliveries", companyId, id);

/** One event for one endpoint, asked for by somebody. @returns its id. @throws AppError 404 */
export const addDelivery = (
  db: Db,
  companyId: number,
  endpointId: number,
  event: WebhookEvent,
  now: UtcText,
): Promise<number> => {
  const row = waitingDelivery({ id: endpointId, company_id: companyId }, event, newWebhookId(), now);
  return insertScoped(db, "webhook_deliveries", companyId, row, now);
};

/** What has ended is sent once more, under its old id. @returns false when it waits already */
export async function sendAgain(db: Db, companyId: number, id: number, now: UtcText): Promise<boolean> {
  const changed = await scoped(db, "webhook_deliveries", companyId)
    .where({ id })
    .whereNull("next_try_at")
    .update({ state: DeliveryState.Waiting, attempts: 0, next_try_at: now, updated_at: now });
  return changed === 1;
}

export interface ClaimedDelivery {
  endpoint: WebhookEndpointRow & { claim: string };
  delivery: WebhookDeliveryRow;
}

/**
 * Takes the oldest delivery that is due of the endpoint that has waited longest. Nobody else sends to that endpoint
 * until `until`, so its deliveries go out one after the other. Those of a company that is switched off go on waiting.
 * Call it without a transaction: it has to see what others commit.
 * @returns null when none is due
 */
export async function claimDeliveryAcrossCompanies(
  db: Db,
  now: UtcText,
  until: UtcText,
): Promise<ClaimedDelivery | null> {
  for (;;) {
    const endpoint = await db("webhook_endpoints")
      .whereNull("disabled_at")
      .where("busy_until", "<=", now)
      .whereExists((active) =>
        active
          .select("id")
          .from("companies")
          .whereRaw("companies.id = webhook_endpoints.company_id")
          .where({ status: RecordStatus.Active })
          .whereNull("deleted_at"),
      )
      .whereExists((due) =>
        due
          .select("id")
          .from("webhook_deliveries")
          .whereRaw("webhook_deliveries.endpoint_id = webhook_endpoints.id")
          .where("webhook_deliveries.next_try_at", "<=", now),
      )
      .orderBy("busy_until")
      .orderBy("id")
      .first();
    if (!endpoint) return null;
    const claim = randomBytes(16).toString("hex");
    // The claim before tells this one from one that another process made in between.
    const won = await db("webhook_endpoints")
      .where({ id: endpoint.id, claim: endpoint.claim, busy_until: endpoint.busy_until })
      .whereNull("disabled_at")
      .update({ claim, busy_until: until });
    if (won === 0) continue;
    const delivery = await db("webhook_deliveries")
      .where({ endpoint_id: endpoint.id })
      .where("next_try_at", "<=", now)
      .orderBy("id")
      .first();
    if (delivery) {
      const begun = { attempts: delivery.attempts + 1, tried_at: now };
      await db("webhook_deliveries").where({ id: delivery.id }).update(begun);
      return { endpoint: { ...endpoint, claim }, delivery: { ...delivery, ...begun } };
    }
    await db("webhook_endpoints").where({ id: endpoint.id, claim }).update({ claim: null, busy_until: now });
  }
}

export type TryResult = Pick<WebhookDeliveryRow, "answer_status" | "answer_text" | "took_ms" | "failure">;

/**
 * Stores what came of a claimed delivery, and frees its endpoint.
 * @returns false when another process has taken the claim over: nothing is stored
 */
export const settleDelivery = (
  db: Db,
  companyId: number,
  { endpoint, delivery }: { endpoint: Pick<ClaimedDelivery["endpoint"], "id" | "claim">; delivery: { id: number } },
  result: TryResult,
  { state, nextTryAt, failingSince, disable }: AfterTry,
  now: UtcText,
): Promise<boolean> =>
  withTransaction(db, async (trx) => {
    const freed = await scoped(trx, "webhook_endpoints", companyId)
      .where({ id: endpoint.id, claim: endpoint.claim })
      .update({ claim: null, busy_until: now, failing_since: failingSince });
    if (freed === 0) return false;
    // An endpoint that somebody has disabled meanwhile is not tried again.
    await scoped(trx, "webhook_deliveries", companyId)
      .where({ id: delivery.id, ...(state === DeliveryState.Delivered ? {} : { state: DeliveryState.Waiting }) })
      .update({ ...result, state, next_try_at: nextTryAt, updated_at: now });
    if (disable !== null) await disableEndpoint(trx, companyId, endpoint.id, disable, now);
    return true;
  });

/** Forgets deliveries that have ended, made before. */
export const removeOldDeliveriesAcrossCompanies = (db: Db, before: UtcText): Promise<number> =>
  db("webhook_deliveries").whereNull("next_try_at").where("created_at", "<=", before).delete();

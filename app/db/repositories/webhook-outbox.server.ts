import { randomBytes } from "node:crypto";
import { DeliveryState } from "~/domain/webhooks/delivery";
import { bodyOf } from "~/domain/webhooks/webhook-events";
import type { WebhookEvent } from "~/domain/webhooks/webhook-events";
import type { Db } from "../client.server";
import { insertMany } from "../dialect.server";
import type { UtcText, WebhookDeliveryRow, WebhookEndpointRow } from "../tables";
import { scoped } from "./scoped.server";

type NewDelivery = Omit<WebhookDeliveryRow, "id" | "attempts" | keyof Outcome>;
type Outcome = Pick<WebhookDeliveryRow, "tried_at" | "answer_status" | "answer_text" | "took_ms" | "failure">;

/** What names one event, the same in every try. */
export const newWebhookId = (): string => `msg_${randomBytes(16).toString("hex")}`;

export const waitingDelivery = (
  { id, company_id }: Pick<WebhookEndpointRow, "id" | "company_id">,
  event: WebhookEvent,
  uid: string,
  now: UtcText,
): NewDelivery => ({
  company_id,
  uid,
  endpoint_id: id,
  event: event.type,
  body: bodyOf(event, now),
  state: DeliveryState.Waiting,
  next_try_at: now,
  created_at: now,
  updated_at: now,
});

/**
 * Puts into the queue what a change tells, in the transaction of the change: either both are stored, or neither.
 * @param eventsOf asked only where an endpoint listens
 */
export async function tellWebhooks(
  trx: Db,
  companyId: number,
  eventsOf: () => readonly WebhookEvent[] | Promise<readonly WebhookEvent[]>,
  now: UtcText,
): Promise<void> {
  const endpoints = (await scoped(trx, "webhook_endpoints", companyId)
    .whereNull("disabled_at")
    .orderBy("id")
    .select("id", "company_id", "events")) as Pick<WebhookEndpointRow, "id" | "company_id" | "events">[];
  if (endpoints.length === 0) return;
  const listeners = endpoints.map((endpoint) => ({ endpoint, names: new Set(endpoint.events.split(",")) }));
  const rows: NewDelivery[] = [];
  for (const event of await eventsOf()) {
    const uid = newWebhookId();
    for (const { endpoint, names } of listeners)
      if (names.has(event.type)) rows.push(waitingDelivery(endpoint, event, uid, now));
  }
  await insertMany(trx, "webhook_deliveries", rows);
}

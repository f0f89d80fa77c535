import type { Db } from "~/db/client.server";
import { addDelivery } from "~/db/repositories/webhook-deliveries.server";
import { insertEndpoint } from "~/db/repositories/webhook-endpoints.server";
import { TEST_EVENT } from "~/domain/webhooks/webhook-events";
import { NOW } from "./company";

const LISTENER = { url: "https://hooks.example.com/", note: "", events: "plan.updated", secret: "x", secret_by: null };

/** An endpoint with a delivery that has failed for good. */
export async function createWebhook(db: Db, companyId: number): Promise<{ webhookId: number; deliveryId: number }> {
  const webhookId = await insertEndpoint(db, companyId, LISTENER, NOW);
  const test = { type: TEST_EVENT, data: { company_id: companyId, message: "x" } } as const;
  const deliveryId = await addDelivery(db, companyId, webhookId, test, NOW);
  await db("webhook_deliveries").where({ id: deliveryId }).update({ state: "failed", next_try_at: null });
  return { webhookId, deliveryId };
}

import * as webhookDeliveries from "~/db/repositories/webhook-deliveries.server";
import * as webhookEndpoints from "~/db/repositories/webhook-endpoints.server";
import { tellWebhooks } from "~/db/repositories/webhook-outbox.server";
import { TEST_EVENT } from "~/domain/webhooks/webhook-events";
import { LOCK } from "../other-company";
import { LATER } from "./attempt";
import type { Attempts } from "./attempt";

const ENDED = { answer_status: 500, answer_text: "", took_ms: 1, failure: null };
const EVENT = { type: TEST_EVENT, data: { company_id: 1, message: "x" } } as const;

/** What one company tries with addresses and events of webhooks. */
export const WEBHOOKS: Attempts = {
  "webhookEndpoints.listEndpoints": (db, me) => webhookEndpoints.listEndpoints(db, me),
  "webhookEndpoints.countLostEndpoints": async (db, me, o) => {
    await db("webhook_endpoints")
      .where({ company_id: me, id: o.endpointId })
      .update({ disabled_at: LATER, disabled_reason: "failing" });
    return webhookEndpoints.countLostEndpoints(db, me);
  },
  "webhookEndpoints.getEndpoint": (db, me, o) => webhookEndpoints.getEndpoint(db, me, o.endpointId),
  "webhookEndpoints.lockEndpoint": (db, me, o) => webhookEndpoints.lockEndpoint(db, me, o.endpointId),
  "webhookEndpoints.updateEndpoint": (db, me, o) =>
    webhookEndpoints.updateEndpoint(db, me, o.endpointId, { note: "changed" }, LATER),
  "webhookEndpoints.removeEndpoint": (db, me, o) => webhookEndpoints.removeEndpoint(db, me, o.endpointId),
  "webhookEndpoints.disableEndpoint": (db, me, o) =>
    webhookEndpoints.disableEndpoint(db, me, o.endpointId, "by_hand", LATER),
  "webhookDeliveries.listDeliveries": (db, me) => webhookDeliveries.listDeliveries(db, me),
  "webhookDeliveries.getDelivery": (db, me, o) => webhookDeliveries.getDelivery(db, me, o.deliveryId),
  "webhookDeliveries.addDelivery": (db, me, o) => webhookDeliveries.addDelivery(db, me, o.endpointId, EVENT, LATER),
  "webhookDeliveries.sendAgain": (db, me, o) => webhookDeliveries.sendAgain(db, me, o.endedDeliveryId, LATER),
  "webhookDeliveries.settleDelivery": (db, me, o) =>
    webhookDeliveries.settleDelivery(
      db,
      me,
      { endpoint: { id: o.endpointId, claim: LOCK }, delivery: { id: o.deliveryId } },
      ENDED,
      { state: "failed", nextTryAt: null, failingSince: LATER, disable: "failing" },
      LATER,
    ),
  "webhookOutbox.tellWebhooks": (db, me) => tellWebhooks(db, me, () => [{ ...EVENT, type: "plan.created" }], LATER),
};

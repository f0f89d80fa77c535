/** Webhooks as programs read them; what changes them are actions, `action/webhook.create` and its like. */
import { z } from "zod";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { db } from "~/db/database.server";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "~/db/tables";
import { DELIVERY_STATES } from "~/domain/webhooks/delivery";
import type { DeliveryState } from "~/domain/webhooks/delivery";
import { listedId } from "~/domain/validation/wire-fields";
import { call } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { derived, moment, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import { notFound } from "~/lib/errors";
import { secretMadeJustNow } from "./queries/shown-secret.server";

const WEBHOOK = resource<WebhookEndpointRow>({
  name: "webhook",
  label: "Webhook",
  table: "webhook_endpoints",
  permission: "company.api",
  search: ["url", "note"],
  example: {},
  fields: {
    id: ownId(),
    company_id: reference("company_id"),
    url: text("url", { filter: true }),
    note: text("note"),
    events: derived(z.array(z.string()), ({ events }) => events.split(",")),
    disabled_at: moment("disabled_at"),
    disabled_reason: text("disabled_reason"),
    failing_since: moment("failing_since"),
    created_at: moment("created_at"),
    updated_at: moment("updated_at"),
  },
});

const DELIVERY = resource<WebhookDeliveryRow>({
  name: "webhook-delivery",
  label: "Delivery",
  table: "webhook_deliveries",
  permission: "company.api",
  example: {},
  fields: {
    id: ownId(),
    company_id: reference("company_id"),
    endpoint_id: reference("endpoint_id", { filter: true }),
    uid: text("uid", { filter: true }),
    event: text("event", { filter: true }),
    state: oneOf("state", DELIVERY_STATES as [DeliveryState], { filter: true }),
    body: text("body"),
    attempts: whole("attempts"),
    next_try_at: moment("next_try_at"),
    tried_at: moment("tried_at"),
    answer_status: whole("answer_status"),
    answer_text: text("answer_text"),
    failure: text("failure"),
    created_at: moment("created_at"),
    updated_at: moment("updated_at"),
  },
});

export const WEBHOOK_RESOURCES = [WEBHOOK, DELIVERY];

export const WEBHOOK_CALLS: ApiCall[] = [
  call({
    path: "webhook/secret",
    methods: ["POST"],
    summary: "Answers the secret of a webhook to whoever has made it, for ten minutes.",
    permission: "company.api",
    input: z.strictObject({ id: listedId() }),
    answer: z.strictObject({ secret: z.string() }),
    changes: false,
    example: { id: 1 },
    async run(session, { id }) {
      const secret = await secretMadeJustNow(session, id);
      if (secret === null) throw notFound("Webhook");
      const subject = { model: "Webhook", ids: [id] };
      const companyId = session.company.id;
      await noteInLog(db(), { by: logAuthorOf(session), companyId, action: "webhook.secret", subject });
      return { secret };
    },
  }),
];

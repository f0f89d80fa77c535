/** What the actions of webhooks take. */
import { z } from "zod";
import { MAX_URL_LENGTH } from "~/domain/webhooks/delivery";
import { WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import type { WebhookEventName } from "~/domain/webhooks/webhook-events";
import { itemId, optionalText, requiredText } from "~/domain/validation/wire-fields";

const fields = {
  url: requiredText("URL", MAX_URL_LENGTH),
  note: optionalText("Description"),
  events: z
    .array(z.enum(WEBHOOK_EVENT_NAMES as [WebhookEventName], { error: "Events are not correct" }))
    .min(1, "Choose at least one event")
    .max(WEBHOOK_EVENT_NAMES.length, "Events are named twice")
    .transform((names) => WEBHOOK_EVENT_NAMES.filter((name) => names.includes(name))),
};

export const NewWebhook = z.strictObject(fields);
export type WebhookInput = z.output<typeof NewWebhook>;
export const WebhookId = z.strictObject({ id: itemId() });
export const ChangedWebhook = z.strictObject({ ...WebhookId.shape, ...fields });
/** Of a delivery in the log. */
export const DeliveryId = z.strictObject({ deliveryId: itemId() });

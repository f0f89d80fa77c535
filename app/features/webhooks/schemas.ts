/** What the actions of webhooks take. */
import { z } from "zod";
import { MAX_URL_LENGTH } from "~/domain/webhooks/delivery";
import { EVENT_FIELD, WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import type { WebhookEventName } from "~/domain/webhooks/webhook-events";
import { asTheyAre, itemId, optionalText, requiredText, seenFields } from "~/domain/validation/wire-fields";
import type { OwnForm } from "~/http/actions/decode-form";
import { listChangesOf } from "~/lib/list-changes";

const words = { url: requiredText("URL", MAX_URL_LENGTH), note: optionalText("Description") };
const events = () =>
  z
    .array(z.enum(WEBHOOK_EVENT_NAMES as [WebhookEventName], { error: "Events are not correct" }))
    .max(WEBHOOK_EVENT_NAMES.length, "Events are named twice")
    .transform((names) => WEBHOOK_EVENT_NAMES.filter((name) => names.includes(name)));
const someEvents = () => events().refine((names) => names.length > 0, "Choose at least one event");

export const NewWebhook = z.strictObject({ ...words, events: someEvents() });
export type WebhookInput = z.output<typeof NewWebhook>;
export const WebhookId = z.strictObject({ id: itemId() });
/** What is left out stays; of the events all may be named, or single ones. */
export const ChangedWebhook = z.strictObject({
  ...WebhookId.shape,
  seen: seenFields(),
  ...asTheyAre(words),
  events: events().optional(),
  add_events: events().optional(),
  remove_events: events().optional(),
});
export type WebhookChanges = Omit<z.output<typeof ChangedWebhook>, "seen">;
/** What is told once some events are changed. */
export const ChosenEvents = z.object({ events: someEvents() });

/** A form has a field for each event. */
const eventsForm =
  (fieldsOf: (changes: ReturnType<typeof listChangesOf>) => Record<string, unknown>): OwnForm =>
  (posted, decode) => {
    const { wire, faults } = decode(posted);
    const changes = listChangesOf(posted.values, EVENT_FIELD, WEBHOOK_EVENT_NAMES);
    return { wire: { ...wire, ...fieldsOf(changes) }, faults };
  };
export const newEventsForm = eventsForm(({ add }) => ({ events: add }));
export const changedEventsForm = eventsForm(({ add, remove }) => ({ add_events: add, remove_events: remove }));
/** Of a delivery in the log. */
export const DeliveryId = z.strictObject({ deliveryId: itemId() });

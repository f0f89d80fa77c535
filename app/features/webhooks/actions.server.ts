/** What a company does about the programs that are told what happens. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { NewId } from "~/http/actions/tells";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import {
  createWebhook,
  disableWebhook,
  enableWebhook,
  removeWebhook,
  resendDelivery,
  rotateSecret,
  sendTestEvent,
  updateWebhook,
} from "./commands/save-webhook.server";
import { changedEventsForm, ChangedWebhook, DeliveryId, newEventsForm, NewWebhook, WebhookId } from "./schemas";
import { SECRET_DIALOG } from "./secret-dialog";

const page = () => paths.companyWebhooks();
const permission = "company.api";

export const WEBHOOK_ACTIONS = defineActions({
  "webhook.create": action({
    summary: "Adds an address that is told what happens; its secret is shown once.",
    permission,
    idempotent: false,
    input: NewWebhook,
    form: newEventsForm,
    tells: NewId,
    run: (session, input, { tab }) => createWebhook(session, input, tab),
    answer: (id) => ({ redirectTo: paths.companyWebhooks({ dialog: SECRET_DIALOG, id }) }),
  }),
  "webhook.update": action({
    summary:
      "Changes an address, what it is for, and what it is told; what is left out stays. events are all that it is " +
      "told, add_events and remove_events single ones.",
    permission,
    idempotent: true,
    input: ChangedWebhook,
    form: changedEventsForm,
    run: (session, { seen, ...input }, { tab }) => updateWebhook(session, input, tab, seen),
    answer: () => ({ message: SAVED, redirectTo: page() }),
  }),
  "webhook.disable": action({
    summary: "Tells an address nothing from then on; what waits is not sent.",
    permission,
    idempotent: true,
    input: WebhookId,
    run: (session, { id }, { tab }) => disableWebhook(session, id, tab),
    answer: () => ({ message: "The webhook is disabled", redirectTo: page() }),
  }),
  "webhook.enable": action({
    summary: "Tells an address again what happens from then on.",
    permission,
    idempotent: true,
    input: WebhookId,
    run: (session, { id }, { tab }) => enableWebhook(session, id, tab),
    answer: () => ({ message: "The webhook is enabled", redirectTo: page() }),
  }),
  "webhook.rotate_secret": action({
    summary: "Makes another secret, which is shown once; the one before signs too for 24 hours.",
    permission,
    idempotent: false,
    input: WebhookId,
    run: (session, { id }, { tab }) => rotateSecret(session, id, tab),
    answer: ({ id }) => ({ redirectTo: paths.companyWebhooks({ dialog: SECRET_DIALOG, id }) }),
  }),
  "webhook.remove": action({
    summary: "Removes an address with its log.",
    permission,
    idempotent: false,
    input: WebhookId,
    run: (session, { id }, { tab }) => removeWebhook(session, id, tab),
    answer: ({ url }) => ({ message: deletedMessage(url), redirectTo: page() }),
  }),
  "webhook.test": action({
    summary: "Sends an event that tells of nothing.",
    permission,
    idempotent: false,
    input: WebhookId,
    run: (session, { id }, { tab }) => sendTestEvent(session, id, tab),
    answer: () => ({ message: "The test event is on its way", redirectTo: page() }),
  }),
  "webhook.resend": action({
    summary: "Sends an event of the log once more, under its old id.",
    permission,
    idempotent: false,
    input: DeliveryId,
    run: (session, { deliveryId }, { tab }) => resendDelivery(session, deliveryId, tab),
    answer: () => ({ message: "The event is on its way", redirectTo: page() }),
  }),
});

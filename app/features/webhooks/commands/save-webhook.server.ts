import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { addDelivery, getDelivery, sendAgain } from "~/db/repositories/webhook-deliveries.server";
import {
  disableEndpoint,
  getEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  removeEndpoint,
  updateEndpoint,
} from "~/db/repositories/webhook-endpoints.server";
import type { WebhookEndpointRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { DisabledReason, MAX_ENDPOINTS, OVERLAP_SEC } from "~/domain/webhooks/delivery";
import { isWebhookEvent, TEST_EVENT, WEBHOOK_EVENT_NAMES } from "~/domain/webhooks/webhook-events";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { AppError } from "~/lib/errors";
import { withListChanges } from "~/lib/list-changes";
import { pickDefined } from "~/lib/pick";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { newWebhookSecret } from "~/services/webhooks/signature.server";
import { WEBHOOK_FIELD_LABELS as LABELS, webhookFormTexts } from "../webhook-form-values";
import { ChosenEvents } from "../schemas";
import type { WebhookChanges, WebhookInput } from "../schemas";
import { sealSecret } from "../webhook-secrets.server";

type Action = ChangeEvent["action"];

/** What every change of an endpoint does: the right, one transaction, and the news of it. */
function change<T extends { id: number }>(
  session: CompanySession,
  { action, tab }: { action: Action; tab: string | undefined },
  work: (trx: Db, companyId: number) => Promise<T>,
): Promise<T> {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  return withTransaction(db(), async (trx) => {
    const done = await work(trx, companyId);
    afterCommit(trx, () => publishChange(companyId, { model: "Webhook", action, ids: [done.id] }, tab));
    return done;
  });
}

/** @throws AppError 422 that names the field */
function checkUrl(url: string): void {
  const refusal = services().webhooks.refusal(url);
  if (refusal !== null) throw new AppError("webhook.url", refusal, { status: 422, field: "url" });
}

const columnsOf = ({ url, note, events }: WebhookInput) => ({ url, note, events: events.join(",") });

/** @returns its id. @throws AppError 403, 409 when there are too many, 422 for an address that is not reached */
export async function createWebhook(session: CompanySession, input: WebhookInput, tab?: string): Promise<number> {
  checkUrl(input.url);
  const { id } = await change(session, { action: "create", tab }, async (trx, companyId) => {
    await lockCompany(trx, companyId);
    if ((await listEndpoints(trx, companyId)).length >= MAX_ENDPOINTS)
      throw new AppError("webhook.too_many", `A company may have ${MAX_ENDPOINTS} webhooks. Remove one first.`, {
        status: 409,
      });
    const secret = { secret: sealSecret(newWebhookSecret()), secret_by: ofPerson(session).userId };
    return { id: await insertEndpoint(trx, companyId, { ...columnsOf(input), ...secret }, nowText()) };
  });
  return id;
}

/** @throws AppError 409 for fields that somebody else has changed since they were shown, with what is stored now */
function refuseStale(
  before: WebhookEndpointRow,
  changes: Pick<WebhookChanges, "url" | "note">,
  seen: FieldTexts,
): void {
  const stored = webhookFormTexts(before);
  refuseStaleFields("webhook.changed", { seen, stored, next: changes }, (name) => [LABELS[name], stored[name]]);
}

/**
 * What isn't named stays.
 * @param seen what the form's fields showed before
 * @throws AppError 403, 404, 409 for fields that somebody else has changed since, 422, ZodError where it would be told
 * nothing
 */
export function updateWebhook(
  session: CompanySession,
  { id, url, note, events: all, add_events: add, remove_events: remove }: WebhookChanges,
  tab?: string,
  seen: FieldTexts = {},
): Promise<WebhookEndpointRow> {
  if (url !== undefined) checkUrl(url);
  return change(session, { action: "update", tab }, async (trx, companyId) => {
    const endpoint = await lockEndpoint(trx, companyId, id);
    refuseStale(endpoint, { url, note }, seen);
    const stored = endpoint.events.split(",").filter(isWebhookEvent);
    const { events } = ChosenEvents.parse({
      events: withListChanges(WEBHOOK_EVENT_NAMES, stored, { all, add, remove }),
    });
    const changes = { ...pickDefined({ url, note }), events: events.join(",") };
    await updateEndpoint(trx, companyId, id, changes, nowText());
    return endpoint;
  });
}

/** It is told nothing from now on, and what waits is not sent. @throws AppError 403, 404 */
export const disableWebhook = (session: CompanySession, id: number, tab?: string): Promise<WebhookEndpointRow> =>
  change(session, { action: "update", tab }, async (trx, companyId) => {
    const endpoint = await lockEndpoint(trx, companyId, id);
    if (endpoint.disabled_at === null) await disableEndpoint(trx, companyId, id, DisabledReason.ByHand, nowText());
    return endpoint;
  });

/** It is told what happens from now on. @throws AppError 403, 404 */
export const enableWebhook = (session: CompanySession, id: number, tab?: string): Promise<WebhookEndpointRow> =>
  change(session, { action: "update", tab }, async (trx, companyId) => {
    const endpoint = await lockEndpoint(trx, companyId, id);
    const enabled = { disabled_at: null, disabled_reason: null, failing_since: null };
    await updateEndpoint(trx, companyId, id, enabled, nowText());
    return endpoint;
  });

/** Makes another secret; the one before signs too for a day. @throws AppError 403, 404 */
export const rotateSecret = (session: CompanySession, id: number, tab?: string): Promise<WebhookEndpointRow> =>
  change(session, { action: "update", tab }, async (trx, companyId) => {
    const endpoint = await lockEndpoint(trx, companyId, id);
    const now = nowText();
    const secrets = {
      secret: sealSecret(newWebhookSecret()),
      secret_by: ofPerson(session).userId,
      secret_at: now,
      previous_secret: endpoint.secret,
      previous_until: addSeconds(now, OVERLAP_SEC),
    };
    await updateEndpoint(trx, companyId, id, secrets, now);
    return endpoint;
  });

/** With its log. @throws AppError 403, 404 */
export const removeWebhook = (session: CompanySession, id: number, tab?: string): Promise<WebhookEndpointRow> =>
  change(session, { action: "destroy", tab }, async (trx, companyId) => {
    const endpoint = await getEndpoint(trx, companyId, id);
    await removeEndpoint(trx, companyId, id);
    return endpoint;
  });

function assertEnabled({ disabled_at }: WebhookEndpointRow): void {
  if (disabled_at !== null)
    throw new AppError("webhook.disabled", "The webhook is disabled. Enable it first.", { status: 409 });
}

/** Puts an event into the queue that tells of nothing. @throws AppError 403, 404, 409 */
export const sendTestEvent = (session: CompanySession, id: number, tab?: string): Promise<WebhookEndpointRow> =>
  change(session, { action: "update", tab }, async (trx, companyId) => {
    const endpoint = await getEndpoint(trx, companyId, id);
    assertEnabled(endpoint);
    const data = { company_id: companyId, message: "This is a test." };
    await addDelivery(trx, companyId, id, { type: TEST_EVENT, data }, nowText());
    return endpoint;
  });

/** Sends an event once more, under its old id. @throws AppError 403, 404, 409 */
export const resendDelivery = (
  session: CompanySession,
  deliveryId: number,
  tab?: string,
): Promise<WebhookEndpointRow> =>
  change(session, { action: "update", tab }, async (trx, companyId) => {
    const delivery = await getDelivery(trx, companyId, deliveryId);
    const endpoint = await getEndpoint(trx, companyId, delivery.endpoint_id);
    assertEnabled(endpoint);
    if (!(await sendAgain(trx, companyId, deliveryId, nowText())))
      throw new AppError("webhook.waiting", "The event waits to be sent already.", { status: 409 });
    return endpoint;
  });

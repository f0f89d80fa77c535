import { z } from "zod";
import { removedBy } from "~/audit/removed-by.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getDelivery, listDeliveries } from "~/db/repositories/webhook-deliveries.server";
import { listEndpoints } from "~/db/repositories/webhook-endpoints.server";
import type { WebhookDeliveryRow } from "~/db/tables";
import { formatDayTime } from "~/domain/time/day-words";
import { epochSec } from "~/domain/time/utc-text";
import { DELIVERY_STATES } from "~/domain/webhooks/delivery";
import type { DeliveryState } from "~/domain/webhooks/delivery";
import { wholeInText } from "~/domain/validation/wire-fields";
import { dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowText } from "~/services/now.server";
import { SECRET_DIALOG } from "../secret-dialog";
import { shownSecret } from "./shown-secret.server";

const Filter = z.object({
  endpoint: wholeInText().optional().catch(undefined),
  state: z
    .enum(DELIVERY_STATES as [DeliveryState])
    .optional()
    .catch(undefined),
  delivery: wholeInText().optional().catch(undefined),
});

/** Where events go, and what became of them. @throws AppError 403, 404 for a delivery of another company */
export async function loadWebhooksPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "company.api", { companyId });
  const zone = await zoneOfUser(session);
  const time = (text: string | null) => (text === null ? null : formatDayTime(epochSec(text), zone));
  const list = listRequest(request);
  const params = new URL(request.url).searchParams;
  const filter = Filter.parse(Object.fromEntries([...params].filter(([, value]) => value !== "")));
  const endpoints = await listEndpoints(db(), companyId);
  const found = await listDeliveries(db(), companyId, {
    ...list.page,
    endpointId: filter.endpoint,
    state: filter.state,
  });
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const shown = (row: Omit<WebhookDeliveryRow, "body" | "answer_text">) => ({
    id: row.id,
    uid: row.uid,
    url: urls.get(row.endpoint_id) ?? "",
    event: row.event,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    made: time(row.created_at) ?? "",
    tried: time(row.tried_at),
    nextTry: time(row.next_try_at),
    answer: row.answer_status === null ? (row.failure ?? "") : String(row.answer_status),
    tookMs: row.took_ms,
  });
  const { name, id } = dialogOf(request);
  const chosen = endpoints.find((one) => one.id === id);
  const delivery =
    name === "delivery" && filter.delivery !== undefined ? await getDelivery(db(), companyId, filter.delivery) : null;
  return {
    endpoints: endpoints.map((row) => ({
      id: row.id,
      url: row.url,
      note: row.note,
      events: row.events.split(","),
      disabled: row.disabled_at === null ? null : { at: time(row.disabled_at) ?? "", reason: row.disabled_reason },
      failingSince: row.disabled_at === null ? time(row.failing_since) : null,
      previousUntil: row.previous_until !== null && row.previous_until > nowText() ? time(row.previous_until) : null,
    })),
    deliveries: listOf(list, found, shown),
    filter,
    chosenId: chosen?.id ?? null,
    removedBy: id === null || chosen !== undefined ? null : await removedBy(companyId, "webhook_endpoints", id),
    secret: name === SECRET_DIALOG ? shownSecret(session, chosen) : null,
    delivery: delivery && { ...shown(delivery), body: delivery.body, answerText: delivery.answer_text ?? "" },
  };
}
export type WebhooksPage = Awaited<ReturnType<typeof loadWebhooksPage>>;
export type EndpointShown = WebhooksPage["endpoints"][number];
export type DeliveryShown = WebhooksPage["deliveries"]["rows"][number];

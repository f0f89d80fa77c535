import { DeliveryState, DisabledReason } from "~/domain/webhooks/delivery";
import type { Db } from "../client.server";
import type { UtcText, WebhookEndpointRow } from "../tables";
import { getById, insertScoped, lockById, scoped, updateScoped } from "./scoped.server";

/** In the order in which they were made. */
export const listEndpoints = async (db: Db, companyId: number): Promise<WebhookEndpointRow[]> =>
  (await scoped(db, "webhook_endpoints", companyId).orderBy("id")) as WebhookEndpointRow[];

/** @throws AppError 404 */
export const getEndpoint = (db: Db, companyId: number, id: number): Promise<WebhookEndpointRow> =>
  getById(db, "webhook_endpoints", companyId, id);

/** It stays as it is until the transaction ends. @throws AppError 404 */
export const lockEndpoint = (trx: Db, companyId: number, id: number): Promise<WebhookEndpointRow> =>
  lockById(trx, "webhook_endpoints", companyId, id);

export type NewEndpoint = Pick<WebhookEndpointRow, "url" | "note" | "events" | "secret" | "secret_by">;

/** @returns its id */
export const insertEndpoint = (db: Db, companyId: number, values: NewEndpoint, now: UtcText): Promise<number> =>
  insertScoped(db, "webhook_endpoints", companyId, { ...values, secret_at: now, busy_until: now }, now);

/** @throws AppError 404 */
export const updateEndpoint = (
  db: Db,
  companyId: number,
  id: number,
  changes: Partial<Omit<WebhookEndpointRow, "id" | "company_id">>,
  now: UtcText,
): Promise<void> => updateScoped(db, "webhook_endpoints", companyId, id, changes, now);

/** Those that nobody has disabled by hand, and that are told nothing all the same. */
export async function countLostEndpoints(db: Db, companyId: number): Promise<number> {
  const row = (await scoped(db, "webhook_endpoints", companyId)
    .whereNotNull("disabled_at")
    .whereNot("disabled_reason", DisabledReason.ByHand)
    .count({ total: "*" })
    .first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

/** With its deliveries. */
export const removeEndpoint = async (db: Db, companyId: number, id: number): Promise<void> =>
  void (await scoped(db, "webhook_endpoints", companyId).where({ id }).delete());

/** It is told nothing any more, what waits included. */
export async function disableEndpoint(
  trx: Db,
  companyId: number,
  id: number,
  reason: DisabledReason,
  now: UtcText,
): Promise<void> {
  await updateEndpoint(trx, companyId, id, { disabled_at: now, disabled_reason: reason }, now);
  await scoped(trx, "webhook_deliveries", companyId)
    .where({ endpoint_id: id, state: DeliveryState.Waiting })
    .update({ state: DeliveryState.Failed, next_try_at: null, updated_at: now });
}

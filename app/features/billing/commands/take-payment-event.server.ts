import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findOrderOfCheckoutAcrossCompanies, getOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { findBillingOfSubscriptionAcrossCompanies, updateBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { notePaymentEvent } from "~/db/repositories/payment-events.server";
import type { UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED } from "~/domain/billing/billing-record";
import { OrderStatus } from "~/domain/billing/order";
import { services } from "~/services/container.server";
import type { PaymentEvent } from "~/services/payment/payment-provider";
import { nowText } from "~/services/now.server";
import { activateOrder, tellCompany } from "./activate-order.server";

/**
 * Takes what the payment provider tells. Each event counts once, however often and in whatever order they come.
 * @param body as it came, byte for byte
 * @throws AppError 400 for a signature that is wrong or too old
 */
export async function takePaymentEvent(body: string, signature: string): Promise<void> {
  const event = await services().payment.readEvent(body, signature);
  const now = nowText();
  await withTransaction(db(), async (trx) => {
    if (await notePaymentEvent(trx, event, now)) await carryOut(trx, event, now);
  });
}

async function carryOut(trx: Db, event: PaymentEvent, now: UtcText): Promise<void> {
  if (event.what === "paid" || event.what === "abandoned") {
    const found = await findOrderOfCheckoutAcrossCompanies(trx, event.checkoutId);
    if (!found) return;
    await lockCompany(trx, found.company_id);
    const order = await getOrder(trx, found.company_id, found.id);
    // Who has paid gets it, even when the order was taken back in another tab meanwhile.
    if (event.what === "paid" && order.status !== OrderStatus.Approved)
      await activateOrder(trx, order, { by: null, ...event }, now);
    if (event.what === "abandoned" && order.status === OrderStatus.Open)
      await updateOrder(trx, order.company_id, order.id, { status: OrderStatus.Withdrawn, decided_at: now }, now);
    return;
  }
  if (event.what === "other") return;
  const billing = await findBillingOfSubscriptionAcrossCompanies(trx, event.subscriptionId);
  if (!billing) return;
  const { company_id: companyId, id, end_date: endDate } = billing;
  await lockCompany(trx, companyId);
  if (event.what === "ended") await updateBilling(trx, companyId, id, { subscription_status: CANCELLED }, now);
  // Of two that were mixed up on the way the later day counts.
  else if (endDate === null || endDate < event.until)
    await updateBilling(trx, companyId, id, { end_date: event.until }, now);
  tellCompany(trx, companyId);
}

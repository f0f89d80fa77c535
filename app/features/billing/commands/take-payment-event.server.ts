import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findOrderOfCheckoutAcrossCompanies, getOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { listBillingsOfSubscriptionAcrossCompanies, updateBilling } from "~/db/repositories/billings.server";
import { lockAnyAcrossCompanies } from "~/db/repositories/companies.server";
import { notePaymentEvent } from "~/db/repositories/payment-events.server";
import type { UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { CANCELLED } from "~/domain/billing/billing-record";
import { checkoutOfOrder, OrderStatus } from "~/domain/billing/order";
import { services } from "~/services/container.server";
import type { PaidCheckout, PaymentEvent } from "~/services/payment/payment-provider";
import { nowText } from "~/services/now.server";
import { refuseOff } from "../refuse-off.server";
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

type PaidOrder = Pick<PaidCheckout, "customerId" | "subscriptionId" | "isPaidLater"> & {
  companyId: number;
  orderId: number;
  /** of the sender */
  tab?: string | undefined;
};

/**
 * Who has paid gets it, even when the order was taken back in another tab meanwhile. Also a company that was removed:
 * it may come back, and the chores end the subscription that is stored with it.
 */
async function takePaid(trx: Db, { companyId, orderId, ...paid }: PaidOrder, now: UtcText): Promise<void> {
  await lockAnyAcrossCompanies(trx, companyId);
  const order = await getOrder(trx, companyId, orderId);
  if (order.status === OrderStatus.Approved) return;
  await activateOrder(trx, order, { by: null, ...paid }, now);
}

async function carryOut(trx: Db, event: PaymentEvent, now: UtcText): Promise<void> {
  if (event.what === "paid" || event.what === "abandoned") {
    const found = await findOrderOfCheckoutAcrossCompanies(trx, event.checkoutId);
    if (!found) return;
    const { company_id: companyId, id: orderId } = found;
    if (event.what === "paid") return takePaid(trx, { companyId, orderId, ...event }, now);
    await lockAnyAcrossCompanies(trx, companyId);
    const order = await getOrder(trx, companyId, orderId);
    // The one that was abandoned may have been replaced while the company was locked.
    if (order.status !== OrderStatus.Open || order.checkout_id !== event.checkoutId) return;
    await updateOrder(trx, companyId, orderId, { status: OrderStatus.Withdrawn, decided_at: now }, now);
    tellCompany(trx, companyId);
    return;
  }
  if (event.what === "other") return;
  const [found] = await listBillingsOfSubscriptionAcrossCompanies(trx, event.subscriptionId);
  if (!found) return;
  const { company_id: companyId } = found;
  await lockAnyAcrossCompanies(trx, companyId);
  const records = await listBillingsOfSubscriptionAcrossCompanies(trx, event.subscriptionId);
  if (event.what === "ended")
    for (const { id } of records) await updateBilling(trx, companyId, id, { subscription_status: CANCELLED }, now);
  else {
    // What follows on the same subscription has its own payments.
    const paid = records.filter(({ start_date: start }) => start === null || start <= event.from).at(-1);
    // Of two that were mixed up on the way the later day counts.
    if (paid && (paid.end_date === null || paid.end_date < event.until))
      await updateBilling(trx, companyId, paid.id, { end_date: event.until }, now);
  }
  tellCompany(trx, companyId);
}

/**
 * Asks the payment provider about an order whose news are late.
 * @returns whether it is paid for. @throws AppError 403, 404, 502
 */
export async function confirmPayment(
  session: CompanySession,
  orderId: number,
  tab?: string,
): Promise<{ isPaid: boolean }> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const order = await getOrder(db(), companyId, orderId);
  if (order.status === OrderStatus.Approved) return { isPaid: true };
  const checkoutId = checkoutOfOrder(order);
  const paid = checkoutId === null ? null : await services().payment.paidCheckout(checkoutId);
  if (paid === null) return { isPaid: false };
  await withTransaction(db(), (trx) => takePaid(trx, { companyId, orderId, tab, ...paid }, nowText()));
  return { isPaid: true };
}

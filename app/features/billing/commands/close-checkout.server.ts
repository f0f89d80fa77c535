import { db } from "~/db/database.server";
import { getOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { lockAnyAcrossCompanies } from "~/db/repositories/companies.server";
import type { BillingOrderRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { attemptOfOrder, checkoutOfOrder, LONGEST_ATTEMPT_SEC, OrderStatus } from "~/domain/billing/order";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { recordOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowSec, nowText } from "~/services/now.server";

/**
 * Ends each way in which an order that waits could still be paid for, before it is decided in another way: the
 * provider's page, or a phase of the running subscription that an attempt has left behind. No transaction may be open:
 * `refuseReopened` looks again under the lock.
 * @returns the order as it is then
 * @throws AppError 409 'order.paid', or 'order.changed' while it is being paid for; 502 where the payment provider
 * doesn't answer, and the order waits as before
 */
export async function closeCheckout(found: BillingOrderRow): Promise<BillingOrderRow> {
  if (found.status !== OrderStatus.Open || found.provider === "invoice") return found;
  const checkoutId = checkoutOfOrder(found);
  if (checkoutId !== null) {
    if (await services().payment.endCheckout(checkoutId)) return found;
    throw new AppError("order.paid", "This order was paid for already.", { status: 409 });
  }
  const order = await endAttempt(found);
  if (order.status !== OrderStatus.Open) return order;
  const { row, record } = await recordOf(db(), order.company_id, nowText());
  if (record.renews) await services().payment.unfollow({ orderId: order.id, subscriptionId: row.subscription_id! });
  return order;
}

/** An attempt that was cut off activates nothing any more: `followPackage` looks for its mark. */
const endAttempt = ({ company_id: companyId, id }: BillingOrderRow): Promise<BillingOrderRow> =>
  withTransaction(db(), async (trx) => {
    await lockAnyAcrossCompanies(trx, companyId);
    const order = await getOrder(trx, companyId, id);
    if (order.status !== OrderStatus.Open || attemptOfOrder(order) === null) return order;
    if (order.updated_at > utcText(nowSec() - LONGEST_ATTEMPT_SEC)) throw beingPaid();
    await updateOrder(trx, companyId, id, { checkout_id: null }, nowText());
    return getOrder(trx, companyId, id);
  });

const beingPaid = () =>
  new AppError("order.changed", "This order is about to be paid for. Please try again in a few minutes.", {
    status: 409,
  });

/**
 * @param closed the order as `closeCheckout` had it
 * @throws AppError 409 where somebody has begun to pay since for what is over
 */
export function refuseReopened(order: BillingOrderRow, closed: BillingOrderRow): void {
  if (order.checkout_id !== closed.checkout_id) throw beingPaid();
}

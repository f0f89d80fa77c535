/** Lets what is ordered follow the running subscription, so that the same card pays for it. */
import { randomUUID } from "node:crypto";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { BillingOrderRow, UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { attemptOfOrder, checkoutOfOrder, FOLLOWING, OrderStatus } from "~/domain/billing/order";
import { AppError } from "~/lib/errors";
import { recordOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { activateOrder } from "./activate-order.server";

/**
 * Marks an order that is about to follow a subscription, before the payment provider is asked: nobody decides it
 * meanwhile. Pressed twice is one attempt. Call it with the company locked.
 * @returns the order, and what the company pays for now
 */
export async function readyToPay(trx: Db, order: BillingOrderRow, now: UtcText) {
  const { company_id: companyId, id } = order;
  const found = await recordOf(trx, companyId, now);
  if (checkoutOfOrder(order) !== null) return { order, ...found };
  const known = attemptOfOrder(order);
  const attempt = found.isRunning && found.record.renews ? (known ?? `${FOLLOWING}${randomUUID()}`) : null;
  // Also a known one, which begins anew.
  if (attempt !== null || known !== null) await updateOrder(trx, companyId, id, { checkout_id: attempt }, now);
  return { order: { ...order, checkout_id: attempt }, ...found };
}

export const orderIsOver = () =>
  new AppError("order.over", "This order was withdrawn or decided in the meantime.", { status: 409 });

interface Follower {
  by: number | null;
  subscriptionId: string;
  title: string;
  /** of the sender */
  tab: string | undefined;
}

/**
 * The same card pays for it, from the end of what is paid for on.
 * @param order as `readyToPay` has marked it
 * @throws AppError 409 while a payment is due, or where the order is over; 502 where the provider doesn't answer
 */
export async function followPackage(
  order: BillingOrderRow,
  { by, subscriptionId, title, tab }: Follower,
  now: UtcText,
): Promise<void> {
  const { company_id: companyId, id: orderId, amount_cents: amountCents, months } = order;
  const attempt = attemptOfOrder(order)!;
  const provider = services().payment;
  const followed = await provider
    .follow({ orderId, subscriptionId, title, amountCents, months, attempt })
    .catch(async (error: unknown) => {
      await endAttempt(order, error, now);
      throw error;
    });
  const isDone = await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const { status, checkout_id: mark } = await getOrder(trx, companyId, orderId);
    if (mark !== attempt) return false;
    if (status === OrderStatus.Open)
      await activateOrder(trx, order, { by, subscriptionId, ...followed, isPaidLater: true, tab }, now);
    return status === OrderStatus.Open || status === OrderStatus.Approved;
  });
  if (isDone) return;
  await provider.unfollow({ orderId, subscriptionId });
  throw orderIsOver();
}

/** The order waits without a mark, and whoever decides it takes back what may have reached the provider. */
const endAttempt = ({ company_id: companyId, id, checkout_id: attempt }: BillingOrderRow, why: unknown, now: UtcText) =>
  withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const order = await getOrder(trx, companyId, id);
    if (order.status !== OrderStatus.Open || order.checkout_id !== attempt) return;
    // Told at once and not to be waited for: another choice is open then.
    const isDue = why instanceof AppError && why.code === "payment.due";
    const isOver = isDue ? { status: OrderStatus.Withdrawn, decided_at: now } : {};
    await updateOrder(trx, companyId, id, { checkout_id: null, ...isOver }, now);
  });

import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findOpenOrder, getOrder, insertOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { findBilling } from "~/db/repositories/billings.server";
import { lockAnyAcrossCompanies, lockCompany } from "~/db/repositories/companies.server";
import type { BillingOrderRow, UtcText } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { BillingStatus } from "~/domain/billing/billing-record";
import {
  attemptOfOrder,
  canOrder,
  checkoutOfOrder,
  firstPaymentSec,
  orderedPeriod,
  OrderStatus,
  priceOrder,
} from "~/domain/billing/order";
import { refusalError } from "~/domain/decision";
import { paths } from "~/paths";
import { recordOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowSec, nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { OrderInput } from "../schemas";
import { tellCompany } from "./activate-order.server";
import { closeCheckout, refuseReopened } from "./close-checkout.server";
import { followPackage, orderIsOver, readyToPay } from "./follow-package.server";
import { refuseOff } from "../refuse-off.server";
import { rollCompany } from "../roll-company.server";
import { tellOfOrder } from "../order-mails.server";
import { orderWords } from "../order-view";

/** What becomes of an order: it waits for an approval, is paid on the provider's page, or follows what is paid for. */
type OrderOutcome = "waits" | "isPaidOnline" | "follows";

/**
 * Orders a package of the shop. The same once more, while it waits, is the same order.
 * @throws AppError 403; 404 where nothing is sold; 409 with another order open, or a package that follows already; 422
 */
export async function orderPackage(
  session: CompanySession,
  input: OrderInput,
  tab?: string,
): Promise<{ orderId: number; outcome: OrderOutcome }> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const priced = priceOrder(input);
  if (!priced.ok) throw refusalError(priced.error);
  const { packageKey, visits, months, amountCents } = priced.changes;
  const now = nowText();
  const provider = services().payment;
  const taken = await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    await rollCompany(trx, companyId, now);
    const open = await findOpenOrder(trx, companyId);
    if (open?.package === packageKey && open.visits === visits) return readyToPay(trx, open, now);
    const allowed = canOrder(open !== undefined, (await findBilling(trx, companyId, BillingStatus.Next)) !== undefined);
    if (!allowed.ok) throw refusalError(allowed.error);
    const id = await insertOrder(
      trx,
      companyId,
      {
        package: packageKey,
        visits,
        months,
        amount_cents: amountCents,
        provider: provider.name,
        status: OrderStatus.Open,
        user_id: session.user.id,
      },
      now,
    );
    tellCompany(trx, companyId, tab);
    const made = await getOrder(trx, companyId, id);
    // Others are decided by the payment.
    if (made.provider === "invoice") await tellOfOrder(trx, made);
    return readyToPay(trx, made, now);
  });
  const before = checkoutOfOrder(taken.order);
  // One that is over without a payment is replaced: nobody could pay for the order any more.
  const isOver =
    before !== null && (await provider.checkoutUrl(before)) === null && (await provider.endCheckout(before));
  const { order, row, record } = isOver ? await withoutCheckout(taken.order, before, now) : taken;
  if (checkoutOfOrder(order) !== null) return { orderId: order.id, outcome: "isPaidOnline" };
  const title = orderWords(order);
  if (attemptOfOrder(order) !== null) {
    await followPackage(order, { by: session.user.id, subscriptionId: row.subscription_id!, title, tab }, now);
    return { orderId: order.id, outcome: "follows" };
  }
  const checkout = await provider.checkout({
    orderId: order.id,
    companyId,
    email: session.user.email,
    customerId: row.customer_id,
    title,
    // Of the order, which may have waited since before the prices changed.
    amountCents: order.amount_cents,
    months: order.months,
    replaces: before,
    firstPaymentSec: firstPaymentSec(orderedPeriod(record, order.months, now.slice(0, 10)), nowSec()),
    successUrl: publicLink(paths.billingPaid()),
    cancelUrl: publicLink(paths.billingShop(order.months, order.visits)),
  });
  if (checkout === null) return { orderId: order.id, outcome: "waits" };
  const isOpen = await withTransaction(db(), async (trx) => {
    await lockAnyAcrossCompanies(trx, companyId);
    const { status } = await getOrder(trx, companyId, order.id);
    // Also where the order is over, or the company removed: whoever pays on the page gets the package.
    await updateOrder(trx, companyId, order.id, { checkout_id: checkout.id }, now);
    return status === OrderStatus.Open;
  });
  if (!isOpen) {
    await provider.endCheckout(checkout.id);
    throw orderIsOver();
  }
  return { orderId: order.id, outcome: "isPaidOnline" };
}

/** The order's Checkout is over: it is paid for anew, unless another request has seen to it. */
const withoutCheckout = ({ company_id: companyId, id }: BillingOrderRow, checkoutId: string, now: UtcText) =>
  withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const order = await getOrder(trx, companyId, id);
    if (order.status !== OrderStatus.Open) throw orderIsOver();
    if (order.checkout_id !== checkoutId) return { order, ...(await recordOf(trx, companyId, now)) };
    await updateOrder(trx, companyId, id, { checkout_id: null }, now);
    return readyToPay(trx, { ...order, checkout_id: null }, now);
  });

/**
 * Takes back an order that waits.
 * @returns whether it still waited
 * @throws AppError 403, 404; 409 for one that was paid for; 502 where the payment provider doesn't answer
 */
export async function withdrawOrder(
  session: CompanySession,
  orderId: number,
  tab?: string,
): Promise<{ withdrawn: boolean }> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const now = nowText();
  const closed = await closeCheckout(await getOrder(db(), companyId, orderId));
  return withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const order = await getOrder(trx, companyId, orderId);
    if (order.status !== OrderStatus.Open) return { withdrawn: false };
    refuseReopened(order, closed);
    await updateOrder(trx, companyId, orderId, { status: OrderStatus.Withdrawn, decided_at: now }, now);
    tellCompany(trx, companyId, tab);
    return { withdrawn: true };
  });
}

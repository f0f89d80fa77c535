import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findOpenOrder, getOrder, insertOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { findBilling } from "~/db/repositories/billings.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { BillingOrderRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { BillingStatus } from "~/domain/billing/billing-record";
import { canOrder, OrderStatus, priceOrder } from "~/domain/billing/order";
import { PACKAGE_TITLES } from "~/domain/billing/packages";
import type { PackageKey } from "~/domain/billing/packages";
import { refusalError } from "~/domain/decision";
import { count } from "~/domain/format-number";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";
import type { OrderInput } from "../schemas";
import { tellCompany } from "./activate-order.server";
import { refuseOff } from "../refuse-off.server";

/** '6 months, 2,000 visits a month' */
export const orderWords = ({ package: key, visits }: Pick<BillingOrderRow, "package" | "visits">): string =>
  `${PACKAGE_TITLES[key as PackageKey]}, ${count(visits, "visit")} a month`;

/**
 * Orders a package of the shop. The same once more, while it waits, is the same order.
 * @returns its id, and whether it is paid on the provider's page now
 * @throws AppError 403; 404 where nothing is sold; 409 with another order open, or a package that follows already; 422
 */
export async function orderPackage(
  session: CompanySession,
  input: OrderInput,
  tab?: string,
): Promise<{ orderId: number; isPaidOnline: boolean }> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const priced = priceOrder(input);
  if (!priced.ok) throw refusalError(priced.error);
  const { packageKey, visits, months, amountCents } = priced.changes;
  const now = nowText();
  const provider = services().payment;
  const order = await withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const open = await findOpenOrder(trx, companyId);
    if (open?.package === packageKey && open.visits === visits) return open;
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
    return getOrder(trx, companyId, id);
  });
  if (order.checkout_id !== null) return { orderId: order.id, isPaidOnline: true };
  const actual = await findBilling(db(), companyId, BillingStatus.Actual);
  const checkout = await provider.checkout({
    orderId: order.id,
    companyId,
    email: session.user.email,
    customerId: actual?.customer_id ?? null,
    title: orderWords(order),
    amountCents,
    months,
    successUrl: publicLink(paths.billingPaid()),
    cancelUrl: publicLink(paths.billingShop(months, visits)),
  });
  if (checkout === null) return { orderId: order.id, isPaidOnline: false };
  await updateOrder(db(), companyId, order.id, { checkout_id: checkout.id }, now);
  return { orderId: order.id, isPaidOnline: true };
}

/** Takes back an order that waits. @returns whether it still waited. @throws AppError 403, 404 */
export async function withdrawOrder(
  session: CompanySession,
  orderId: number,
  tab?: string,
): Promise<{ withdrawn: boolean }> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  const now = nowText();
  return withTransaction(db(), async (trx) => {
    await lockCompany(trx, companyId);
    const order = await getOrder(trx, companyId, orderId);
    if (order.status !== OrderStatus.Open) return { withdrawn: false };
    await updateOrder(trx, companyId, orderId, { status: OrderStatus.Withdrawn, decided_at: now }, now);
    tellCompany(trx, companyId, tab);
    return { withdrawn: true };
  });
}

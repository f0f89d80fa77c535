import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getOrder } from "~/db/repositories/billing-orders.server";
import { findBilling } from "~/db/repositories/billings.server";
import { BillingStatus } from "~/domain/billing/billing-record";
import { checkoutOfOrder, OrderStatus } from "~/domain/billing/order";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import { publicLink } from "~/services/public-address.server";
import { refuseOff } from "./refuse-off.server";

/** @returns the page on which the order is paid. @throws AppError 403, 404; 409 where there is none any more */
export async function checkoutOf(session: CompanySession, orderId: number): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const order = await getOrder(db(), companyId, orderId);
  const checkoutId = checkoutOfOrder(order);
  const isOpen = checkoutId !== null && order.status === OrderStatus.Open;
  const url = isOpen ? await services().payment.checkoutUrl(checkoutId) : null;
  if (url === null) throw new AppError("order.over", "This payment is over. Order again.", { status: 409 });
  return url;
}

/** @returns the provider's page for cards and invoices. @throws AppError 403, 404; 409 before the first payment */
export async function portalOf(session: CompanySession): Promise<string> {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const actual = await findBilling(db(), companyId, BillingStatus.Actual);
  const customerId = actual?.customer_id ?? null;
  const back = publicLink(paths.billingMain());
  const url = customerId === null ? null : await services().payment.portalUrl(customerId, back);
  if (url === null) throw new AppError("portal.none", "Nothing was paid by card yet.", { status: 409 });
  return url;
}

import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findOrderAcrossCompanies, getOrder, updateOrder } from "~/db/repositories/billing-orders.server";
import { lockCompany } from "~/db/repositories/companies.server";
import type { BillingOrderRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { OrderStatus } from "~/domain/billing/order";
import { AppError, notFound } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { tellOfApproval, tellOfRejection } from "../order-mails.server";
import { activateOrder, tellCompany } from "./activate-order.server";
import { closeCheckout, refuseReopened } from "./close-checkout.server";

/**
 * Each order is decided once, and its company's log says by whom. Nobody can pay for it by card afterwards.
 * @param reason empty: none was given
 * @throws AppError 404; 409, also for one that was paid for; 502 where the payment provider doesn't answer
 */
async function decide(
  session: CompanySession,
  orderId: number,
  { outcome, reason = "" }: { outcome: "approve" | "reject"; reason?: string },
  work: (trx: Db, order: BillingOrderRow) => Promise<void>,
): Promise<void> {
  const found = await findOrderAcrossCompanies(db(), orderId);
  if (!found) throw notFound("Order");
  const closed = await closeCheckout(found);
  await withTransaction(db(), async (trx) => {
    await lockCompany(trx, found.company_id);
    const order = await getOrder(trx, found.company_id, orderId);
    if (order.status !== OrderStatus.Open)
      throw new AppError("order.decided", "This order was decided already.", { status: 409 });
    refuseReopened(order, closed);
    await work(trx, order);
    await noteInLog(trx, {
      by: logAuthorOf(session),
      companyId: order.company_id,
      action: `billing_order.${outcome}`,
      subject: { model: "Order", ids: [orderId] },
      changes: reason === "" ? [] : [{ model: "Order", id: orderId, fields: { reason: [null, reason] } }],
    });
  });
}

/**
 * The company has its package from the order's first day on, and whoever ordered is mailed.
 * @throws AppError 403, 404, 409, 502
 */
export async function approveOrder(session: CompanySession, orderId: number, tab?: string): Promise<void> {
  authorize(session, "billing.manage");
  await decide(session, orderId, { outcome: "approve" }, async (trx, order) => {
    await activateOrder(trx, order, { by: session.user.id, tab }, nowText());
    await tellOfApproval(trx, order);
  });
}

/**
 * Whoever ordered is mailed.
 * @param reason empty: none is given
 * @throws AppError 403, 404, 409, 502
 */
export async function rejectOrder(
  session: CompanySession,
  { orderId, reason = "" }: { orderId: number; reason?: string },
  tab?: string,
): Promise<void> {
  authorize(session, "billing.manage");
  await decide(session, orderId, { outcome: "reject", reason }, async (trx, order) => {
    const now = nowText();
    const decided = { status: OrderStatus.Rejected, decided_by: session.user.id, decided_at: now };
    await updateOrder(trx, order.company_id, order.id, decided, now);
    await tellOfRejection(trx, order, reason);
    tellCompany(trx, order.company_id, tab);
  });
}

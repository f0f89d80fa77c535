import type { Db } from "~/db/client.server";
import {
  findOrderOfPackage,
  nextInvoiceNumberAcrossCompanies,
  updateOrder,
} from "~/db/repositories/billing-orders.server";
import { findBilling, insertBilling, updateBilling } from "~/db/repositories/billings.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findCountry } from "~/db/repositories/reference.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import type { BillingOrderRow, UtcText } from "~/db/tables";
import { afterCommit } from "~/db/transaction.server";
import { euroOf } from "~/domain/billing/amount";
import { BillingStatus } from "~/domain/billing/billing-record";
import { orderedPeriod, OrderStatus } from "~/domain/billing/order";
import { VisitsPeriod } from "~/domain/billing/periods";
import { packageOf } from "~/planner/company-package.server";
import { publishChange } from "~/realtime/publisher.server";
import { rollCompany } from "../roll-company.server";

interface Paid {
  /** a platform admin; null: the payment provider */
  by: number | null;
  /** of the provider */
  customerId?: string | null;
  subscriptionId?: string | null;
  /** of the provider's plan of phases */
  phaseId?: string;
  /** the day on which the provider begins with it, after what is paid for; left out: as `orderedPeriod` says */
  startDate?: string;
  /** the provider takes the money on the first day, and tells when it has it */
  isPaidLater?: boolean;
  /** of the sender */
  tab?: string | undefined;
}

/**
 * Carries out an order that was paid for or approved: from its first day on the company has its package. Call it with
 * the company locked.
 */
export async function activateOrder(trx: Db, order: BillingOrderRow, paid: Paid, now: UtcText): Promise<void> {
  const { company_id: companyId, months } = order;
  await rollCompany(trx, companyId, now);
  const { row, record } = await packageOf(trx, companyId, now);
  const paidUntil = paid.startDate === undefined ? record : { ...record, endDate: paid.startDate };
  const { status, startDate, endDate } = orderedPeriod(paidUntil, months, now.slice(0, 10));
  if (status === BillingStatus.Actual) await updateBilling(trx, companyId, row.id, { status: BillingStatus.Past }, now);
  else if (row.end_date !== startDate) await updateBilling(trx, companyId, row.id, { end_date: startDate }, now);
  await insertBilling(
    trx,
    companyId,
    {
      package: order.package,
      visits_limit: order.visits,
      visits_period: VisitsPeriod.Monthly,
      subscription_price: euroOf(order.amount_cents),
      start_date: startDate,
      // The payment moves it. Until then the days count in which renewals are waited for.
      end_date: paid.isPaidLater === true && status === BillingStatus.Next ? startDate : endDate,
      status,
      phase_id: paid.phaseId ?? `order-${order.id}`,
      customer_id: paid.customerId ?? row.customer_id,
      subscription_id: paid.subscriptionId ?? null,
    },
    now,
  );
  await updateOrder(
    trx,
    companyId,
    order.id,
    {
      status: OrderStatus.Approved,
      start_date: startDate,
      end_date: endDate,
      decided_by: paid.by,
      decided_at: now,
      // Payment services make invoices of their own.
      ...(order.provider === "invoice"
        ? {
            invoice_number: await nextInvoiceNumberAcrossCompanies(trx),
            billed_to: JSON.stringify(await linesOfCompany(trx, companyId)),
          }
        : {}),
    },
    now,
  );
  tellCompany(trx, companyId, paid.tab);
}

/** Pages that show the package load it anew. @param tab the sender's room, which is left out */
export const tellCompany = (trx: Db, companyId: number, tab?: string): void =>
  afterCommit(trx, () => publishChange(companyId, { model: "Company", action: "update", ids: [companyId] }, tab));

/**
 * What comes after the actual record is given up, and the order that it came from. The hourly chores end a subscription
 * of its own: it is not marked as cancelled before the payment provider has taken it.
 */
export async function dropNext(trx: Db, companyId: number, now: UtcText): Promise<void> {
  const next = await findBilling(trx, companyId, BillingStatus.Next);
  if (!next) return;
  await updateBilling(trx, companyId, next.id, { status: BillingStatus.Past }, now);
  const order = await findOrderOfPackage(trx, companyId, next);
  if (order) await updateOrder(trx, companyId, order.id, { status: OrderStatus.Withdrawn }, now);
}

/** Whom an invoice goes to, as they are when it is made. A company without an e-mail is known by its owner's. */
export async function linesOfCompany(db: Db, companyId: number): Promise<string[]> {
  const company = await getCompany(db, companyId);
  const country = company.country_id === null ? undefined : await findCountry(db, company.country_id);
  const owner = company.user_id === null ? undefined : await findUserAcrossCompanies(db, company.user_id);
  return [company.title, company.email || (owner?.email ?? ""), company.phone ?? "", country?.title ?? ""].filter(
    Boolean,
  );
}

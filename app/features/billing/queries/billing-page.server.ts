import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findOrderOfPackage, listOrders } from "~/db/repositories/billing-orders.server";
import type { CompanyBillingRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { billingLabel, isPaidFor, lastDay, usageColour } from "~/domain/billing/billing-record";
import { canCancel, endOfCancelled } from "~/domain/billing/order";
import { PackageKey, PACKAGE_TITLES } from "~/domain/billing/packages";
import { VISITS_PERIOD_LABELS } from "~/domain/billing/periods";
import { refusalMessage } from "~/domain/decision";
import { formatEuro } from "~/domain/format-number";
import { utcMidnight } from "~/domain/time/calendar";
import { formatDay } from "~/domain/time/day-words";
import { localParts } from "~/domain/time/time-zone";
import { AppError } from "~/lib/errors";
import { packageOf, recordFromRow } from "~/planner/company-package.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import type { PaymentMethod, PaymentProvider } from "~/services/payment/payment-provider";
import { nowText } from "~/services/now.server";
import { orderView } from "../order-view";
import { refuseOff } from "../refuse-off.server";

const MOST_ORDERS = { kept: 500, others: 20 };

/** What the company pays for, how much of it is used, and what it ordered. @throws AppError 403, 404 */
export async function loadBillingPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "company.billing", { companyId });
  refuseOff();
  const now = nowText();
  const { row, record, isRunning, usage, next } = await packageOf(db(), companyId, now);
  const provider = services().payment;
  const isPaying = row.customer_id !== null && provider.name === "stripe";
  return {
    package: PACKAGE_TITLES[record.packageKey],
    label: billingLabel(record),
    isRunning,
    isCancelled: record.isCancelled,
    used: usage.used,
    limit: usage.limit,
    colour: usageColour(usage.used, usage.limit),
    period: VISITS_PERIOD_LABELS[record.visitsPeriod],
    nextReset: usage.nextReset === null ? null : formatDay(usage.nextReset),
    start: formatDay(record.startDate),
    end: record.endDate === null ? null : formatDay(lastDay(record.startDate, record.endDate)),
    endsAt: record.endDate === null || record.renews ? null : await endsAt(session, record.endDate),
    renews: record.renews,
    price: record.price > 0 ? formatEuro(record.price) : null,
    /** the last day of what is cancelled */
    endCancelled: formatDay(
      lastDay(
        record.startDate,
        next !== null && isPaidFor(next) && next.end_date !== null
          ? next.end_date
          : endOfCancelled(record, now.slice(0, 10)),
      ),
    ),
    cannotCancel: refusalMessage(canCancel(record, next === null ? null : recordFromRow(next))),
    /** what follows, and is not paid for, goes with it */
    dropsNext: next !== null && !isPaidFor(next),
    next: next === null ? null : await nextView(next),
    orders: (await listOrders(db(), companyId, MOST_ORDERS)).map(orderView),
    /** with the payment provider; null: there is nothing there */
    card: isPaying ? await cardOf(provider, row.customer_id!) : null,
    hasPortal: isPaying,
    custom: can(session.actor, "billing.manage") ? customFields(row) : null,
    /** the browser comes back from paying: what was paid for comes with the provider's message */
    hasPaid: new URL(request.url).searchParams.has("paid"),
  };
}

/**
 * Days of packages are UTC's: 'Thu 14 May 2026, 17:00, by the clock of America/Los_Angeles', where that is the end.
 * @param endDate the first day on which it doesn't count any more
 */
async function endsAt(session: CompanySession, endDate: string): Promise<string> {
  const timeZone = await zoneOfUser(session);
  const { date, time } = localParts(utcMidnight(endDate), timeZone);
  return `${formatDay(date)}, ${time}, by the clock of ${timeZone}`;
}

/** What a platform admin agrees on with the company begins with what it has. */
const customFields = (row: CompanyBillingRow) => ({
  companyId: row.company_id,
  visits: row.visits_limit,
  period: row.visits_period,
  cost: row.custom_cost_per_visit === null ? "" : String(Number(row.custom_cost_per_visit)),
  discount: String(Number(row.custom_discount ?? 0)),
  start: row.start_date ?? row.created_at.slice(0, 10),
  end: row.end_date ?? "",
  /** it pays for another package */
  replaces: row.package !== PackageKey.Custom && row.package !== PackageKey.Free,
});

/** The page is there also while the payment service is away. */
async function cardOf(provider: PaymentProvider, customerId: string): Promise<PaymentMethod | null> {
  try {
    return await provider.paymentMethod(customerId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
export type BillingPage = Awaited<ReturnType<typeof loadBillingPage>>;

async function nextView(row: CompanyBillingRow) {
  const { packageKey, startDate, endDate, visitsLimit } = recordFromRow(row);
  // Until it is paid for, its order alone knows how long it is meant to count.
  const order = endDate === startDate ? await findOrderOfPackage(db(), row.company_id, row) : undefined;
  const end = order?.end_date ?? endDate;
  return {
    package: PACKAGE_TITLES[packageKey],
    visits: visitsLimit,
    start: formatDay(startDate),
    end: end === null ? null : formatDay(lastDay(startDate, end)),
  };
}

/** An order in words: on screens, invoices and in mails. */
import type { BillingOrderRow } from "~/db/tables";
import { euroOf } from "~/domain/billing/amount";
import { lastDay } from "~/domain/billing/billing-record";
import { checkoutOfOrder, ORDER_STATUS_LABELS, OrderStatus } from "~/domain/billing/order";
import { PACKAGE_TITLES, SHOP_PACKAGES } from "~/domain/billing/packages";
import { count, formatEuro } from "~/domain/format-number";
import { formatDay } from "~/domain/time/day-words";

/** '6 months, 2,000 visits a month' */
export const orderWords = ({ package: key, visits }: Pick<BillingOrderRow, "package" | "visits">): string =>
  `${PACKAGE_TITLES[key]}, ${count(visits, "visit")} a month`;

/** 'a year with 2,000 visits a month', within a sentence */
export const orderedWords = ({ package: key, visits }: Pick<BillingOrderRow, "package" | "visits">): string => {
  const months = SHOP_PACKAGES.find((one) => one.key === key)?.months;
  const period = months === undefined ? PACKAGE_TITLES[key] : months === 12 ? "a year" : count(months, "month");
  return `${period} with ${count(visits, "visit")} a month`;
};

/** "10 May 2026 – 9 Jun 2026" */
export const periodWords = (startDate: string, endDate: string): string =>
  `${formatDay(startDate)} – ${formatDay(lastDay(startDate, endDate))}`;

export const orderView = (order: BillingOrderRow) => ({
  id: order.id,
  ordered: formatDay(order.created_at.slice(0, 10)),
  what: orderWords(order),
  amount: formatEuro(euroOf(order.amount_cents)),
  status: ORDER_STATUS_LABELS[order.status],
  isOpen: order.status === OrderStatus.Open,
  isPaidOnline: checkoutOfOrder(order) !== null,
  period: order.start_date === null || order.end_date === null ? "" : periodWords(order.start_date, order.end_date),
  invoice: order.invoice_number,
});
export type OrderView = ReturnType<typeof orderView>;

/** What a company orders in the shop, when it begins, and how one record follows another. */
import { compareNames } from "../compare-names";
import { accept, ALLOWED, atField, refuse } from "../decision";
import type { Decision, Permission } from "../decision";
import { formatNumber } from "../format-number";
import { amountCents } from "./amount";
import { BillingStatus, countedPeriod, isRunning, isTrial } from "./billing-record";
import type { BillingRecord } from "./billing-record";
import { SHOP_VISITS, shopPackage } from "./packages";
import type { PackageKey } from "./packages";
import { addDays, addMonths } from "../time/calendar";

/** Open ones wait for the payment, or for a platform admin's approval. */
export const OrderStatus = {
  Open: "open",
  Approved: "approved",
  Rejected: "rejected",
  Withdrawn: "withdrawn",
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  open: "Waiting",
  approved: "Approved",
  rejected: "Declined",
  withdrawn: "Withdrawn",
};

interface ShopChoice {
  months: number;
  /** a month */
  visits: number;
}

interface PricedOrder extends ShopChoice {
  packageKey: PackageKey;
  amountCents: number;
}

/** What a choice of the shop costs. Refused at its field. */
export function priceOrder({ months, visits }: ShopChoice): Decision<PricedOrder> {
  const sold = shopPackage(months);
  if (sold === undefined) return atField(refuse("order.months", "Package is not correct", 422), "months");
  const { min, max, step } = SHOP_VISITS;
  if (!Number.isInteger(visits) || visits < min || visits > max || visits % step !== 0)
    return atField(
      refuse(
        "order.visits",
        `Visits are sold in steps of ${formatNumber(step)}, from ${formatNumber(min)} to ${formatNumber(max)} a month`,
        422,
      ),
      "visits",
    );
  return accept({ months, visits, packageKey: sold.key, amountCents: amountCents(sold, visits) });
}

/** One at a time: a second order would begin nobody knows when. */
export const canOrder = (hasOpenOrder: boolean, hasNext: boolean): Permission => {
  if (hasOpenOrder)
    return refuse("order.open", "An order is waiting already. Withdraw it to order something else.", 409);
  if (hasNext) return refuse("order.next", "What comes after your package is ordered already.", 409);
  return ALLOWED;
};

/**
 * In place of a Checkout's id while the payment provider is asked to let an order follow a subscription. What comes
 * after it is that of the attempt.
 */
export const FOLLOWING = "follow-";

/** The Checkout on which an order is paid for; null: it has none. */
export const checkoutOfOrder = ({ checkout_id: id }: { checkout_id: string | null }): string | null =>
  id === null || id.startsWith(FOLLOWING) ? null : id;

/** The attempt to let an order follow a subscription; null: there is none. */
export const attemptOfOrder = ({ checkout_id: id }: { checkout_id: string | null }): string | null =>
  id?.startsWith(FOLLOWING) ? id : null;

/** An attempt that takes longer than all of the provider's timeouts together was cut off, and is not waited for. */
export const LONGEST_ATTEMPT_SEC = 300;

interface OrderedPeriod {
  status: typeof BillingStatus.Actual | typeof BillingStatus.Next;
  startDate: string;
  /** the first day on which it doesn't count any more */
  endDate: string;
}

/**
 * When an order begins: at once in place of a trial and of a package without an end, and after what is paid for
 * otherwise.
 */
export function orderedPeriod(actual: BillingRecord, months: number, today: string): OrderedPeriod {
  const isPaid = !isTrial(actual) && actual.endDate !== null && isRunning(actual, today);
  // Its renewal may be on the way.
  const startDate = isPaid && actual.endDate! > today ? actual.endDate! : today;
  return {
    status: isPaid ? BillingStatus.Next : BillingStatus.Actual,
    startDate,
    endDate: addMonths(startDate, months),
  };
}

/** What begins later than this is paid for when it begins; payment providers take no day that is nearer. */
const PAID_LATER_SEC = 48 * 3600;

/** When an order is paid for, in seconds since 1970; null: at once. */
export function firstPaymentSec({ status, startDate }: OrderedPeriod, nowSec: number): number | null {
  const startSec = Date.parse(`${startDate}T00:00:00Z`) / 1000;
  return status === BillingStatus.Next && startSec > nowSec + PAID_LATER_SEC ? startSec : null;
}

type Cancellable = Pick<BillingRecord, "isCancelled" | "packageKey">;

/** @param next what follows; null: nothing does */
export const canCancel = (actual: Cancellable, next: Cancellable | null = null): Permission => {
  if (next !== null && !next.isCancelled) return ALLOWED;
  if (isTrial(actual)) return refuse("billing.trial", "A trial ends by itself.", 409);
  if (actual.isCancelled) return refuse("billing.cancelled", "Your plan is cancelled already.", 409);
  return ALLOWED;
};

/**
 * The first day on which what is cancelled doesn't count any more: when what is paid for is used up. A package without
 * an end goes on until it would be counted anew, or, where it never is, until tomorrow.
 */
export const endOfCancelled = (record: BillingRecord, today: string): string =>
  record.endDate ?? countedPeriod(record, today).nextReset ?? addDays(today, 1);

/** What becomes of a company's records on that day. */
interface Rolled {
  /** ids of records that don't count any more */
  past: number[];
  /** id of the one that counts from now on; null: it stays as it is */
  actual: number | null;
}

/**
 * Lets the next record take its turn. Also after days without a look: the last one that has begun counts. A record that
 * has ended stays the actual one where none follows, so that the company sees what has ended.
 */
export function rollRecords(records: readonly BillingRecord[], today: string): Rolled {
  const begun = records
    .filter(({ status, startDate }) => status === BillingStatus.Next && startDate <= today)
    .sort((one, other) => compareNames(one.startDate, other.startDate) || one.id - other.id);
  const turn = begun.at(-1);
  if (turn === undefined) return { past: [], actual: null };
  const before = records.filter(({ status }) => status === BillingStatus.Actual);
  return { past: [...before, ...begun.slice(0, -1)].map(({ id }) => id), actual: turn.id };
}

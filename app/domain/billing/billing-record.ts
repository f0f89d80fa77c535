/** A company's record: what it pays for, until when, and whether it may go on planning. */
import { formatNumber } from "../format-number";
import { addDays } from "../time/calendar";
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { PackageKey, PACKAGE_TITLES } from "./packages";
import { periodOn } from "./periods";
import type { CountedPeriod, VisitsPeriod } from "./periods";

/** One record counts now; the next one takes its place when it ends. Those of before are kept. */
export const BillingStatus = { Actual: "actual", Next: "next", Past: "past" } as const;
export type BillingStatus = (typeof BillingStatus)[keyof typeof BillingStatus];

export const CANCELLED = "cancelled";

export interface BillingRecord {
  id: number;
  packageKey: PackageKey;
  status: BillingStatus;
  /** of one period */
  visitsLimit: number;
  visitsPeriod: VisitsPeriod;
  /** 'YYYY-MM-DD' */
  startDate: string;
  /** the first day on which it doesn't count any more; null: forever */
  endDate: string | null;
  isCancelled: boolean;
  /** it is paid for again and again, by a payment provider */
  renews: boolean;
  /** euro, one payment */
  price: number;
}

/** Whether what follows is paid for, or invoiced: a subscription takes the money when it begins. */
export const isPaidFor = ({ subscription_id: id }: { subscription_id: string | null }): boolean => id === null;

export const isTrial = ({ packageKey }: Pick<BillingRecord, "packageKey">): boolean => packageKey === PackageKey.Free;

export const billingLabel = (record: Pick<BillingRecord, "packageKey">): string =>
  isTrial(record) ? "Trial" : "Active";

/** A renewal is charged in the course of the day, told later, and tried again when a card is refused. */
const RENEWAL_DAYS = 3;

/** Whether it counts on that day. */
export function isRunning(
  { startDate, endDate, renews }: Pick<BillingRecord, "startDate" | "endDate" | "renews">,
  today: string,
): boolean {
  if (today < startDate) return false;
  return endDate === null || today < (renews ? addDays(endDate, RENEWAL_DAYS) : endDate);
}

/**
 * The last day that counts, as people read the end of a period.
 * @param endDate the first day on which it doesn't count any more
 */
export const lastDay = (startDate: string, endDate: string): string =>
  endDate > startDate ? addDays(endDate, -1) : startDate;

export const countedPeriod = (record: BillingRecord, today: string): CountedPeriod =>
  periodOn(record.startDate, record.visitsPeriod, today);

/** From this share of the limit on it is time to think of a larger one. */
const ORANGE_FROM = 0.89;

type UsageColour = "red" | "orange" | "green";

export function usageColour(used: number, limit: number): UsageColour {
  if (limit === 0 || used >= limit) return "red";
  return used / limit < ORANGE_FROM ? "green" : "orange";
}

export interface Usage {
  used: number;
  /** 0: nothing may be planned */
  limit: number;
  /** when it is counted anew; null: not before the package ends */
  nextReset: string | null;
}

const OUT_OF_VISITS = "billing.limit";

/**
 * May a calculation plan so many visits that were not counted before? Driving, changes by hand and visits that are
 * counted already ask nobody.
 * @param record null: the package has ended
 */
export function mayPlan(
  record: Pick<BillingRecord, "packageKey"> | null,
  { used, limit }: Pick<Usage, "used" | "limit">,
  newVisits: number,
): Permission {
  if (newVisits === 0 || (record !== null && used + newVisits <= limit)) return ALLOWED;
  if (record === null)
    return refuse(OUT_OF_VISITS, "Your package has ended. Choose a package in the shop to calculate new visits.", 402);
  const left = Math.max(0, limit - used);
  const what = isTrial(record) ? "trial" : `package (${PACKAGE_TITLES[record.packageKey]})`;
  return refuse(
    OUT_OF_VISITS,
    `Your ${what} has ${formatNumber(left)} of ${formatNumber(limit)} visits left, and this calculation would plan ` +
      `${formatNumber(newVisits)} new ones. Choose a larger package in the shop.`,
    402,
  );
}

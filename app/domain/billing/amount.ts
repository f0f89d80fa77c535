/** What a package costs. Sums are whole hundredths of a cent and are rounded once, at the end. */
import { CUSTOM_PRICE, TIER_ENDS } from "./packages";
import type { Price, ShopPackage } from "./packages";

interface TierAmount {
  /** visits of this tier a month */
  visits: number;
  price: Price;
}

const HUNDREDTHS = 100;

/** Whole cents of a sum of prices. */
export const centsOf = (sum: Price): number => Math.round(sum / HUNDREDTHS);

/** How a month's visits spread over the tiers; tiers without a visit are left out. */
export function tiersOf(prices: ShopPackage["prices"], visitsAMonth: number): TierAmount[] {
  return prices.flatMap((price, index) => {
    const from = index === 0 ? 0 : TIER_ENDS[index - 1]!;
    const visits = Math.min(visitsAMonth, TIER_ENDS[index]!) - from;
    return visits > 0 ? [{ visits, price }] : [];
  });
}

/** Whole cents of one payment, which covers all months of the package. */
export function amountCents({ prices, months }: Pick<ShopPackage, "prices" | "months">, visitsAMonth: number): number {
  const aMonth = tiersOf(prices, visitsAMonth).reduce((sum, { visits, price }) => sum + visits * price, 0);
  return centsOf(aMonth * months);
}

/**
 * Whole cents of a custom package.
 * @param costPerVisit euro, with up to six decimals; null: the usual price
 * @param discount percent; null: none
 */
export function customAmountCents(visits: number, costPerVisit: number | null, discount: number | null): number {
  const millionths = costPerVisit === null ? CUSTOM_PRICE * 100 : Math.round(costPerVisit * 1e6);
  // Percent may have a decimal; whole numbers keep the sum exact.
  const share = 1000 - Math.round((discount ?? 0) * 10);
  return Math.round((visits * millionths * share) / 1000 / 1e4);
}

export const euroOf = (cents: number): number => cents / 100;

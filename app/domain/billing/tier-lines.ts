/** The prices of the shop as lines of a bill, so that the sum can be followed. */
import { count, formatEuro, formatNumber } from "../format-number";
import { amountCents, centsOf, euroOf, tiersOf } from "./amount";
import type { ShopPackage } from "./packages";

interface TierLine {
  /** 'First 1,000', 'Next 4,000'; 'All 7,000 visits' for the sum */
  visits: string;
  /** of one visit; empty for the sum */
  each: string;
  month: string;
}

const monthCents = (prices: ShopPackage["prices"], visits: number): number =>
  amountCents({ prices, months: 1 }, visits);

/**
 * Tier by tier, and the sum where there are several. The price of one visit has all its decimals; sums are money, with
 * two of them.
 */
export function tierLines({ prices }: Pick<ShopPackage, "prices">, visits: number): TierLine[] {
  const tiers = tiersOf(prices, visits);
  const lines = tiers.map((tier, nth): TierLine => ({
    visits: `${nth === 0 ? "First" : "Next"} ${formatNumber(tier.visits)}`,
    each: `€${formatNumber(tier.price / 10_000, 4)}`,
    month: formatEuro(euroOf(centsOf(tier.visits * tier.price))),
  }));
  if (tiers.length < 2) return lines;
  const month = formatEuro(euroOf(monthCents(prices, visits)));
  return [...lines, { visits: `All ${count(visits, "visit")}`, each: "", month }];
}

/** What a line is known by while others come and go: two tiers may have equally many visits, but never one price. */
export const tierKey = ({ each }: Pick<TierLine, "each">): string => each;

/**
 * '€243.00 a month × 6 months = €1,458.00'; of one month the amount alone. Between the steps in which visits are sold a
 * month may be no whole cents, and its rounded sum times the months something else than the amount, which is rounded
 * at the end: the page then shows the amount alone.
 */
export function sumWords(sold: Pick<ShopPackage, "prices" | "months">, visits: number): string {
  const cents = amountCents(sold, visits);
  const amount = formatEuro(euroOf(cents));
  if (sold.months === 1) return `${amount} for a month`;
  const month = monthCents(sold.prices, visits);
  const months = count(sold.months, "month");
  return month * sold.months === cents
    ? `${formatEuro(euroOf(month))} a month × ${months} = ${amount}`
    : `${amount} for ${months}`;
}

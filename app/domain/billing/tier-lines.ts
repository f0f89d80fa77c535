/** The prices of the shop as lines of a bill, so that the sum can be followed. */
import { count, formatEuro, formatNumber } from "../format-number";
import { amountCents, euroOf, tiersOf } from "./amount";
import type { ShopPackage } from "./packages";

export interface TierLine {
  /** 'First 1,000', 'Next 4,000'; 'All 7,000 visits' for the sum */
  visits: string;
  /** of one visit; empty for the sum */
  each: string;
  month: string;
}

/** Hundredths of a cent, as the price list writes them: '€0.0425'. */
const exactEuro = (hundredths: number): string =>
  hundredths % 100 === 0 ? formatEuro(hundredths / 10_000) : `€${formatNumber(hundredths / 10_000, 4)}`;

/** Tier by tier, and the sum where there are several. */
export function tierLines({ prices }: Pick<ShopPackage, "prices">, visits: number): TierLine[] {
  const tiers = tiersOf(prices, visits);
  const lines = tiers.map((tier, nth): TierLine => ({
    visits: `${nth === 0 ? "First" : "Next"} ${formatNumber(tier.visits)}`,
    each: `€${formatNumber(tier.price / 10_000, 4)}`,
    month: exactEuro(tier.visits * tier.price),
  }));
  if (tiers.length < 2) return lines;
  return [...lines, { visits: `All ${count(visits, "visit")}`, each: "", month: exactEuro(monthOf(prices, visits)) }];
}

/** What a line is known by while others come and go: two tiers may have equally many visits, but never one price. */
export const tierKey = ({ each }: Pick<TierLine, "each">): string => each;

const monthOf = (prices: ShopPackage["prices"], visits: number): number =>
  tiersOf(prices, visits).reduce((sum, tier) => sum + tier.visits * tier.price, 0);

/** '€243.00 a month × 6 months = €1,458.00'; of one month the amount alone. */
export function sumWords(sold: Pick<ShopPackage, "prices" | "months">, visits: number): string {
  const amount = formatEuro(euroOf(amountCents(sold, visits)));
  return sold.months === 1
    ? `${amount} for a month`
    : `${exactEuro(monthOf(sold.prices, visits))} a month × ${count(sold.months, "month")} = ${amount}`;
}

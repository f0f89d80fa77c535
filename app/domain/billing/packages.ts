/** What is sold: packages, their periods, and the prices of visits. Money is whole hundredths of a cent in here. */

/** Keys of `billing_packages`. */
export const PackageKey = {
  Monthly: "optimization_monthly",
  SixMonths: "optimization_6_months",
  Yearly: "optimization_yearly",
  Custom: "custom",
  Free: "free",
} as const;
export type PackageKey = (typeof PackageKey)[keyof typeof PackageKey];

/** Hundredths of a cent. */
export type Price = number;

/**
 * The first visits of a month cost the first price, those after them the second, the rest the third. Each price counts
 * for the visits of its own tier, so that more visits never cost less.
 */
export const TIER_ENDS = [1_000, 5_000, Infinity] as const;

export interface ShopPackage {
  key: PackageKey;
  title: string;
  /** months that one payment covers */
  months: number;
  /** percent, which the prices hold already */
  discount: number;
  /** per visit, one for each tier */
  prices: readonly [Price, Price, Price];
}

/** In the order of the shop. */
export const SHOP_PACKAGES: readonly ShopPackage[] = [
  { key: PackageKey.Monthly, title: "1 month", months: 1, discount: 0, prices: [500, 400, 300] },
  { key: PackageKey.SixMonths, title: "6 months", months: 6, discount: 10, prices: [450, 360, 270] },
  { key: PackageKey.Yearly, title: "Yearly", months: 12, discount: 15, prices: [425, 340, 255] },
];

/** Per visit, unless a platform admin agreed on another price. */
export const CUSTOM_PRICE: Price = 30;

export const PACKAGE_TITLES: Readonly<Record<PackageKey, string>> = {
  optimization_monthly: "1 month",
  optimization_6_months: "6 months",
  optimization_yearly: "Yearly",
  custom: "Custom",
  free: "Trial",
};

export const TRIAL_DAYS = 7;
export const TRIAL_VISITS = 1_000;

/** Visits a month that the shop sells, and in which steps. */
export const SHOP_VISITS = { min: 100, max: 100_000, step: 100, initial: 1_000 } as const;

export const shopPackage = (months: number): ShopPackage | undefined =>
  SHOP_PACKAGES.find((one) => one.months === months);

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountCents, customAmountCents, tiersOf } from "~/domain/billing/amount";
import { CUSTOM_PRICE, SHOP_PACKAGES, shopPackage, TIER_ENDS } from "~/domain/billing/packages";

/** The specification's table: euro per visit. */
const TABLE = [
  { months: 1, discount: 0, prices: ["0.05", "0.04", "0.03"] },
  { months: 6, discount: 10, prices: ["0.045", "0.036", "0.027"] },
  { months: 12, discount: 15, prices: ["0.0425", "0.034", "0.0255"] },
];
/** Euro as a text, in ten-thousandths, without a number in between that isn't whole. */
const exact = (euro: string): bigint => BigInt(euro.split(".")[1]!.padEnd(4, "0"));

describe("amounts of packages", () => {
  // @spec AA-3.30 AA-3.31 AA-3.32 AA-3.33
  it("have the prices of the specification's table, which hold the discount", () => {
    expect(SHOP_PACKAGES).toHaveLength(TABLE.length);
    for (const { months, discount, prices } of TABLE) {
      const sold = shopPackage(months)!;
      expect(sold.discount).toBe(discount);
      expect(sold.prices.map(BigInt)).toEqual(prices.map(exact));
      expect(sold.prices).toEqual(TABLE[0]!.prices.map((price) => (Number(exact(price)) * (100 - discount)) / 100));
    }
    expect(BigInt(CUSTOM_PRICE)).toBe(exact("0.003"));
  });

  it("are the table's to the cent, whatever is bought, visit by visit", () => {
    const bought = fc.record({ visits: fc.integer({ min: 0, max: 120_000 }), line: fc.constantFrom(...TABLE) });
    fc.assert(
      fc.property(bought, ({ visits, line: { months, prices } }) => {
        const [first, second, third] = prices.map(exact) as [bigint, bigint, bigint];
        const inFirst = BigInt(Math.min(visits, 1000));
        const inSecond = BigInt(Math.min(Math.max(visits - 1000, 0), 4000));
        const inThird = BigInt(Math.max(visits - 5000, 0));
        const tenThousandths = (first * inFirst + second * inSecond + third * inThird) * BigInt(months);
        // Half a cent goes up.
        expect(BigInt(amountCents(shopPackage(months)!, visits))).toBe((tenThousandths + 50n) / 100n);
      }),
      { numRuns: 2000 },
    );
  });

  it("never cost less for more visits, and every visit is in one tier", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHOP_PACKAGES), fc.nat(60_000), fc.nat(60_000), (sold, visits, more) => {
        expect(amountCents(sold, visits + more)).toBeGreaterThanOrEqual(amountCents(sold, visits));
        const tiers = tiersOf(sold.prices, visits);
        expect(tiers.reduce((sum, tier) => sum + tier.visits, 0)).toBe(visits);
        for (const { visits: own } of tiers) expect(own).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    [1, 1000, 50_00],
    [1, 5000, 210_00],
    [1, 5001, 210_03],
    [6, 1000, 270_00],
    [12, 1000, 510_00],
    [12, 1, 51],
    [12, 6000, 2448_00],
  ])("of %i months and %i visits a month are %i cents", (months, visits, cents) => {
    expect(amountCents(shopPackage(months)!, visits)).toBe(cents);
  });

  it("end their tiers where the constants say", () => {
    expect(tiersOf([3, 2, 1], 5_001)).toEqual([
      { visits: TIER_ENDS[0], price: 3 },
      { visits: TIER_ENDS[1] - TIER_ENDS[0], price: 2 },
      { visits: 1, price: 1 },
    ]);
  });

  it.each([
    [100_000, null, null, 300_00],
    [1000, 0.0125, 10, 11_25],
    [333, 0.003, 0, 1_00],
    [1, 0.005, null, 1],
    [0, 0.5, 5, 0],
    [1000, 0.01, 12.5, 8_75],
  ])("of a custom package of %i visits at %s euro with %s percent off are %i cents", (visits, cost, off, cents) => {
    expect(customAmountCents(visits, cost, off)).toBe(cents);
  });
});

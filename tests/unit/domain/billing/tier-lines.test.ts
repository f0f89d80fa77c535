import { expect, it } from "vitest";
import { SHOP_PACKAGES, SHOP_VISITS, shopPackage } from "~/domain/billing/packages";
import { sumWords, tierKey, tierLines } from "~/domain/billing/tier-lines";

it("says which visits of a month each price is for, and adds them up to what is paid", () => {
  expect(tierLines(shopPackage(6)!, 7000)).toEqual([
    { visits: "First 1,000", each: "€0.045", month: "€45.00" },
    { visits: "Next 4,000", each: "€0.036", month: "€144.00" },
    { visits: "Next 2,000", each: "€0.027", month: "€54.00" },
    { visits: "All 7,000 visits", each: "", month: "€243.00" },
  ]);
  expect(sumWords(shopPackage(6)!, 7000)).toBe("€243.00 a month × 6 months = €1,458.00");
});

it("has no sum of one price, and says the amount of one month alone", () => {
  expect(tierLines(shopPackage(12)!, 100)).toEqual([{ visits: "First 100", each: "€0.0425", month: "€4.25" }]);
  expect(sumWords(shopPackage(1)!, 1000)).toBe("€50.00 for a month");
});

// @spec AA-9.05
it("writes sums with two decimals for numbers of visits that are not sold, and no product that is not true", () => {
  expect(tierLines(shopPackage(12)!, 1)).toEqual([{ visits: "First 1", each: "€0.0425", month: "€0.04" }]);
  expect(tierLines(shopPackage(6)!, 1001).map(({ month }) => month)).toEqual(["€45.00", "€0.04", "€45.04"]);
  expect(tierLines(shopPackage(6)!, 1).map(({ month }) => month)).toEqual(["€0.05"]);
  expect(sumWords(shopPackage(12)!, 1)).toBe("€0.51 for 12 months");
});

it("says a month's sum times the months wherever visits can be bought", () => {
  for (const sold of SHOP_PACKAGES.filter(({ months }) => months > 1))
    for (let visits = SHOP_VISITS.min; visits <= SHOP_VISITS.max; visits += SHOP_VISITS.step)
      expect(sumWords(sold, visits)).toContain(` a month × ${sold.months} months = `);
});

it("tells lines apart also where two tiers have equally many visits", () => {
  for (const sold of SHOP_PACKAGES) {
    const lines = tierLines(sold, 9000);
    expect(lines.slice(1, 3).map(({ visits }) => visits)).toEqual(["Next 4,000", "Next 4,000"]);
    expect(new Set(lines.map(tierKey)).size).toBe(lines.length);
  }
});

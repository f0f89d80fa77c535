import { describe, expect, it } from "vitest";
import {
  count,
  formatBytes,
  formatEuro,
  formatFixed,
  formatNumber,
  formatPercent,
  threeDecimals,
} from "~/domain/format-number";

describe("numbers as people read them", () => {
  it("have groups of three, and a dot before the decimals", () => {
    expect([formatNumber(0), formatNumber(999), formatNumber(1000), formatNumber(1_234_567)]).toEqual([
      "0",
      "999",
      "1,000",
      "1,234,567",
    ]);
    expect([formatFixed(1234.5, 2), formatFixed(0.046, 1), formatFixed(999.96, 1)]).toEqual([
      "1,234.50",
      "0.0",
      "1,000.0",
    ]);
  });

  it("leave out decimals that are 0, but no zero of the whole number", () => {
    expect([
      formatNumber(7.6, 2),
      formatNumber(1200, 2),
      formatNumber(0.1 + 0.2, 3),
      formatNumber(10, 1),
      formatNumber(0, 3),
    ]).toEqual(["7.6", "1,200", "0.3", "10", "0"]);
  });

  it("have the sign of a share right behind them", () => {
    expect([formatPercent(37), formatPercent(99.5), formatPercent(99.54, 1), formatPercent(100, 1)]).toEqual([
      "37%",
      "100%",
      "99.5%",
      "100%",
    ]);
  });

  // @spec AA-9.05
  it("have the euro before them, and its cents, where they are money", () => {
    expect([formatEuro(0.046), formatEuro(1234.5), formatEuro(1_234_567)]).toEqual([
      "€0.05",
      "€1,234.50",
      "€1,234,567.00",
    ]);
  });

  it("count things, one or many", () => {
    expect([count(1, "visit"), count(0, "visit"), count(1018, "visit"), count(2, "company", "companies")]).toEqual([
      "1 visit",
      "0 visits",
      "1,018 visits",
      "2 companies",
    ]);
  });

  it("say how large files are, small ones too", () =>
    expect([0, 499, 84_300, 999_499, 999_600, 3_240_000, 31_000_000_000].map(formatBytes)).toEqual([
      "0 B",
      "499 B",
      "84 kB",
      "999 kB",
      "1 MB",
      "3.2 MB",
      "31 GB",
    ]));

  it("keep sums of loads to three decimals", () =>
    expect([threeDecimals(0.1 + 0.2), threeDecimals(1.2345)]).toEqual([0.3, 1.235]));

  it("have a real minus, and none before a zero", () => {
    expect([formatNumber(-1200, 1), formatFixed(-0.01, 1)]).toEqual(["−1,200", "0.0"]);
  });
});

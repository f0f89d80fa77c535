import { describe, expect, it } from "vitest";
import { billingLabel, isRunning, lastDay, mayPlan, usageColour } from "~/domain/billing/billing-record";
import { PackageKey, PACKAGE_TITLES } from "~/domain/billing/packages";

describe("a company's package", () => {
  // @spec AA-4.15 AA-4.16 AA-4.17
  it.each([
    [0, 0, "red"],
    [1000, 1000, "red"],
    [1001, 1000, "red"],
    [889, 1000, "green"],
    [890, 1000, "orange"],
    [999, 1000, "orange"],
    [0, 1000, "green"],
  ])("with %i of %i visits used is %s", (used, limit, colour) => {
    expect(usageColour(used, limit)).toBe(colour);
  });

  // @spec AA-1.02 AA-4.13
  it("reads Trial where it is free, and Active otherwise", () => {
    for (const packageKey of Object.keys(PACKAGE_TITLES) as PackageKey[])
      expect(billingLabel({ packageKey })).toBe(packageKey === "free" ? "Trial" : "Active");
  });

  it("counts from its first day, up to the day before its end, or forever", () => {
    const record = { startDate: "2026-05-01", endDate: "2026-06-01", renews: false };
    expect(["2026-04-30", "2026-05-01", "2026-05-31", "2026-06-01"].map((today) => isRunning(record, today))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isRunning({ ...record, endDate: null }, "2099-01-01")).toBe(true);
  });

  it("is told by the last day that counts", () => {
    const record = { startDate: "2026-05-01", endDate: "2026-06-01", renews: false };
    const last = lastDay(record.startDate, record.endDate);
    expect(last).toBe("2026-05-31");
    expect(isRunning(record, last)).toBe(true);
    expect(lastDay("2026-05-01", "2026-05-02")).toBe("2026-05-01");
    // Replaced on the day on which it began.
    expect(lastDay("2026-05-01", "2026-05-01")).toBe("2026-05-01");
  });

  it("that is paid for again and again runs on for three days, in which the payment arrives", () => {
    const record = { startDate: "2026-05-01", endDate: "2026-06-01", renews: true };
    expect(["2026-04-30", "2026-06-01", "2026-06-03", "2026-06-04"].map((today) => isRunning(record, today))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  // @spec AA-1.01
  it("lets calculations plan what is left of it, and refuses one visit more with the numbers", () => {
    const monthly = { packageKey: PackageKey.Monthly };
    expect(mayPlan(monthly, { used: 988, limit: 1000 }, 12).ok).toBe(true);
    expect(mayPlan(monthly, { used: 988, limit: 1000 }, 13)).toEqual({
      ok: false,
      error: {
        code: "billing.limit",
        message:
          "Your package (1 month) has 12 of 1,000 visits left, and this calculation would plan 13 new ones. " +
          "Choose a larger package in the shop.",
        status: 402,
      },
    });
    expect(mayPlan({ packageKey: PackageKey.Free }, { used: 1000, limit: 1000 }, 1)).toMatchObject({
      error: { message: expect.stringMatching(/^Your trial has 0 of 1,000 visits left/) as string },
    });
  });

  it("asks nothing for visits that were counted before, at the limit and after the end", () => {
    expect(mayPlan({ packageKey: PackageKey.Monthly }, { used: 2000, limit: 1000 }, 0).ok).toBe(true);
    expect(mayPlan(null, { used: 0, limit: 0 }, 0).ok).toBe(true);
    expect(mayPlan(null, { used: 0, limit: 1000 }, 1)).toMatchObject({ error: { status: 402 } });
  });
});

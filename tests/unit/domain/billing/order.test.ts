import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BillingStatus, isRunning } from "~/domain/billing/billing-record";
import type { BillingRecord } from "~/domain/billing/billing-record";
import {
  canCancel,
  canOrder,
  endOfCancelled,
  firstPaymentSec,
  orderedPeriod,
  priceOrder,
  rollRecords,
} from "~/domain/billing/order";
import { PackageKey } from "~/domain/billing/packages";
import { addDays } from "~/domain/time/calendar";

const record = (part: Partial<BillingRecord> = {}): BillingRecord => ({
  id: 1,
  packageKey: PackageKey.Monthly,
  status: BillingStatus.Actual,
  visitsLimit: 1000,
  visitsPeriod: "monthly",
  startDate: "2026-05-10",
  endDate: "2026-06-10",
  isCancelled: false,
  renews: false,
  price: 50,
  ...part,
});

describe("an order", () => {
  it("has the price of its package", () => {
    expect(priceOrder({ months: 6, visits: 2000 })).toEqual({
      ok: true,
      changes: { months: 6, visits: 2000, packageKey: "optimization_6_months", amountCents: 486_00 },
    });
  });

  it.each([
    [{ months: 2, visits: 1000 }, "months"],
    [{ months: 1, visits: 0 }, "visits"],
    [{ months: 1, visits: 150 }, "visits"],
    [{ months: 1, visits: 100_100 }, "visits"],
    [{ months: 1, visits: 1000.5 }, "visits"],
    [{ months: 1, visits: Number.NaN }, "visits"],
  ])("of %j is refused at %s", (choice, field) => {
    const decision = priceOrder(choice);
    expect(decision.ok === false && Object.keys(decision.error.fields ?? {})).toEqual([field]);
  });

  it("waits alone", () => {
    expect(canOrder(false, false).ok).toBe(true);
    expect(canOrder(true, false)).toMatchObject({ error: { code: "order.open" } });
    expect(canOrder(false, true)).toMatchObject({ error: { code: "order.next" } });
  });

  it.each([
    ["a trial", { packageKey: PackageKey.Free }, "2026-05-12", "actual", "2026-05-12", "2026-06-12"],
    ["what has ended", {}, "2026-07-01", "actual", "2026-07-01", "2026-08-01"],
    [
      "what never ends",
      { packageKey: PackageKey.Custom, endDate: null },
      "2026-05-31",
      "actual",
      "2026-05-31",
      "2026-06-30",
    ],
    ["what is paid for", {}, "2026-06-09", "next", "2026-06-10", "2026-07-10"],
    ["what is cancelled and runs on", { isCancelled: true }, "2026-06-09", "next", "2026-06-10", "2026-07-10"],
  ] as const)("after %s begins when it should", (_what, part, today, status, startDate, endDate) => {
    expect(orderedPeriod(record(part), 1, today)).toEqual({ status, startDate, endDate });
  });

  it("after what is being renewed begins today, not in the past", () => {
    const renewed = record({ renews: true });
    expect(orderedPeriod(renewed, 1, "2026-06-11")).toEqual({
      status: "next",
      startDate: "2026-06-11",
      endDate: "2026-07-11",
    });
  });

  it.each([
    [{}, "2026-06-10"],
    [{ endDate: null }, "2026-06-10"],
    [{ endDate: null, visitsPeriod: "yearly" }, "2027-05-10"],
    [{ endDate: null, visitsPeriod: "all_period" }, "2026-05-21"],
  ] as const)("leaves what is cancelled until it is used up: %o until %s", (part, end) => {
    expect(endOfCancelled(record(part), "2026-05-20")).toBe(end);
  });

  it("is paid for when it begins, where that is more than two days ahead, and at once otherwise", () => {
    const next = orderedPeriod(record(), 1, "2026-06-01");
    const beginsSec = Date.parse("2026-06-10T00:00:00Z") / 1000;
    expect(firstPaymentSec(next, beginsSec - 48 * 3600 - 1)).toBe(beginsSec);
    expect(firstPaymentSec(next, beginsSec - 48 * 3600)).toBeNull();
    expect(firstPaymentSec(orderedPeriod(record(), 1, "2026-06-11"), 0)).toBeNull();
  });

  it("leaves no day between two packages, and none that counts twice", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.constantFrom(1, 6, 12), (ahead, months) => {
        const actual = record();
        const today = addDays(actual.startDate, ahead);
        const next = orderedPeriod(actual, months, today);
        const both = [actual.startDate, addDays(actual.endDate!, -1), actual.endDate!, today].map(
          (day) =>
            Number(next.status === "next" && isRunning(actual, day)) +
            Number(isRunning({ ...next, renews: false }, day)),
        );
        expect(Math.max(...both)).toBe(1);
        if (next.status === "next") expect(next.startDate).toBe(actual.endDate);
      }),
    );
  });
});

describe("cancelling", () => {
  it("is for what is paid, and once", () => {
    expect(canCancel(record()).ok).toBe(true);
    expect(canCancel(record({ packageKey: PackageKey.Custom })).ok).toBe(true);
    expect(canCancel(record({ packageKey: PackageKey.Free }))).toMatchObject({ error: { code: "billing.trial" } });
    expect(canCancel(record({ isCancelled: true }))).toMatchObject({ error: { code: "billing.cancelled" } });
  });
});

describe("the daily look", () => {
  const next = (id: number, startDate: string) => record({ id, status: BillingStatus.Next, startDate });

  it("changes nothing before the next one begins, and where none follows", () => {
    expect(rollRecords([record(), next(2, "2026-06-10")], "2026-06-09")).toEqual({ past: [], actual: null });
    expect(rollRecords([record()], "2026-08-01")).toEqual({ past: [], actual: null });
  });

  it("lets the next one take its turn on its first day, and after days without a look the last that has begun", () => {
    expect(rollRecords([record(), next(2, "2026-06-10")], "2026-06-10")).toEqual({ past: [1], actual: 2 });
    const both = [record(), next(3, "2026-07-10"), next(2, "2026-06-10")];
    expect(rollRecords(both, "2026-07-20")).toEqual({ past: [1, 2], actual: 3 });
  });

  it("does the same once more without a change", () => {
    const rolled = [record({ status: BillingStatus.Past }), record({ id: 2, startDate: "2026-06-10" })];
    expect(rollRecords(rolled, "2026-06-11")).toEqual({ past: [], actual: null });
  });
});

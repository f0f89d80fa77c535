import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { periodOn, VisitsPeriod } from "~/domain/billing/periods";
import { addDays, addMonths, isDateText } from "~/domain/time/calendar";

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2000-01-01", days));

describe("periods of packages", () => {
  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-31", 2, "2026-03-31"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-08-31", 6, "2027-02-28"],
  ])("%s and %i months are %s", (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  // @spec AA-3.29
  it("come back to the day of the month on which the package began", () => {
    expect(periodOn("2026-01-31", "monthly", "2026-02-27")).toEqual({ start: "2026-01-31", nextReset: "2026-02-28" });
    expect(periodOn("2026-01-31", "monthly", "2026-02-28")).toEqual({ start: "2026-02-28", nextReset: "2026-03-31" });
    expect(periodOn("2026-01-31", "monthly", "2026-03-31")).toEqual({ start: "2026-03-31", nextReset: "2026-04-30" });
    expect(periodOn("2024-02-29", "yearly", "2025-02-27")).toEqual({ start: "2024-02-29", nextReset: "2025-02-28" });
    expect(periodOn("2026-05-05", "all_period", "2031-01-01")).toEqual({ start: "2026-05-05", nextReset: null });
  });

  it("hold every day exactly once", () => {
    fc.assert(
      fc.property(
        day,
        fc.nat(4000),
        fc.constantFrom(VisitsPeriod.Monthly, VisitsPeriod.Yearly),
        (start, ahead, kind) => {
          const today = addDays(start, ahead);
          const period = periodOn(start, kind, today);
          expect(isDateText(period.start)).toBe(true);
          expect(period.start <= today && today < period.nextReset!).toBe(true);
          // The next one begins where this one ends, and the day before belongs to another.
          expect(periodOn(start, kind, period.nextReset!).start).toBe(period.nextReset);
          expect(periodOn(start, kind, addDays(period.nextReset!, -1))).toEqual(period);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("is the first one before the package has begun", () => {
    expect(periodOn("2026-05-20", "monthly", "2026-04-02")).toEqual({ start: "2026-05-20", nextReset: "2026-06-20" });
  });

  it("refuses what is no day", () => {
    expect(() => addMonths("2026-02-30", 1)).toThrow(RangeError);
  });
});

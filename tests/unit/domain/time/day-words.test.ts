import { describe, expect, it } from "vitest";
import { addDays, daysBetween, isDateText, utcMidnight } from "~/domain/time/calendar";
import { dayHeading, dayNear, formatDay, formatDayTime, whenWords } from "~/domain/time/day-words";
import { earliestToday, localTimeOr } from "~/domain/time/time-zone";
import { epochSec } from "~/domain/time/utc-text";

describe("days of a calendar", () => {
  it("exist, or are refused", () => {
    expect(["2028-02-29", "2026-02-29", "29.02.2028", ""].map(isDateText)).toEqual([true, false, false, false]);
    expect(() => utcMidnight("2026-02-30")).toThrow("2026-02-30");
    expect(() => addDays("soon", 1)).toThrow("soon");
    expect([addDays("9999-12-30", 1), addDays("9999-12-31", 1), addDays("9999-12-31", 8)]).toEqual(
      Array.from({ length: 3 }, () => "9999-12-31"),
    );
  });
  it("are counted over months, years and leap days", () => {
    expect([addDays("2026-06-01", 1), addDays("2026-12-31", 1), addDays("2028-03-01", -1)]).toEqual([
      "2026-06-02",
      "2027-01-01",
      "2028-02-29",
    ]);
    expect([daysBetween("2026-12-31", "2027-01-02"), daysBetween("2028-03-01", "2028-02-28")]).toEqual([2, -2]);
  });
  it("somewhere it is still the day before", () => {
    const now = epochSec("2026-06-02 11:59:00");
    expect(earliestToday(now)).toBe("2026-06-01");
    expect(localTimeOr(now, "Etc/GMT+12", "")).toBe("23:59");
  });
});

describe("days in words", () => {
  it("are written without asking the device's language", () => {
    expect(["2026-11-21", "2026-09-05", "soon"].map(formatDay)).toEqual(["Sat 21 Nov 2026", "Sat 5 Sep 2026", "soon"]);
    expect(formatDayTime(epochSec("2026-11-21 23:30:00"), "Europe/Vaduz")).toBe("Sun 22 Nov 2026 00:30");
  });
  it("have a name when they are near", () => {
    const days = ["2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02", "2026-06-03"];
    expect(days.map((day) => dayNear(day, "2026-06-01"))).toEqual([
      "Sat 30 May",
      "Yesterday",
      "Today",
      "Tomorrow",
      "Wed 3 Jun",
    ]);
    expect(days.map((day) => dayHeading(day, "2026-06-01"))).toEqual([
      "Past days",
      "Past days",
      "Today",
      "Tomorrow",
      "Wednesday, 3 June 2026",
    ]);
  });
  it("yesterday is the calendar's, also after a day of 23 hours", () => {
    const now = epochSec("2026-03-29 22:15:00");
    expect(whenWords(epochSec("2026-03-28 22:50:00"), now, "Europe/Vaduz")).toBe("Sat 28 Mar 2026 23:50");
    expect(whenWords(epochSec("2026-03-29 06:00:00"), now, "Europe/Vaduz")).toBe("Yesterday 08:00");
    expect(whenWords(epochSec("2026-03-29 22:05:00"), now, "Europe/Vaduz")).toBe("Today 00:05");
  });
});

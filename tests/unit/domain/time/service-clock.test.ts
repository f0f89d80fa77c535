import { expect, it } from "vitest";
import { clockText, dayClock, planHours, planTime, planTimeOr, withDayWords } from "~/domain/time/service-clock";
import { epochSec } from "~/domain/time/utc-text";

const CLOCK = { serviceDate: "2026-06-01", timeZone: "Europe/Vaduz" };

it("writes the time of the service date, and the day before it on any other", () => {
  expect(clockText(epochSec("2026-06-01 06:05:00"), CLOCK)).toBe("08:05");
  expect(clockText(epochSec("2026-06-01 22:05:00"), CLOCK)).toBe("2026-06-02 00:05");
  expect(clockText(null, CLOCK)).toBe("");
});

it("marks the hours of another day, by the days after or before the service date", () => {
  const times = ["2026-06-01 06:05:00", "2026-06-01 22:05:00", "2026-06-02 21:59:00", "2026-06-02 22:00:00"];
  expect(times.map((utc) => planTime(epochSec(utc), CLOCK))).toEqual(["08:05", "00:05 +1", "23:59 +1", "00:00 +2"]);
  expect(planTime(epochSec("2026-05-31 21:50:00"), CLOCK)).toBe("23:50 -1");
  expect([planTimeOr(null, CLOCK, "–"), planTimeOr(undefined, CLOCK, "")]).toEqual(["–", ""]);
  const [start, finish] = [epochSec(times[0]!), epochSec(times[1]!)];
  expect(planHours(start, finish, CLOCK)).toBe("08:05–00:05 +1");
  expect([planHours(start, null, CLOCK), planHours(null, null, CLOCK)]).toEqual(["08:05", ""]);
});

it("finds the instant of a time on the wall, the same one every time", () => {
  const clock = dayClock(CLOCK.serviceDate, CLOCK.timeZone);
  expect([clock("08:05"), clock("08:05"), clock("24:00")]).toEqual(
    ["2026-06-01 06:05:00", "2026-06-01 06:05:00", "2026-06-01 22:00:00"].map(epochSec),
  );
  expect([clock(null), clock(""), clock("soon")]).toEqual([null, null, null]);
});

it("says in words which day a mark means, and takes no delay or distance for one", () => {
  expect(withDayWords("23:50 -1–01:20 +1")).toBe("23:50, the day before–01:20, the next day");
  expect(withDayWords("between 23:50 and 00:10 +2.")).toBe("between 23:50 and 00:10, 2 days later.");
  for (const text of ["14:10 +12 min", "14:10 +1 h 04 min", "14:10 +2.5 km", "14:10 +1 km", "08:05–15:40", ""])
    expect(withDayWords(text)).toBe(text);
});

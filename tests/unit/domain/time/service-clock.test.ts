import { expect, it } from "vitest";
import { clockText, dayClock, planHours, planTime, planTimeOr } from "~/domain/time/service-clock";
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

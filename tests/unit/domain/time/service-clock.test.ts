import { expect, it } from "vitest";
import { clockText, clockTextOf, dayClock } from "~/domain/time/service-clock";
import { epochSec } from "~/domain/time/utc-text";

const CLOCK = { serviceDate: "2026-06-01", timeZone: "Europe/Vaduz" };

it("writes the time of the service date, and the day before it on any other", () => {
  expect(clockText(epochSec("2026-06-01 06:05:00"), CLOCK)).toBe("08:05");
  expect(clockTextOf("2026-06-01 22:05:00", CLOCK)).toBe("2026-06-02 00:05");
  expect([clockText(null, CLOCK), clockTextOf(null, CLOCK)]).toEqual(["", ""]);
});

it("finds the instant of a time on the wall, the same one every time", () => {
  const clock = dayClock(CLOCK.serviceDate, CLOCK.timeZone);
  expect([clock("08:05"), clock("08:05"), clock("24:00")]).toEqual(
    ["2026-06-01 06:05:00", "2026-06-01 06:05:00", "2026-06-01 22:00:00"].map(epochSec),
  );
  expect([clock(null), clock(""), clock("soon")]).toEqual([null, null, null]);
});

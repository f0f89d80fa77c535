import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOf, isClockStart, MAX_SPEED, realSeconds, secOnClock } from "~/domain/time/person-clock";
import { epochSec, utcText } from "~/domain/time/utc-text";

const SET_AT = "2026-11-23 06:00:00";
const START = "2027-03-01 08:00:00";
const on = { dev_custom_time: true, dev_start_time: START, dev_current_time: SET_AT, dev_speed_factor: 60 };
const shows = (settings: Parameters<typeof clockOf>[0], real: string) =>
  utcText(secOnClock(clockOf(settings), epochSec(real)));

describe("the product's time of one person", () => {
  it("starts where it was set and goes on with its speed", () => {
    expect(shows(on, SET_AT)).toBe(START);
    expect(shows(on, "2026-11-23 06:01:30")).toBe("2027-03-01 09:30:00");
    expect(shows({ ...on, dev_speed_factor: 1 }, "2026-11-23 06:01:30")).toBe("2027-03-01 08:01:30");
    // A report that was made before the clock was set.
    expect(shows(on, "2026-11-23 05:59:00")).toBe("2027-03-01 07:00:00");
  });

  it.each([
    ["it is switched off", { ...on, dev_custom_time: false }],
    ["nothing was set", {}],
    ["it has no start", { ...on, dev_start_time: "soon" }],
    ["it doesn't say when it was set", { dev_custom_time: true, dev_start_time: START }],
  ])("is the time where %s", (_case, settings) => {
    expect(clockOf(settings)).toBeNull();
    expect(shows(settings, SET_AT)).toBe(SET_AT);
  });

  it("keeps stored speeds within their limits, and ends where texts of instants end", () => {
    expect(clockOf({ ...on, dev_speed_factor: 99_999 })?.speed).toBe(MAX_SPEED);
    expect(clockOf({ ...on, dev_speed_factor: 0 })?.speed).toBe(1);
    expect(shows({ ...on, dev_speed_factor: MAX_SPEED }, "2036-11-23 06:00:00")).toBe("9999-12-30 23:59:59");
  });

  it("turns its seconds back into those of the time", () => {
    const clock = clockOf(on);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seconds) => {
        const later = secOnClock(clock, epochSec(SET_AT) + realSeconds(clock, seconds));
        expect(Math.abs(later - epochSec(START) - seconds)).toBeLessThanOrEqual(1);
      }),
    );
    expect(realSeconds(null, 90)).toBe(90);
  });

  it.each([
    ["2027-03-01T08:00", true],
    ["2000-01-01T00:00", true],
    ["1999-12-31T23:59", false],
    ["2100-01-01T00:00", false],
    ["2027-02-30T08:00", false],
    ["2027-03-01T24:00", false],
    ["2027-03-01 08:00", false],
    ["2027-03-01", false],
    ["2027-03-01T08:00T1", false],
  ])("may start at %s: %s", (text, allowed) => {
    expect(isClockStart(text)).toBe(allowed);
  });
});

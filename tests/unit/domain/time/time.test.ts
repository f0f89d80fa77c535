import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatCost,
  formatDelay,
  formatDuration,
  formatMinutes,
  formatMinutesUp,
  formatSeconds,
  kmOneDecimal,
  minutesOf,
  secOf,
} from "~/domain/time/format";
import { normalizeTimeInput } from "~/domain/time/clock-text";
import { END_AFTER_START, formatHHmm, parseHHmm, START_BEFORE_END, timeRangeError } from "~/domain/time/hhmm";
import { crossedRange } from "~/domain/validation/crossed-range";
import {
  isTimeZone,
  localParts,
  localTimeToUtc,
  localToEpoch,
  midnightEpoch,
  secondsSinceMidnight,
  todayIn,
} from "~/domain/time/time-zone";
import { warehouseTimeZone } from "~/domain/time/time-zone-of-place";
import { addSeconds, epochSec, laterOf, parseUtcText, utcText } from "~/domain/time/utc-text";

describe("UTC text", () => {
  it("goes to epoch seconds and back", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (sec) => epochSec(utcText(sec)) === sec));
  });
  it.each([
    "",
    "2026-02-31 10:00:00",
    "2026-13-01 10:00:00",
    "2026-01-01 25:00:00",
    "2026-01-01 10:60:00",
    "2026-01-00 10:00:00",
    "tomorrow",
    "2026-01-01",
  ])("refuses %j", (text) => {
    expect(parseUtcText(text)).toBeNull();
  });
  it("is read with blanks around it, in any form of ISO text, to the whole second", () => {
    const noon = Date.UTC(2026, 5, 1, 12) / 1000;
    for (const text of [" 2026-06-01 12:00:00 ", "2026-06-01T12:00:00.999Z", "2026-06-01 12:00"])
      expect(parseUtcText(text), text).toBe(noon);
    expect([parseUtcText(null), parseUtcText(undefined)]).toEqual([null, null]);
  });
  it("says the same of a text as the database has it and of its ISO form, which takes the longer way", () => {
    const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
    const year = fc.constantFrom("0000", "1969", "1970", "2024", "2026", "20x6");
    const parts = fc.tuple(year, two, two, two, two, two);
    const low = fc.tuple(
      fc.constantFrom("1969", "1970", "2024", "2025"),
      ...[12, 31, 24, 60, 60].map((max) =>
        fc.oneof(
          fc.constant(" 1"),
          fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, "0")),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(parts, low), ([y, month, day, hour, minute, second]) => {
        const [date, time] = [`${y}-${month}-${day}`, `${hour}:${minute}:${second}`];
        expect(parseUtcText(`${date} ${time}`)).toBe(parseUtcText(`${date}T${time}`));
      }),
      { numRuns: 3_000 },
    );
  });
  // @spec PC-9.23
  it("adds seconds over midnight and takes the later one", () => {
    expect(addSeconds("2026-12-31 23:59:50", 20)).toBe("2027-01-01 00:00:10");
    expect(laterOf("2026-01-01 10:00:00", "2026-01-01 09:00:00")).toBe("2026-01-01 10:00:00");
    expect(laterOf(null, "2026-01-01 09:00:00")).toBe("2026-01-01 09:00:00");
    expect(() => epochSec("soon")).toThrow("'soon'");
  });
});

describe("local time", () => {
  it.each([
    ["2026-01-15", "08:00", "Europe/Zurich", "2026-01-15 07:00:00"],
    ["2026-07-15", "08:00", "Europe/Zurich", "2026-07-15 06:00:00"],
    ["2026-03-29", "01:59", "Europe/Zurich", "2026-03-29 00:59:00"],
    ["2026-03-29", "02:30", "Europe/Zurich", "2026-03-29 01:30:00"], // the clock skips 02:30: 03:30 summer time
    ["2026-03-29", "08:00", "Europe/Zurich", "2026-03-29 06:00:00"],
    ["2026-10-25", "02:30", "Europe/Zurich", "2026-10-25 00:30:00"], // occurs twice: the first
    ["2026-10-25", "08:00", "Europe/Zurich", "2026-10-25 07:00:00"],
    ["2026-06-01", "08:00", "Asia/Kathmandu", "2026-06-01 02:15:00"],
    ["2026-06-01", "08:00", "America/Los_Angeles", "2026-06-01 15:00:00"],
    ["2026-06-01", "08:00", "Pacific/Kiritimati", "2026-05-31 18:00:00"],
  ])("%s %s in %s is %s UTC", (date, time, zone, utc) => {
    expect(localTimeToUtc(date, time, zone)).toBe(utc);
  });
  it("counts the seconds that really pass since midnight", () => {
    expect(secondsSinceMidnight("2026-06-01", "08:00", "Europe/Zurich")).toBe(8 * 3600);
    expect(secondsSinceMidnight("2026-03-29", "08:00", "Europe/Zurich")).toBe(7 * 3600);
    expect(secondsSinceMidnight("2026-10-25", "08:00", "Europe/Zurich")).toBe(9 * 3600);
  });
  it("finds midnight where the clock skips it", () => {
    // Chile's clocks went from 23:59:59 to 01:00 that night.
    expect(localParts(midnightEpoch("2026-09-06", "America/Santiago"), "America/Santiago")).toEqual({
      date: "2026-09-06",
      time: "01:00",
      second: 0,
    });
  });
  it("reads back what it wrote, in any zone, on any day", () => {
    const zones = fc.constantFrom(
      "Europe/Zurich",
      "America/New_York",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "UTC",
      "America/Santiago",
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 1439 }), (zone, day, minute) => {
        const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
        const shown = localParts(localToEpoch(date, minute * 60, zone), zone);
        // Only readings inside a spring gap may come back later, by at most an hour.
        const late = (parseHHmm(shown.time) ?? 0) - minute;
        expect(shown.date).toBe(date);
        expect([0, 30, 60]).toContain(late);
      }),
    );
  });
  it("knows today by the warehouse's calendar", () => {
    const now = epochSec("2026-06-01 22:30:00");
    expect(todayIn("Europe/Zurich", now)).toBe("2026-06-02");
    expect(todayIn("America/New_York", now)).toBe("2026-06-01");
  });
  it("knows zones", () => {
    expect([isTimeZone("Europe/Vaduz"), isTimeZone("Mars/Base"), isTimeZone("")]).toEqual([true, false, false]);
    expect(() => localToEpoch("2026-02-30", 0, "UTC")).toThrow("2026-02-30");
    expect([localTimeToUtc("2026-06-01", "soon", "UTC"), secondsSinceMidnight("2026-06-01", "soon", "UTC")]).toEqual([
      null,
      null,
    ]);
  });
  it("chooses the warehouse's zone", () => {
    const find = () => "Europe/Vaduz";
    expect(warehouseTimeZone({ timeZone: "Europe/Zurich", lat: 1, lng: 1 }, find)).toBe("Europe/Zurich");
    expect(warehouseTimeZone({ timeZone: "Nowhere", lat: 1, lng: 1 }, find)).toBe("Europe/Vaduz");
    for (const place of [
      { lat: null, lng: 1 },
      { lat: 1, lng: null },
    ])
      expect(warehouseTimeZone({ timeZone: null, ...place }, find)).toBe("UTC");
    expect(warehouseTimeZone({ timeZone: null, lat: 1, lng: 1 }, () => "Nowhere")).toBe("UTC");
  });
});

describe("HH:mm", () => {
  // @spec PC-5.22 PC-5.23
  it.each([
    ["8:75", "08:59"],
    ["8:5", "08:05"],
    ["8", "08:00"],
    [":30", "00:30"],
    ["8:", "08:00"],
    ["25:99", null],
    ["0830", "08:30"],
    ["830", "08:30"],
    ["8.15", "08:15"],
    ["", ""],
    ["noon", null],
    [" 07:05 ", "07:05"],
    ["24", "24:00"],
    ["2400", "24:00"],
    ["25:00", null],
    ["24:30", null],
    ["08:300", "08:30"],
    ["083:00", null],
    ["1299", "12:59"],
    ["8 30", "08:30"],
    ["8h", "08:00"],
    ["9 Uhr", "09:00"],
    ["08:30:00", "08:30"],
    ["７：３０", "07:30"],
    ["2 pm", "14:00"],
    ["2:05PM", "14:05"],
    ["12am", "00:00"],
    ["12:30 p.m.", "12:30"],
    ["7:30 PM", "19:30"],
    ["14:00 pm", null],
    ["2 px", null],
    ["at 9", null],
    ["-9:00", null],
    ["9-10", null],
    ["09:00Z", null],
    ["09:00+02:00", null],
  ])("makes %j into %j", (typed, shown) => {
    expect(normalizeTimeInput(typed)).toBe(shown);
  });
  // @spec PC-9.23
  it("parses and formats", () => {
    expect([parseHHmm("08:30"), parseHHmm("24:00"), parseHHmm("24:01"), parseHHmm("8:5"), parseHHmm(null)]).toEqual([
      510,
      1440,
      null,
      null,
      null,
    ]);
    expect([parseHHmm(" 08:30:59 "), parseHHmm("25:00"), parseHHmm("08:60"), parseHHmm("00:00")]).toEqual([
      510,
      null,
      null,
      0,
    ]);
    expect([formatHHmm(510), formatHHmm(-5), formatHHmm(5000)]).toEqual(["08:30", "00:00", "24:00"]);
  });
  // @spec PC-5.24 PC-5.25 PC-5.26
  it("names the range's fault by the field that was changed", () => {
    expect(timeRangeError("10:00", "09:00", "start")).toBe("Start time must be less than end time");
    expect(timeRangeError("10:00", "10:00", "end")).toBe("End time must be greater than start time");
    expect([timeRangeError("10:00", "", "end"), timeRangeError("", "10:00"), timeRangeError("", "00:00")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(timeRangeError("09:00", "10:00")).toBeNull();
  });
  // @spec PC-5.24 PC-5.25
  it.each([
    ["the end alone", { start: "08:00", end: "07:00" }, "end", "End time must be greater than start time"],
    ["the start alone", { start: "20:00", end: "18:00" }, "start", "Start time must be less than end time"],
    ["both", { start: "20:00", end: "19:00" }, "start", "Start time must be less than end time"],
    ["the end, the start in another notation", { start: "08:00:00", end: "08:00" }, "end", END_AFTER_START],
  ])("refuses a range at the end that was changed: %s", (_what, now, end, message) => {
    expect(crossedRange(["start", "end"], now, { start: "08:00", end: "18:00" })).toEqual({
      code: "times.crossed",
      message,
      status: 422,
      fields: { [end]: message },
    });
  });
  it.each([
    [{ start: "08:00", end: "" }],
    [{ start: null, end: "07:00" }],
    [{ start: "08:00", end: "08:01" }],
    [{ start: undefined, end: undefined }],
  ])("has nothing against the range %o", (now) => {
    expect(crossedRange(["start", "end"], now, { start: "08:00", end: "18:00" })).toBeNull();
  });
  it("refuses a new record's range at its start", () => {
    expect(crossedRange(["from", "to"], { from: "09:00", to: "08:00" }, {})?.fields).toEqual({
      from: START_BEFORE_END,
    });
  });
});

// @spec PC-9.25 PC-9.26 PC-9.27
it("formats durations, distances, delays and costs", () => {
  expect([
    formatDuration(2700),
    formatDuration(7200),
    formatDuration(7500),
    formatDuration(-5),
    formatDuration(464_760),
    formatDuration(3_600_000),
  ]).toEqual(["45 min", "2 h", "2 h 05 min", "0 min", "129 h 06 min", "1,000 h"]);
  expect([kmOneDecimal(12_345), kmOneDecimal(0)]).toEqual([12.3, 0]);
  expect([formatDelay(725), formatDelay(-180), formatDelay(10), formatDelay(4500), formatDelay(-4500)]).toEqual([
    "+12 min",
    "−3 min",
    "0 min",
    "+1 h 15 min",
    "−1 h 15 min",
  ]);
  expect(formatCost(12345)).toBe("123.45");
  expect([formatMinutesUp(0), formatMinutesUp(60), formatMinutesUp(61)]).toEqual(["1 min", "1 min", "2 min"]);
  expect([formatSeconds(440), formatSeconds(12_480)]).toEqual(["0.4 s", "12.5 s"]);
  expect([formatMinutes(2.5), formatMinutes(90)]).toEqual(["2.5 min", "90 min"]);
  expect([secOf(5), secOf(0.51), minutesOf(89), minutesOf(91)]).toEqual([300, 31, 1, 2]);
});

import { describe, expect, it } from "vitest";
import { readTimeText } from "~/domain/import/dated-time";
import { parseTime, parseWindow } from "~/domain/import/parse-time";

const clock = { timeZone: "Europe/Vaduz", serviceDate: "2027-11-12" };

describe("a date with the name of its month", () => {
  it.each([
    "12 Nov 2027 07:30",
    "12-Nov-2027 07:30",
    "12-Nov-27 7:30 am",
    "12th November 2027, 07:30",
    "Nov 12, 2027 07:30",
    "November 12 2027 7:30 AM",
    "Fri, 12 Nov 2027 at 07:30",
    "Freitag, 12. November 2027 um 07:30 Uhr",
    "12 novembre 2027 à 7h30",
    "venerdì 12 nov. 2027 07:30",
    "12 de noviembre de 2027 07:30",
    "12 Nov 2027 06:30:00Z",
  ])("'%s' is of its day", (text) => {
    expect(readTimeText(text, clock)).toEqual({ time: "07:30", day: "2027-11-12" });
  });

  it.each([
    ["3. März 2027 08:00", "2027-03-03"],
    ["3 Mrz 2027 08:00", "2027-03-03"],
    ["3. Jänner 2027 08:00", "2027-01-03"],
    ["3 févr. 2027 08:00", "2027-02-03"],
    ["3 août 2027 08:00", "2027-08-03"],
    ["3 giugno 2027 08:00", "2027-06-03"],
    ["3 de diciembre de 2027 08:00", "2027-12-03"],
    ["Sept 3, 2027 08:00", "2027-09-03"],
  ])("'%s' is of %s", (text, day) => {
    expect(readTimeText(text, clock)).toEqual({ time: "08:00", day });
  });

  it.each(["long", "short"] as const)("is of each month by its %s name, before and behind the day", (style) => {
    for (let month = 1; month <= 12; month++) {
      const date = new Date(Date.UTC(2027, month - 1, 12));
      const name = date.toLocaleString("en-US", { month: style, timeZone: "UTC" });
      const weekday = date.toLocaleString("en-US", { weekday: style, timeZone: "UTC" });
      const read = { time: "08:00", day: `2027-${String(month).padStart(2, "0")}-12` };
      for (const text of [
        `${name} 12, 2027`,
        `12 ${name} 2027`,
        `${weekday}, ${name} 12, 2027`,
        `${weekday} 12 ${name} 2027`,
      ])
        expect(readTimeText(`${text} 08:00`, clock), text).toEqual(read);
      const ofTheDay = { ...clock, serviceDate: read.day };
      expect(parseWindow(`${name} 12, 2027 08:00 - 12:00`, ofTheDay)).toEqual({ start: "08:00", end: "12:00" });
    }
  });

  it("has a weekday in another language that is also the name of a month", () => {
    for (const text of ["mar 12 gen 2027 08:00", "mar. 12 janv. 2027 08:00"])
      expect(readTimeText(text, clock), text).toEqual({ time: "08:00", day: "2027-01-12" });
  });

  it("is no time without one, and none where the month is no month", () => {
    expect(["12 Nov 2027", "Nov 12, 2027", "12 Foo 2027 08:00", "Nov 2027 08:00"].map((one) => parseTime(one))).toEqual(
      [null, null, null, null],
    );
    expect(readTimeText("31 Nov 2027 08:00", clock)).toEqual({ time: "08:00", day: null });
  });

  it("is not looked for in a text that is longer than dates and times are", () => {
    const padded = (spaces: number): string => `12 Nov 2027${" ".repeat(spaces)}08:00`;
    expect([readTimeText(padded(60), clock)?.time, readTimeText(` ${padded(60)}${" ".repeat(60)}`)?.time]).toEqual([
      "08:00",
      "08:00",
    ]);
    expect(readTimeText(padded(65), clock)).toBeNull();
    const window = (spaces: number) => parseWindow(`8:00${" ".repeat(spaces)}- 12:00`);
    expect([window(180), window(190)]).toEqual([{ start: "08:00", end: "12:00" }, null]);
  });

  it("stands at both ends of a window", () => {
    const window = { start: "08:00", end: "12:00" };
    for (const text of [
      "12 Nov 2027 08:00 - 12 Nov 2027 12:00",
      "12-Nov-2027 08:00 - 12:00",
      "from Nov 12, 2027 08:00",
    ])
      expect(parseWindow(text, clock), text).toEqual(text.startsWith("from") ? { ...window, end: null } : window);
    expect(parseWindow("13 Nov 2027 08:00 - 12:00", clock)).toEqual({ ...window, otherDay: "2027-11-13" });
  });
});

describe("noon and midnight", () => {
  it.each([
    ["noon", "12:00"],
    ["12 noon", "12:00"],
    ["Mittag", "12:00"],
    ["midi", "12:00"],
    ["Midnight", "00:00"],
    ["Mitternacht", "00:00"],
    ["medianoche", "00:00"],
    ["2027-11-12 noon", "12:00"],
    ["12 Nov 2027 midnight", "00:00"],
  ])("'%s' is %s", (text, time) => expect(parseTime(text)).toBe(time));

  it("are the ends of windows", () => {
    expect(parseWindow("8 - noon")).toEqual({ start: "08:00", end: "12:00" });
    expect(parseWindow("from noon to midnight")).toEqual({ start: "12:00", end: "00:00" });
    expect(parseWindow("until noon")).toEqual({ start: null, end: "12:00" });
  });

  it("are no part of another word", () => {
    expect(["afternoon", "noonish", "around midnight"].map((one) => parseTime(one))).toEqual([null, null, null]);
  });
});

import { describe, expect, it } from "vitest";
import { parseCell } from "~/domain/import/parse-cell";
import { parseDecimal } from "~/domain/import/parse-number";
import { parseTime } from "~/domain/import/parse-time";

describe("cells", () => {
  it.each([
    [5, 5],
    ["5", 5],
    ["47,115747", 47.115747],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1'200", 1200],
    ["-3", -3],
    ["1e2", 100],
    [" 7. ", 7],
    ["about 5 kg", null],
    ["47,12x", null],
    ["", null],
    ["--1", null],
    ["1.2.3", null],
    [true, null],
    ["NaN", null],
    ["Infinity", null],
  ])("number %j is %j", (cell, value) => expect(parseDecimal(cell)).toBe(value));
  it.each([
    ["08:00", "08:00"],
    ["8:5", "08:05"],
    ["8", "08:00"],
    [8, "08:00"],
    ["8.30", "08:30"],
    [1 / 3, "08:00"],
    [0.7291666666666666, "17:30"],
    [0, "00:00"],
    ["2026-06-01 09:15", "09:15"],
    ["9:15:30", "09:15"],
    ["8:00 PM", "20:00"],
    ["12:00 am", "00:00"],
    ["24:00", "24:00"],
    ["25:99", null],
    ["8:60", "08:59"],
    ["13:00 pm", null],
    ["noon", "12:00"],
    ["soon", null],
    [25, null],
    [8.5, null],
    [-1, null],
    [true, null],
  ])("time %j is %j", (cell, value) => expect(parseTime(cell)).toBe(value));
  it.each([
    ["Pick-up", "P"],
    ["p", "P"],
    ["DELIVERY", "D"],
    ["drop off", "D"],
  ])("type %j is %s", (cell, value) => expect(parseCell("visitType", cell)).toEqual({ ok: true, value }));
  it.each([
    ["Car", "auto"],
    ["van", "auto"],
    ["Lorry", "truck"],
  ])("vehicle type %j is %s", (cell, value) => expect(parseCell("vehicleType", cell)).toEqual({ ok: true, value }));
  it.each([
    [0.5, 0.5],
    [0.8, 0.8],
    [1, 1],
    ["1,2", 1.2],
    [1.5, 1.5],
    [50, 0.5],
    [60, 0.6],
    [99.999999, 1],
    [100, 1],
    ["110 %", 1.1],
    ["80%", 0.8],
    [150, 1.5],
  ])("speed %j is %j times the usual one", (cell, value) =>
    expect(parseCell("speed", cell)).toEqual({ ok: true, value }),
  );
  it("takes 11 to 99 for percent: 50 and more is a speed, less is none", () => {
    for (let percent = 11; percent <= 99; percent++) {
      const { ok, value } = parseCell("speed", percent);
      if (percent < 50) expect({ ok, value }, `${percent}`).toEqual({ ok: false, value: undefined });
      else
        expect({ ok, value }, `${percent}`).toEqual({ ok: percent % 10 === 0, value: Math.round(percent / 10) / 10 });
    }
  });
  it.each([
    [115, 1.2, "120"],
    ["0.85", 0.9, "90"],
    [54, 0.5, "50"],
    [1.04, 1, "100"],
    [149, 1.5, "150"],
  ])("speed %j goes to the nearest step, and says so", (cell, value, percent) => {
    expect(parseCell("speed", cell)).toEqual({
      ok: false,
      code: "rounded",
      fault: "is not in steps of 10%",
      value,
      remedy: `${percent}% is used.`,
    });
  });
  it.each([2, 10, 11, 49, 151, "1 %", "0.8 %", 0, -1, 0.49, 1.51])("speed %j is none", (cell) => {
    expect(parseCell("speed", cell)).toMatchObject({ ok: false, fault: "must be between 50% and 150%" });
  });
  it("knows limits", () => {
    expect(parseCell("speed", 110)).toEqual({ ok: true, value: 1.1 });
    expect(parseCell("text", "\u0000Ba\u0007ker\u200b ")).toEqual({ ok: true, value: "Baker" });
    expect(parseCell("text", "\u0000 \ufeff")).toEqual({ ok: true, value: null });
    expect(parseCell("text", "Bob\r\nBcc: evil").value).toBe("Bob Bcc: evil");
    expect(parseCell("text", "Ring\ntwice", { lines: true }).value).toBe("Ring\ntwice");
    for (const [kind, cell] of [
      ["speed", 3],
      ["lat", 91],
      ["lng", -181],
      ["number", -1],
      ["whole", 2.5],
      ["visitType", "constructor"],
      ["vehicleType", "boat"],
      ["text", "x".repeat(256)],
    ] as const) {
      expect(parseCell(kind, cell).ok, `${kind} ${cell}`).toBe(false);
    }
    expect(parseCell("text", 9494)).toEqual({ ok: true, value: "9494" });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCell } from "~/domain/import/parse-cell";
import { safeText, withoutMark } from "~/domain/validation/formula-text";
import { isEmail } from "~/domain/validation/contact";
import { parseAmount, parseDecimal, parseDegrees } from "~/domain/import/parse-number";
import { parseDuration, parseTime, parseWindow, readTime } from "~/domain/import/parse-time";
import { headerUnit } from "~/domain/import/units";
import { completedPhone } from "~/domain/validation/national-phone";

const completedIn = (country: string) => (text: string) => completedPhone(text, country);

describe("amounts", () => {
  it.each([
    ["12 kg", "kg", 12],
    ["12kg", "kg", 12],
    ["1,5 t", "kg", 1500],
    ["0.1 t", "kg", 100],
    ["500 g", "kg", 0.5],
    ["1 200,5 kg", "kg", 1200.5],
    ["12 кг", "kg", 12],
    ["0.8 m³", "m3", 0.8],
    ["0,8 cbm", "m3", 0.8],
    ["800 l", "m3", 0.8],
    ["120 km", "km", 120],
    ["10 mi", "km", 16.09344],
    ["12 km", "kg", null],
    ["12 boxes", "kg", null],
    ["kg", "kg", null],
    ["10 12", "kg", null],
  ] as const)("%j in %s is %j", (cell, unit, value) =>
    expect(parseAmount(cell, { unit, headerFactor: 1 })).toBe(value),
  );
  it("without a unit have their header's, with one their own", () => {
    expect([1.5, "1,5", "500 kg"].map((cell) => parseAmount(cell, { unit: "kg", headerFactor: 1000 }))).toEqual([
      1500, 1500, 500,
    ]);
    expect(
      ["Gewicht (t)", "Gewicht in t", "Gewicht [kg]", "Gewicht", "t"].map((text) => headerUnit(text).unit),
    ).toEqual(["t", "t", "kg", null, null]);
  });
  it.each([
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["12'500.75", 12_500.75],
    ["1\u00a0200", 1200],
    ["−5", -5],
    ["12.34.56", null],
  ])("number %j is %j", (cell, value) => expect(parseDecimal(cell)).toBe(value));
  it.each([
    ["47,115747", 47.115747],
    ["47.1157° N", 47.1157],
    ["47°07'30\" N", 47.125],
    ["122.4194 W", -122.4194],
    ["33°30' S", -33.5],
    ["north", null],
  ])("degrees %j are %j", (cell, value) => expect(parseDegrees(cell)).toBe(value));
});

describe("texts", () => {
  it.each([
    ["'=1+1", "=1+1"],
    ["'+ C. Meier", "+ C. Meier"],
    ["'-10 %", "-10 %"],
    ["'@home", "@home"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["'+423 232 11 22", "'+423 232 11 22"],
    ["''=1", "''=1"],
    ["=1+1", "=1+1"],
  ])("%j of an exported text file is %j", (cell, value) => {
    expect(parseCell("text", cell)).toEqual({ ok: true, value });
  });
  it("come back from a text file as they were exported", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "'", "1", "a", " ") }), (text) => {
        // An apostrophe that was typed looks like the mark.
        fc.pre(withoutMark(text) === text);
        expect(withoutMark(safeText(text))).toBe(text);
      }),
    ));
});

const VADUZ = { timeZone: "Europe/Vaduz", serviceDate: "2027-12-30" };

describe("times", () => {
  it.each([
    ["0830", "08:30"],
    ["830", "08:30"],
    ["1730", "17:30"],
    [830, "08:30"],
    [1730, "17:30"],
    ["8h", "08:00"],
    ["8h30", "08:30"],
    ["8:30 Uhr", "08:30"],
    ["8 Uhr", "08:00"],
    ["8am", "08:00"],
    ["8:30 p.m.", "20:30"],
    ["22.11.2026 8:15", "08:15"],
    ["11/22/2026 8:30 AM", "08:30"],
    ["2026-11-22T08:00:00Z", "08:00"],
    [["d", "2026-11-22 08:00", "22/11/2026 8:00"], "08:00"],
    [["d", "2026-11-22", "22/11/2026"], null],
    [46_348.25, "06:00"],
    ["8.5", null],
    ["8,5", null],
    ["12:99", "12:59"],
    ["8h75 Uhr", "08:59"],
    ["8:75 pm", "20:59"],
    // It may be a part of an hour.
    ["8.75", null],
    ["8.75 Uhr", "08:59"],
    ["8,75 pm", "20:59"],
    ["8:15:75", "08:15"],
    ["0860", null],
    [860, null],
    ["2530", null],
  ] as const)("%j is %j", (cell, value) => expect(parseTime(cell)).toBe(value));
  it.each([
    ["2027-12-30T08:00:00Z", "09:00", "2027-12-30"],
    ["2027-07-30T08:00Z", "10:00", "2027-07-30"],
    ["2027-12-30T10:00:00+05:00", "06:00", "2027-12-30"],
    ["2027-12-30 10:00:00.5 -0500", "16:00", "2027-12-30"],
    ["2027-12-30T23:30:00Z", "00:30", "2027-12-31"],
    ["30-12-2027 07:30", "07:30", "2027-12-30"],
    ["2027/12/30 07:30", "07:30", "2027-12-30"],
    ["30.12.27, 7:30", "07:30", "2027-12-30"],
    ["12/30/2027 7:30 pm", "19:30", "2027-12-30"],
    ["7/30/2027 7:30", "07:30", "2027-07-30"],
    [["d", "2027-12-31 08:00", "31.12.2027 08:00"], "08:00", "2027-12-31"],
    ["７：３０", "07:30", null],
    [0.5, "12:00", null],
  ] as const)("with its date, %j is %s of %s in Vaduz", (cell, time, day) =>
    expect(readTime(cell, VADUZ)).toEqual({ time, day }),
  );
  it("that may be of two days is of the plan's", () => {
    const day = (serviceDate: string | null) => readTime("3/4/2027 7:30", { ...VADUZ, serviceDate })?.day;
    expect([day("2027-04-03"), day("2027-03-04"), day("2027-12-30"), day(null)]).toEqual([
      "2027-04-03",
      "2027-03-04",
      "2027-04-03",
      "2027-04-03",
    ]);
  });
  it.each(["08:00Z", "08:00+02:00", "2027-12-30T08:00+99:00", "2027-13-30T08:00Z"])("%j is none", (cell) =>
    expect(readTime(cell, VADUZ)).toBeNull(),
  );
  // @spec PC-5.22
  it("with more than 59 minutes are used with 59, and said to be", () => {
    const used = { code: "out_of_range", fault: "has more than 59 minutes", value: "12:59", remedy: "12:59 is used." };
    expect(parseCell("time", "12:99")).toEqual({ ok: false, ...used });
    expect(parseCell("time", "8:15:75")).toEqual({ ok: true, value: "08:15" });
    expect(parseWindow("8:75-12:00")).toEqual({ start: "08:59", end: "12:00" });
  });
  it.each([
    ["08:00-12:00", "08:00", "12:00"],
    ["8–12 Uhr", "08:00", "12:00"],
    ["von 8 bis 12", "08:00", "12:00"],
    ["8h30 à 12h", "08:30", "12:00"],
    ["dalle 8 alle 12", "08:00", "12:00"],
    ["od 8 do 12", "08:00", "12:00"],
    ["з 9 до 18", "09:00", "18:00"],
    ["8-11am", "08:00", "11:00"],
    ["10-2pm", "10:00", "14:00"],
    ["1-5pm", "13:00", "17:00"],
    ["ab 10 Uhr", "10:00", null],
    ["après 14h", "14:00", null],
    ["until 16:30", null, "16:30"],
    ["08:00 -", "08:00", null],
    ["2026-12-31 08:00 - 2026-12-31 12:00", "08:00", "12:00"],
    ["31.12.2026 08:00 - 31.12.2026 12:00", "08:00", "12:00"],
    ["31-12-2026 08:00-12:00", "08:00", "12:00"],
    ["ab 2026-12-31 08:00", "08:00", null],
    ["08:00/12:00", "08:00", "12:00"],
    ["08:00 / 12:00", "08:00", "12:00"],
  ])("window %j is from %j to %j", (cell, start, end) => expect(parseWindow(cell)).toEqual({ start, end }));
  it.each([
    "8",
    "-",
    "morning",
    "8-soon",
    "2026-11-22",
    "08:00-10:00-12:00",
    "ab morgen",
    8,
    null,
    "11/12",
    "2026-11-22T08:00-05:00",
  ])("window %j is none", (cell) => expect(parseWindow(cell)).toBeNull());
  it.each([
    ["15", 15],
    ["15 min", 15],
    ["15'", 15],
    ["1h30", 90],
    ["1 h 30 min", 90],
    ["1,5 h", 90],
    ["90 s", 1.5],
    ["5'30''", 5.5],
    ["0:15", 15],
    ["00:15:30", 15.5],
    [["d", "00:15", "0:15"], 15],
    ["0:75", null],
    ["long", null],
  ] as const)("duration %j is %j", (cell, value) => expect(parseDuration(cell, 1)).toBe(value));
});

describe("e-mail addresses", () => {
  it.each([
    [" Ann@Example.COM ", "ann@example.com"],
    ["mailto:ann@example.com", "ann@example.com"],
    ["Ann Bell <ann.bell@example.co.uk>", "ann.bell@example.co.uk"],
  ])("%j is %s", (cell, value) => expect(parseCell("email", cell)).toEqual({ ok: true, value }));
  it.each(["ann", "ann@localhost", "a@example.com, b@example.com", `${"a".repeat(50)}@example.com`, 17])(
    "%j is none, and is left empty",
    (cell) => expect(parseCell("email", cell)).toEqual({ ok: false, code: "email", fault: "is not correct" }),
  );
});

describe("telephone numbers", () => {
  it.each([
    ["+423 123 45 67", "+423 123 45 67"],
    [41_791_234_567, "41791234567"],
    [["n", 417_000_000_000, "4.17E+11"], "417000000000"],
    ["079/123 45 67", "079 123 45 67"],
    ["079.123.45.67", "079 123 45 67"],
    ["(217) 555-0123", "217 555-0123"],
    ["Tel: +41  79 123 45–67", "+41 79 123 45-67"],
  ] as const)("%j is %s", (cell, value) => expect(parseCell("phone", cell)).toEqual({ ok: true, value }));
  it.each([
    ["LI", "232 12 34", "+423 232 12 34"],
    ["LI", "Tel. 232/1234", "+423 232 12 34"],
    ["UA", "67 123 4567", "+380 67 123 4567"],
    ["UA", 671_234_567, "+380 67 123 4567"],
    // Svalbard's are Norway's
    ["NO", "79 02 12 34", "+47 79 02 12 34"],
    ["DK", "32 12 34 56", "+45 32 12 34 56"],
    ["ES", "912 345 678", "+34 912 34 56 78"],
    ["CH", "79 123 45 67", "+41 79 123 45 67"],
  ] as const)("of %s as %j are completed to %s, and say so", (country, cell, whole) =>
    expect(parseCell("phone", cell, { completePhone: completedIn(country) })).toEqual({
      ...{ ok: false, code: "phone_completed", fault: "has no country code", completed: true },
      ...{ value: whole, remedy: `It was completed to ${whole}.` },
    }),
  );
  it.each([
    ["LI", "12 34"],
    ["LI", "111 11 11"],
    ["UA", "232 12 34"],
    ["UA", "67 123 456"],
    ["CH", "call 79"],
    ["CH", "79 123 45 67 ext. 5"],
    ["XX", "232 12 34"],
  ] as const)("that are none in %s stay as they are: %j", (country, cell) =>
    expect(parseCell("phone", cell, { completePhone: completedIn(country) })).toMatchObject({
      code: "phone",
      value: cell,
      kept: true,
    }),
  );
  it("that are long enough, or say their country, are not touched", () => {
    for (const cell of ["079 123 45 67", "+423 232 12 34"])
      expect(parseCell("phone", cell, { completePhone: completedIn("LI") })).toEqual({ ok: true, value: cell });
    expect(parseCell("phone", "+232 12 34", { completePhone: completedIn("LI") })).toMatchObject({
      code: "phone",
      value: "+232 12 34",
    });
  });
  it("that lost their digits are none", () => {
    for (const cell of ["4.17E+11", "4,17E11"])
      expect(parseCell("phone", cell)).toMatchObject({ ok: false, code: "digits_lost", remedy: "It was left empty." });
  });
});

describe("other values", () => {
  it("kinds of visits and vehicles are known in many languages", () => {
    const visits = ["Lieferung", "Abholung", "livraison", "Enlèvement", "ritiro", "Odbiór", "Vyzvednutí", "забір"];
    expect(visits.map((word) => parseCell("visitType", word).value)).toEqual(["D", "P", "D", "P", "P", "P", "P", "P"]);
    const vehicles = ["PKW", "LKW", "Lieferwagen", "camion", "ciężarówka", "вантажівка", "Legkovyi"];
    expect(vehicles.map((word) => parseCell("vehicleType", word).value)).toEqual([
      "auto",
      "truck",
      "auto",
      "truck",
      "truck",
      "truck",
      undefined,
    ]);
  });
  it("errors of the spreadsheet are no values of any kind", () => {
    for (const kind of ["text", "number", "time", "lat", "phone", "visitType"] as const)
      expect(parseCell(kind, ["e", "#REF!", "#REF!"])).toMatchObject({ ok: false, code: "error_cell" });
  });
  it("texts are what the user sees, whole where they are shown shortened; too long ones are cut", () => {
    expect(parseCell("text", ["n", 1067, "01067"]).value).toBe("01067");
    expect(parseCell("text", ["n", 417_000_000_000, "4.17E+11"]).value).toBe("417000000000");
    expect(parseCell("text", ["d", "2026-11-22", "22.11.2026"]).value).toBe("22.11.2026");
    expect(parseCell("text", "x".repeat(300))).toMatchObject({ ok: false, value: "x".repeat(255), code: "too_long" });
    // Half of a character that takes two would be stored as none.
    expect(parseCell("text", `${"x".repeat(254)}😀`).value).toBe("x".repeat(254));
  });
});

describe("whatever a cell holds", () => {
  const cell = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^[\d.,:' +\-kgmh°NE"/apx]{0,20}$/),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.tuple(fc.constantFrom("d" as const, "n" as const, "e" as const), fc.string(), fc.string()),
  );
  const KINDS = [
    "text",
    "phone",
    "email",
    "minutes",
    "number",
    "whole",
    "time",
    "visitType",
    "vehicleType",
    "speed",
    "lat",
    "lng",
  ];
  it("its value is one that its field may hold", () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(...(KINDS as "text"[])), (value, kind: string) => {
        const parsed = parseCell(kind as "text", value);
        const made = parsed.value ?? null;
        if (made === null) return;
        if (kind === "email") expect(isEmail(String(made))).toBe(true);
        else if (kind === "text" || kind === "phone") expect(String(made).length).toBeLessThanOrEqual(255);
        else if (kind === "time") expect(made).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
        else if (kind === "lat") expect(Math.abs(Number(made))).toBeLessThanOrEqual(90);
        else if (kind === "lng") expect(Math.abs(Number(made))).toBeLessThanOrEqual(180);
        else if (kind === "visitType") expect(["D", "P"]).toContain(made);
        else if (kind === "vehicleType") expect(["auto", "truck"]).toContain(made);
        else expect(Number(made)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  it("a number is read as it was written, with a comma or a point, and any unit of its kind", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom(".", ","), (thousandths, point) => {
        const text = (thousandths / 1000).toFixed(4).replace(".", point);
        expect(parseAmount(`${text} kg`, { unit: "kg", headerFactor: 1 })).toBeCloseTo(thousandths / 1000, 6);
      }),
    );
  });
  it("a time is read as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minutes) => {
        const [hour, minute] = [String(Math.floor(minutes / 60)), String(minutes % 60).padStart(2, "0")];
        const expected = `${hour.padStart(2, "0")}:${minute}`;
        for (const text of [`${hour}:${minute}`, `${hour}.${minute}`, `${hour}h${minute}`, `${hour}:${minute} Uhr`])
          expect(parseTime(text), text).toBe(expected);
        expect(parseTime(minutes / 1440)).toBe(expected);
      }),
    );
  });
});

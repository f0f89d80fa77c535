import { describe, expect, it } from "vitest";
import { isEmptyCell } from "~/domain/import/cell";
import { detectHeaderRow } from "~/domain/import/header-row";
import { parseCell } from "~/domain/import/parse-cell";
import { parseDecimal } from "~/domain/import/parse-number";
import { parseTime } from "~/domain/import/parse-time";
import { ACCOUNT_HEADERS } from "~/domain/import/import-fields";
import { entityOf, fieldsOf, mappingOf, sheetRows as sheet, takeSheet } from "../../../helpers/sheet-rows";
import type { SheetRows } from "../../../helpers/sheet-rows";

const DEFAULTS = { defaultVisitDuration: 7, defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "15:00" };
const headerRowOf = (...rows: (string | number | boolean | null)[][]) => detectHeaderRow(sheet("s", ...rows).rows);
const read = (one: SheetRows) => takeSheet(one, mappingOf(one), DEFAULTS);

describe("cells, at their limits", () => {
  it.each([
    [" 5 ", 5],
    ["1 234,5", 1234.5],
    ["1,234", 1.234],
    ["1.234.567,5", 1_234_567.5],
    ["1,234,567.5", 1_234_567.5],
    [".25", 0.25],
    [".x", null],
    ["1e-2", 0.01],
    ["1e+12", 1e12],
    ["1e", null],
    ["1ex", null],
  ])("number %j is %j", (cell, value) => expect(parseDecimal(cell)).toBe(value));
  it.each([
    [1, "01:00"],
    [24, "24:00"],
    [1.5, null],
    [" 8:00 ", "08:00"],
    ["at 8:00", null],
    ["8:00 o'clock", "08:00"],
    ["0:30 am", null],
    ["1:00 am", "01:00"],
    ["12:30 pm", "12:30"],
    ["8h15", "08:15"],
  ])("time %j is %j", (cell, value) => expect(parseTime(cell)).toBe(value));
  it("take what is just long or large enough", () => {
    expect([
      parseCell("text", "x".repeat(255)).ok,
      parseCell("text", "abc", { max: 3 }).ok,
      parseCell("text", "abcd", { max: 3 }).ok,
    ]).toEqual([true, true, false]);
    expect([
      parseCell("number", 10, { max: 10 }).ok,
      parseCell("number", 10.1, { max: 10 }).ok,
      parseCell("number", 1e7).ok,
      parseCell("number", 1e7 + 1).ok,
      parseCell("number", 0).ok,
    ]).toEqual([true, false, true, false, true]);
    expect([
      parseCell("lat", 90).ok,
      parseCell("lat", -90).ok,
      parseCell("lng", 180).ok,
      parseCell("lng", 180.1).ok,
    ]).toEqual([true, true, true, false]);
    expect([parseCell("whole", 3), parseCell("whole", "3.5"), parseCell("whole", "x")]).toEqual([
      { ok: true, value: 3 },
      { ok: false, code: "not_whole", fault: "is no whole number" },
      { ok: false, code: "not_number", fault: "is no number" },
    ]);
    expect([
      parseCell("minutes", 99.9),
      parseCell("minutes", 100),
      parseCell("minutes", -1),
      parseCell("minutes", "x"),
    ]).toEqual([
      { ok: true, value: 99.9 },
      { ok: false, code: "out_of_range", fault: "is longer than 99.9 minutes", value: 99.9, remedy: "99.9 is used." },
      { ok: false, code: "out_of_range", fault: "is less than 0" },
      { ok: false, code: "not_number", fault: "is no number" },
    ]);
    expect([
      parseCell("number", true),
      parseCell("speed", true),
      parseCell("time", "soon"),
      parseCell("time", 8),
    ]).toEqual([
      { ok: false, code: "not_number", fault: "is no number" },
      { ok: false, code: "not_number", fault: "is no number" },
      { ok: false, code: "not_time", fault: "is no time (HH:mm)" },
      { ok: true, value: "08:00" },
    ]);
  });
  it("keep a phone number that may be none, and no text that shows nothing", () => {
    expect([
      parseCell("phone", " +423 123 45 67 "),
      parseCell("phone", "\u200b"),
      parseCell("phone", "x2345678901", { max: 10 }),
    ]).toEqual([
      { ok: true, value: "+423 123 45 67" },
      { ok: true, value: null },
      {
        ok: false,
        code: "too_long",
        fault: "is longer than 10 characters",
        value: "x234567890",
        remedy: "It was cut.",
      },
    ]);
    expect(parseCell("phone", "x1")).toMatchObject({ ok: false, value: "x1", remedy: "It was kept as it is." });
    for (const empty of [undefined, null, "", "  "])
      for (const kind of ["text", "number", "visitType"] as const)
        expect(parseCell(kind, empty)).toEqual({ ok: true, value: null });
  });
});

describe("headers, at their edges", () => {
  it("are a first row of words, blanks between them allowed", () => {
    expect(headerRowOf(["Name", "", "Address"])).toBe(0);
    expect([
      headerRowOf(),
      headerRowOf(["", null]),
      headerRowOf(["Name", 5]),
      headerRowOf(["Name", "5"]),
      headerRowOf(["Name", true]),
    ]).toEqual([-1, -1, -1, -1, -1]);
    expect(["", "  ", null, undefined, 0, false, "x"].map(isEmptyCell)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
  it("are known by their label, by the field's own name, and as nothing where they are empty", () => {
    expect(fieldsOf(["", "--", "startTime", "Package load"], "visit")).toEqual([
      null,
      null,
      "startTime",
      "packageLoad",
    ]);
  });
  it("guess by what is required first: a name is a visit's, a plate a vehicle's", () => {
    expect(entityOf("Sheet1", ["Name", "Capacity", "Overtime"])).toBe("visit");
    expect(entityOf("Sheet1", ["Plate", "Address", "Postcode"])).toBe("vehicle");
    for (const header of Object.values(ACCOUNT_HEADERS)) expect(entityOf("Vehicles", ["Plate", header])).toBeNull();
  });
  it("are shown without blanks around them, and by their letter where a column has none", () => {
    expect(mappingOf(sheet("s", [" Name ", "", "Address"], ["a", "b", "c", "d"])).headers).toEqual([
      "Name",
      "Column B",
      "Address",
      "Column D",
    ]);
  });
});

describe("rows, at their edges", () => {
  it("are read from sheets that hold visits or vehicles", () => {
    const notes = sheet("Notes", ["Colour"], ["y"]);
    const parsed = [sheet("Monday", ["Name"], ["A"]), sheet("Vans", ["Plate"], ["LI 1"])].map(read);
    expect(parsed.map((one) => [one.sheet, one.visits.length, one.vehicles.length])).toEqual([
      ["Monday", 1, 0],
      ["Vans", 0, 1],
    ]);
    expect(takeSheet(notes, mappingOf(notes), DEFAULTS)).toEqual({
      sheet: "Notes",
      rowsTotal: 0,
      visits: [],
      vehicles: [],
      notes: [],
    });
  });
  it("keep a place that is one, and say which is none", () => {
    const { visits, notes } = read(
      sheet(
        "s",
        ["Name", "Latitude", "Longitude"],
        ["A", 47.1, 9.5],
        ["B", 0, 0],
        ["C", 47.1, ""],
        ["D", "", 9.5],
        ["E", "", ""],
        ["F", 95, 9.5],
        ["G", 47.1, "x"],
      ),
    );
    expect(visits.map(({ item }) => [item.lat, item.lng])).toEqual([
      [47.1, 9.5],
      ...Array.from({ length: 6 }, () => [null, null]),
    ]);
    expect(notes.map((note) => [note.row, note.field, note.message])).toEqual([
      [
        3,
        "Latitude",
        "Row 3: Latitude '0', Longitude '0' is no valid place. Fix it in the file or set the place on the map.",
      ],
      [
        4,
        "Latitude",
        "Row 4: Latitude '47.1', Longitude '' is no valid place. Fix it in the file or set the place on the map.",
      ],
      [
        5,
        "Latitude",
        "Row 5: Latitude '', Longitude '9.5' is no valid place. Fix it in the file or set the place on the map.",
      ],
      [7, "Latitude", "Row 7: Latitude '95' is outside -90 to 90. Fix it in the file or set the place on the map."],
      [8, "Longitude", "Row 8: Longitude 'x' is no number. Fix it in the file or set the place on the map."],
    ]);
  });
  it("take a visit for a delivery unless it is a pickup, and a window that is one", () => {
    const { visits, notes } = read(
      sheet(
        "s",
        ["Name", "Type", "Start time", "End time"],
        ["A", "Pickup", "08:00", "08:01"],
        ["B", "", "09:00", "09:00"],
        ["C", "Delivery", "20:00", ""],
        ["D", "", "", "08:00"],
      ),
    );
    expect(visits.map(({ item }) => [item.type, item.startTime, item.endTime])).toEqual([
      ["P", "08:00", "08:01"],
      ["D", "08:00", "20:00"],
      ["D", "20:00", null],
      ["D", null, "08:00"],
    ]);
    expect(notes).toMatchObject([{ row: 3, column: "C", field: "Start time", value: "09:00" }]);
    expect(notes).toHaveLength(1);
  });
  it("say of a missing column that it is missing, and quote long values as far as there is room", () => {
    const { notes } = read(sheet("s", ["Name", "Service time", "Latitude"], ["A", `${"9".repeat(90)}x`, 47]));
    expect(notes.map((note) => note.value)).toEqual(["9".repeat(80), "47"]);
    const { notes: without } = read(sheet("s", ["Name", "Longitude"], ["A", 9]));
    expect(without).toMatchObject([{ column: null, field: "Latitude", value: "" }]);
  });
  it("drop a vehicle for a limit that can't be read, and a visit for nothing but its name", () => {
    expect(
      read(sheet("s", ["Plate", "Capacity", "Type"], ["LI 1", "much", "Car"], ["LI 2", 5, "boat"])).vehicles.map(
        ({ item }) => item.plate,
      ),
    ).toEqual(["LI 2"]);
    const { visits, notes } = read(sheet("s", ["Name", "Package load", "Capacity"], ["A", "much", "much"], ["", 5, 5]));
    expect(visits.map(({ item }) => item.packageLoad)).toEqual([0]);
    expect(notes.at(-1)).toMatchObject({
      row: 3,
      kind: "dropped",
      message: "Row 3: Name is empty. The row was left out.",
    });
  });
});

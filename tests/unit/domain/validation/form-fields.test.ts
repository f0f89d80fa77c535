import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  chosenIdsField,
  clampedField,
  countedField,
  idField,
  lastValues,
  latitudeField,
  longitudeField,
  numberField,
  optionalText,
  plainNumber,
  requiredText,
  SeenFields,
  switchField,
  timeField,
} from "~/domain/validation/form-fields";
import { isShownImage, storedImageType } from "~/domain/validation/image-type";
import { noNumberMessage, noTimeMessage } from "~/domain/validation/text";

/** The value, or the first sentence of what is wrong with it. */
const of = (field: z.ZodType, value?: unknown): unknown => {
  const result = field.safeParse(value);
  return result.success ? result.data : result.error.issues[0]!.message;
};

describe("texts", () => {
  it("are taken without blanks around them, numbers as text, anything else as none", () => {
    expect([
      of(requiredText("Name", 5), "  abc "),
      of(requiredText("Name"), 12),
      of(optionalText("Note"), { x: 1 }),
      of(optionalText("Note")),
    ]).toEqual(["abc", "12", "", ""]);
    expect([
      of(requiredText("Name"), " "),
      of(requiredText("Name", 3), "abcd"),
      of(requiredText("Name", 3), "abc"),
      of(optionalText("Note", 3), "abcd"),
    ]).toEqual(["Name is required", "Name should be less then 3", "abc", "Note should be less then 3"]);
  });
  it("are quoted as far as there is room", () => {
    const long = ` ${"x".repeat(41)} `;
    expect([noNumberMessage("Load", long), noTimeMessage("Start", long)]).toEqual([
      `Load must be a number, not “${"x".repeat(40)}”`,
      `Start must be a time like 08:30, not “${"x".repeat(40)}”`,
    ]);
  });
});

describe("numbers", () => {
  it("are read with a comma or a point, and refused in other spellings", () => {
    expect(["1,5", " 2. ", "-.5", "+3", "0x10", "1e9", "abc", ""].map(plainNumber)).toEqual([
      1.5,
      2,
      -0.5,
      3,
      null,
      null,
      null,
      null,
    ]);
  });
  it("keep their range, both ends included", () => {
    const field = numberField("Load", { min: 2, max: 5, empty: 3 });
    expect(["", "2", "5", 4, "1.9", "5.1", "abc"].map((value) => of(field, value))).toEqual([
      3,
      2,
      5,
      4,
      "Load must be at least 2",
      "Load must be at most 5",
      "Load must be a number, not “abc”",
    ]);
    expect([
      of(numberField("Load"), "-1"),
      of(numberField("Load"), "0"),
      of(numberField("Load"), "9999999"),
      of(numberField("Load"), Infinity),
    ]).toEqual(["Load must not be negative", 0, 9_999_999, "Load must be a number, not “Infinity”"]);
    expect([
      of(numberField("Visits", { whole: true }), "2.5"),
      of(numberField("Visits", { whole: true }), "2"),
      of(numberField("Visits", { empty: null }), " "),
    ]).toEqual(["Visits must be a whole number", 2, null]);
    expect([of(countedField("Visits"), ""), of(countedField("Visits"), "4")]).toEqual([0, 4]);
  });
  it("of a field are refused where it is defined, when an empty one would be out of range", () => {
    expect(() => numberField("Load", { min: 1 })).toThrow("an empty field becomes 0");
    expect(() => numberField("Load", { max: 5, empty: 6 })).toThrow("an empty field becomes 6");
    expect([
      of(numberField("Load", { min: 1, empty: 1 })),
      of(numberField("Load", { max: 5, empty: 5 })),
      of(numberField("Load", { min: 1, empty: null })),
    ]).toEqual([1, 5, null]);
  });
  it("are kept within limits that clamp", () => {
    const field = clampedField("Minutes", { max: 99.9, empty: null });
    expect(["", "120", "-1", "7.25", "abc"].map((value) => of(field, value))).toEqual([
      null,
      99.9,
      0,
      7.25,
      "Minutes must be a number, not “abc”",
    ]);
    expect([
      of(clampedField("Visits", { min: 1, max: 9, whole: true, empty: 5 }), "2.6"),
      of(clampedField("Visits", { min: 1, max: 9, empty: 5 }), "0"),
      of(clampedField("Visits", { max: 9, empty: 5 })),
    ]).toEqual([3, 1, 5]);
  });
  it("of degrees are one number and nothing else", () => {
    expect(["", "47,1234567", "91", "47.1 9.5"].map((value) => of(latitudeField(), value))).toEqual([
      null,
      47.123457,
      expect.any(Number),
      "Latitude must be a number, not “47.1 9.5”",
    ]);
    expect([of(longitudeField(), ""), of(longitudeField("East"), "x"), of(longitudeField(), "9.5")]).toEqual([
      null,
      "East must be a number, not “x”",
      9.5,
    ]);
  });
});

describe("times, ids and switches", () => {
  it("times are padded, cut to minutes, and read as the time field reads them", () => {
    expect(
      ["", "8:30", "08:30", "08:30:59", "24:00", "8", "noon"].map((value) => of(timeField("Start"), value)),
    ).toEqual(["", "08:30", "08:30", "08:30", "24:00", "08:00", "Start must be a time like 08:30, not “noon”"]);
  });
  it("ids are whole numbers; none is null", () => {
    expect(
      [undefined, "", "0", "7", 12, "999999999999999", "1000000000000000", "-1", "7x", "x7", "1.5"].map((value) =>
        of(idField("Driver"), value),
      ),
    ).toEqual([
      null,
      null,
      null,
      7,
      12,
      999_999_999_999_999,
      ...Array.from({ length: 5 }, () => "Driver is not correct"),
    ]);
  });
  it("chosen ids come repeated or with commas, each once", () => {
    const field = chosenIdsField("visit", 3);
    expect([
      of(field, "3,1,,3"),
      of(field, ["2", 1]),
      of(field, ""),
      of(field),
      of(field, "1,2,3"),
      of(field, "1,2,3,4"),
      of(field, "x"),
      of(field, 5),
    ]).toEqual([
      [3, 1],
      [2, 1],
      "Choose at least one visit",
      "Choose at least one visit",
      [1, 2, 3],
      "Choose at most 3 visits at once",
      "The id of a visit is not correct",
      "Choose at least one visit",
    ]);
  });
  it("switches are on for what says so, and as they were where nothing is sent", () => {
    expect(["1", "on", "true", true, 1, "0", "", "off", null].map((value) => of(switchField(0), value))).toEqual([
      1, 1, 1, 1, 1, 0, 0, 0, 0,
    ]);
    expect([of(switchField(1)), of(switchField(0)), of(switchField(1), "0")]).toEqual([1, 0, 0]);
  });
  it("what a form showed is read from its text, and is nothing where it can't be", () => {
    expect([of(SeenFields, '{"title":"a"}'), of(SeenFields), of(SeenFields, "{broken")]).toEqual([
      { title: "a" },
      {},
      {},
    ]);
    expect(SeenFields.safeParse('{"title":1}').success).toBe(false);
  });
  it("of a name that comes twice the last text counts, and files are no text", () => {
    const form = new FormData();
    for (const value of ["0", "1"]) form.append("locked", value);
    form.append("photo", new Blob(["x"]));
    form.append("startLocationLat", "47.1, 9.5");
    form.append("startLocationLng", "");
    expect(lastValues(form)).toEqual({ locked: "1", startLocationLat: "47.1", startLocationLng: "9.5" });
  });
});

it("stored pictures are known by their ending, and shown unless they may hold scripts", () => {
  expect(["a/b.png", "x.svg", "jpg", "photo.jpg.exe", "a.b.gif"].map(storedImageType)).toEqual([
    "png",
    "svg",
    "jpg",
    null,
    "gif",
  ]);
  expect(["a/b.png", "x.svg", "x.exe"].map(isShownImage)).toEqual([true, false, false]);
});

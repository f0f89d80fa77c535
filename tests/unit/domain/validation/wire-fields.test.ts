import { describe, expect, it } from "vitest";
import { z, ZodError } from "zod";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import {
  asTheyAre,
  chosenIds,
  clampedField,
  clampedOrNone,
  countedField,
  idField,
  itemId,
  latitudeField,
  listedId,
  longitudeField,
  numberField,
  optionalLines,
  optionalText,
  plainNumber,
  requiredId,
  requiredText,
  seenFields,
  switchField,
  timeField,
  wholeInText,
} from "~/domain/validation/wire-fields";
import { numberOf } from "~/domain/validation/field-reader";
import { isShownImage, storedImageType } from "~/domain/validation/image-type";
import { noNumberMessage, noTimeMessage } from "~/domain/validation/text";
import { fromForm } from "../../../helpers/forms";
import type { Posted } from "../../../helpers/forms";

/** What a form's text becomes, or the first sentence of what is wrong with it; undefined for no such field. */
function typed(field: z.ZodType, text?: Posted[string]): unknown {
  try {
    return fromForm(z.strictObject({ value: field }), { value: text }).value;
  } catch (error) {
    if (error instanceof ZodError) return error.issues[0]!.message;
    throw error;
  }
}
/** What a program's value becomes. */
function given(field: z.ZodType, value?: unknown): unknown {
  const result = z.strictObject({ value: field }).safeParse({ value });
  return result.success ? result.data.value : result.error.issues[0]!.message;
}

describe("texts", () => {
  it("are taken without blanks around them and without signs that show nothing", () => {
    expect([
      typed(requiredText("Name", 5), "  abc "),
      typed(optionalText("Note")),
      typed(optionalText("Note"), ""),
    ]).toEqual(["abc", "", ""]);
    expect([given(requiredText("Name"), " a\u0000b "), given(optionalText("Note"))]).toEqual(["ab", ""]);
    expect([
      typed(requiredText("Name"), " "),
      typed(requiredText("Name")),
      typed(requiredText("Name", 3), "abcd"),
      typed(requiredText("Name", 3), "abc"),
      typed(optionalText("Note", 3), "abcd"),
    ]).toEqual([
      "Name is required",
      "Name is required",
      "Name should be less then 3",
      "abc",
      "Note should be less then 3",
    ]);
    expect(given(requiredText("Name"), 12)).toBe("Value is not correct");
  });
  // @spec PC-5.18
  it("are one line, unless they are meant to have several", () => {
    const fields = [requiredText("Name"), optionalText("Name"), asTheyAre({ name: optionalText("Name") }).name];
    for (const field of fields) {
      expect(typed(field, "Bob\r\nBcc: evil")).toBe("Bob Bcc: evil");
      expect(given(field, "Bob\r\n\t\u2028Bcc:\u000b\u0085evil\n")).toBe("Bob Bcc: evil");
    }
    expect(given(requiredText("Name"), "\r\n")).toBe("Name is required");
    expect(given(optionalLines("Note", 50), " Ring\r\ntwice\u0007 ")).toBe("Ring\r\ntwice");
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
  it("of programs' texts are decimal digits", () => {
    expect(["12", " 1.5 ", "-2", "0x1", "1e2", "Infinity", "1_0", "abc"].map(numberOf)).toEqual([
      ...[12, 1.5, -2],
      ...Array(5).fill(NaN),
    ]);
    for (const text of ["0x1", "1e2", "-1", "1.5", " ", ""]) {
      expect(wholeInText().safeParse(text).success).toBe(false);
      expect(typed(z.number().int().min(1), text)).toBe("Value is not correct");
    }
    expect([typed(itemId(), "0x1"), typed(requiredId("Plan"), "1e2")]).toEqual([
      "Id is not correct",
      "Plan is required",
    ]);
    expect(["038", "00"].map((text) => wholeInText(z.number().min(0)).safeParse(text).success)).toEqual([false, false]);
    expect(wholeInText(z.number().max(2)).parse("2")).toBe(2);
  });
  it("keep their range, both ends included, typed or given", () => {
    const field = countedField("Load", { min: 2, max: 5, empty: 3 });
    expect(["", "2", "5", "1.9", "5.1", "abc"].map((text) => typed(field, text))).toEqual([
      3,
      2,
      5,
      "Load must be at least 2",
      "Load must be at most 5",
      "Load must be a number, not “abc”",
    ]);
    expect([given(field), given(field, 4), given(field, 1.9), given(field, 5.1)]).toEqual([
      3,
      4,
      "Load must be at least 2",
      "Load must be at most 5",
    ]);
    expect(
      [given(field, "4"), given(field, null), given(field, Infinity)].every((one) => typeof one === "string"),
    ).toBe(true);
    expect([
      typed(countedField("Load"), "-1"),
      typed(countedField("Load"), "0"),
      given(countedField("Load"), 1e21),
      typed(countedField("Visits", { whole: true }), "2.5"),
      typed(countedField("Visits", { whole: true }), "2"),
      typed(countedField("Visits", { whole: true }), "10,000"),
      typed(numberField("Visits", { whole: true }), "1,234,567"),
      typed(countedField("Load", { max: 99_999 }), "10,000"),
      typed(countedField("Load", { max: 99 }), "10,000"),
      typed(countedField("Load"), "10.500"),
      typed(clampedField("Days", { max: 9999, whole: true, empty: 0 }), "1.200"),
      typed(numberField("Visits"), " "),
      given(numberField("Visits"), null),
      given(numberField("Visits")),
    ]).toEqual([
      "Load must not be negative",
      0,
      1e21,
      "Visits must be a whole number",
      2,
      10_000,
      1_234_567,
      10_000,
      10,
      "Load “10.500” can be read in two ways: write 10500 or 10.5",
      1200,
      null,
      null,
      null,
    ]);
  });
  it("of a field are refused where it is defined, when an empty one would be out of range", () => {
    expect(() => countedField("Load", { min: 1 })).toThrow("an empty field becomes 0");
    expect(() => countedField("Load", { max: 5, empty: 6 })).toThrow("an empty field becomes 6");
    expect([
      typed(countedField("Load", { min: 1, empty: 1 }), ""),
      typed(countedField("Load", { max: 5, empty: 5 })),
    ]).toEqual([1, 5]);
  });
  it("that are typed are kept within limits that clamp; a program's are refused beyond them", () => {
    const field = clampedOrNone("Minutes", { max: 99.9 });
    expect(["", "120", "-1", "7.25", "12abc", "1,5 min", "abc", " - "].map((text) => typed(field, text))).toEqual([
      null,
      99.9,
      0,
      7.25,
      12,
      1.5,
      "Minutes must be a number, not “abc”",
      "Minutes must be a number, not “-”",
    ]);
    expect([given(field, 120), given(field, -1), given(field, 7.25), given(field, null)]).toEqual([
      "Minutes must be at most 99.9",
      "Minutes must not be negative",
      7.25,
      null,
    ]);
    const visits = clampedField("Visits", { min: 1, max: 9, whole: true, empty: 5 });
    expect([typed(visits, "2.6"), typed(visits, "0"), typed(visits), typed(visits, ""), given(visits, 2.6)]).toEqual([
      3,
      1,
      5,
      5,
      "Visits must be a whole number",
    ]);
  });
  it("of degrees are one number and nothing else, bent to the globe when typed", () => {
    expect(["", "47,1234567", "91", "47.1 9.5", "47,12x"].map((text) => typed(latitudeField(), text))).toEqual([
      null,
      47.123457,
      90,
      "Latitude must be a number, not “47.1 9.5”",
      "Latitude must be a number, not “47,12x”",
    ]);
    expect([
      given(latitudeField(), 91),
      given(latitudeField(), 47.1234567),
      typed(longitudeField(), ""),
      typed(longitudeField("East"), "x"),
      typed(longitudeField(), "-181"),
    ]).toEqual(["Latitude must be at most 90", 47.123457, null, "East must be a number, not “x”", -180]);
  });
});

describe("times, ids and switches", () => {
  it("times are padded, cut to minutes, and read as the time field reads them; a program pads by itself", () => {
    const start = timeField("Start");
    expect(
      ["", "8:30", "08:30", "8:30:59", "24:00", "8", "2 pm", "12am", "-9:00", "noon"].map((text) => typed(start, text)),
    ).toEqual([
      "",
      "08:30",
      "08:30",
      "08:30",
      "24:00",
      "08:00",
      "14:00",
      "00:00",
      "Start must be a time like 08:30, not “-9:00”",
      "Start must be a time like 08:30, not “noon”",
    ]);
    expect([given(start), given(start, null), given(start, "08:30"), given(start, "8:30")]).toEqual([
      "",
      "",
      "08:30",
      "Start must be a time like 08:30, not “8:30”",
    ]);
  });
  it("ids are whole numbers; none is null", () => {
    const driver = idField("Driver");
    expect(
      [undefined, "", "0", "7", "999999999999999", "1000000000000000", "-1", "7x", "x7", "1.5"].map((text) =>
        typed(driver, text),
      ),
    ).toEqual([null, null, null, 7, 999_999_999_999_999, ...Array.from({ length: 5 }, () => "Driver is not correct")]);
    expect([given(driver, 12), given(driver, null), given(driver, 0), given(driver, 1.5), given(driver, "7")]).toEqual([
      12,
      null,
      ...Array.from({ length: 3 }, () => "Driver is not correct"),
    ]);
    const route = requiredId("Route");
    expect([typed(route, "7"), typed(route, ""), typed(route, "0"), typed(route), typed(route, "x")]).toEqual([
      7,
      ...Array.from({ length: 4 }, () => "Route is required"),
    ]);
  });
  it("chosen ids come repeated or with commas, each once; a program gives a list", () => {
    const field = chosenIds("visit", 3);
    expect([
      typed(field, "3,1,,3"),
      typed(field, ["2", "1"]),
      typed(field, ["1,2", "3"]),
      typed(field, ""),
      typed(field),
      typed(field, "1,2,3,4"),
      typed(field, "x"),
      given(field, 5),
      given(field, "3,1"),
      given(field, [3, 1, 3]),
    ]).toEqual([
      [3, 1],
      [2, 1],
      [1, 2, 3],
      "Choose at least one visit",
      "Choose at least one visit",
      "Choose at most 3 visits at once",
      "The id of a visit is not correct",
      "Choose at least one visit",
      "Choose at least one visit",
      [3, 1],
    ]);
    expect(typed(z.array(listedId()), ["4", "5"])).toEqual([4, 5]);
  });
  it("switches are on for what says so, post twice, and are as they were where nothing is sent", () => {
    expect([["0", "1"], "1", "on", "true", "0", "", "off"].map((text) => typed(switchField(false), text))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([typed(switchField(true)), typed(switchField(false)), typed(switchField(true), "0")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([given(switchField(false), 1), typed(switchField(false), "maybe")]).toEqual([
      "Value is not correct",
      "Value is not correct",
    ]);
  });
  it("what a form showed is read from its text, and is nothing where it can't be", () => {
    expect([typed(seenFields(), '{"title":"a"}'), typed(seenFields()), typed(seenFields(), "{broken")]).toEqual([
      { title: "a" },
      {},
      {},
    ]);
    expect(seenFields().safeParse({ title: 1 }).success).toBe(false);
  });
});

describe("a form", () => {
  it("leaves out fields that weren't posted, empties blank ones, and drops unknown ones", () => {
    const schema = z.strictObject(
      asTheyAre({ load: countedField("Load"), note: optionalText("Note"), end: timeField("End") }),
    );
    expect(fromForm(schema, { load: "", intent: "x" })).toEqual({ load: 0 });
    expect(fromForm(schema, { note: "", end: "9" })).toEqual({ note: "", end: "09:00" });
    expect(schema.safeParse({ intent: "x" }).success).toBe(false);
  });
  it("keeps what is asked of a field beside its default", () => {
    const schema = z.strictObject(
      asTheyAre({ zone: optionalText("Zone").refine((zone) => zone !== "Atlantis", "Zone is not correct") }),
    );
    expect(fromForm(schema, {})).toEqual({});
    expect(schema.safeParse({ zone: "Atlantis" }).error?.issues[0]?.message).toBe("Zone is not correct");
  });
  it("lists faults in the order of its fields, and skips rules of several fields over unreadable ones", () => {
    const schema = z
      .strictObject({ name: requiredText("Name"), load: countedField("Load"), lat: latitudeField() })
      .superRefine((_value, context) => context.addIssue({ code: "custom", message: "Never asked" }));
    const faults = (() => {
      try {
        return fromForm(schema, { lat: "x", load: "abc", name: "" });
      } catch (error) {
        return (error as ZodError).issues.map(({ path, message }) => [path.join("."), message]);
      }
    })();
    expect(faults).toEqual([
      ["name", "Name is required"],
      ["load", "Load must be a number, not “abc”"],
      ["lat", "Latitude must be a number, not “x”"],
    ]);
  });
  it("takes pasted pairs of coordinates apart, and files are no text", () => {
    const form = new FormData();
    form.append("photo", new Blob(["x"]));
    form.append("startLocationLat", "47.1, 9.5");
    form.append("startLocationLng", "");
    const schema = z.strictObject({
      startLocationLat: latitudeField(),
      startLocationLng: longitudeField(),
      photo: optionalText("Photo"),
    });
    expect(decodeForm(schema, postedFields(form)).wire).toEqual({ startLocationLat: 47.1, startLocationLng: 9.5 });
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

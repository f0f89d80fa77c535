import { describe, expect, it } from "vitest";
import { enabledFailReasons, failReasonTitle } from "~/domain/visit/fail-reasons";
import { confirmationChoices, confirmationFault, enabledTags } from "~/domain/visit/confirmation";
import { dialled, isEmail, isPhone } from "~/domain/validation/contact";
import {
  distanceMeters,
  hasCoordinates,
  isOnGlobe,
  normalizeLat,
  normalizeLng,
  coordinatePair,
  withSplitPairs,
} from "~/domain/validation/coordinates";
import { documentError, fileError, imageError, isSpreadsheetName, videoError } from "~/domain/validation/files";
import { imageTypeOf } from "~/domain/validation/image-type";
import { postedFields } from "~/http/actions/decode-form";
import { requiredMessage, tooLongMessage } from "~/domain/validation/text";
import { refused, withoutFields } from "~/lib/action-result";

describe("contact", () => {
  // @spec PC-5.01
  it.each(["a@b.li", "first.last+tag@sub.example.com", "ü@müller.de"])("takes %s", (text) =>
    expect(isEmail(text)).toBe(true),
  );
  // @spec PC-5.01 PC-9.02
  it.each([
    "",
    "a@b",
    "a@b.c",
    "@b.li",
    "a@@b.li",
    "a b@c.li",
    "a@b.li ",
    ".a@b.li",
    "a..b@c.li",
    "a@-b.li",
    "a@b..li",
    "<a@b.li>",
    `${"a".repeat(46)}@b.li`,
  ])("refuses %j", (text) => expect(isEmail(text)).toBe(false));
  // @spec PC-5.02 PC-5.03 PC-5.04 PC-5.06
  it.each(["+423 235 86 27", "0041 (44) 235-86-27", "1234567890", "+123456789012345"])("takes %s", (text) =>
    expect(isPhone(text)).toBe(true),
  );
  // @spec PC-5.02 PC-5.03 PC-5.04 PC-5.05 PC-5.06
  it.each([
    "",
    "123456789",
    "+1234567890123456",
    "12345+67890",
    "++4232358627",
    "(423) 235 86 27",
    "+423  235 86 27",
    "+423--2358627",
    "+423 235 86 2x",
  ])("refuses %j", (text) => expect(isPhone(text)).toBe(false));
  it.each([
    ["+41 79 123 45 67", "+41791234567"],
    ["(423) 235 86 27", "4232358627"],
    ["061 / 301.22-33", "0613012233"],
    [" 235 86 27 ", "2358627"],
    ["112", "112"],
    ["", null],
    ["12", null],
    ["ask for Mr. Beck, ring 2", null],
    ["235 86 27 (Beck)", null],
    ["079 123 45 67 / 061 301 22 33", null],
  ])("dials %j as %s", (text, number) => expect(dialled(text)).toBe(number));
});

describe("coordinates", () => {
  // @spec PC-5.27 PC-5.28
  it("are clamped and rounded to six decimals", () => {
    expect([
      normalizeLat(123.4),
      normalizeLat(-99),
      normalizeLat(47.12345678),
      normalizeLng(-999),
      normalizeLng(9.5),
    ]).toEqual([90, -90, 47.123457, -180, 9.5]);
  });
  // @spec PC-5.29
  // @spec PC-3.08
  it("need both, non-zero", () => {
    expect(
      [
        { lat: 47, lng: 9 },
        { lat: 0, lng: 9 },
        { lat: 47, lng: 0 },
        { lat: null, lng: 9 },
        { lat: Number.NaN, lng: 9 },
      ].map(hasCoordinates),
    ).toEqual([true, false, false, false, false]);
    expect([isOnGlobe({ lat: 90, lng: -180 }), isOnGlobe({ lat: 90.1, lng: 1 })]).toEqual([true, false]);
  });
  it("measures along the great circle", () => {
    // A degree of the equator on the mean sphere.
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(111_195.08, 1);
    expect(distanceMeters({ lat: 47, lng: 9 }, { lat: 47, lng: 9 })).toBe(0);
  });
});

// @spec PC-5.15 PC-5.18 AA-5.12
it("texts say what is missing", () => {
  expect([requiredMessage("Title"), tooLongMessage("Title")]).toEqual([
    "Title is required",
    "Title should be less then 255",
  ]);
});

// @spec PC-5.07 PC-5.08 PC-5.09 PC-5.10 PC-5.11 PC-5.12 PC-5.13 PC-5.14 PC-5.57
it("files by size and type", () => {
  expect(fileError({ name: "a.xlsx", size: 100_000_000 })).toBeNull();
  expect(fileError({ name: "a.xlsx", size: 100_000_001 })).toBe(
    'The file "a.xlsx" may not be greater than 100 megabytes.',
  );
  expect(fileError({ name: "a.exe", size: 1 })).toBe('The file "a.exe" has wrong format.');
  expect(fileError({ name: "xlsx", size: 1 })).toBe('The file "xlsx" has wrong format.');
  expect([
    imageError("a.png"),
    imageError("a.pdf"),
    videoError("a.mov"),
    videoError("a.mp4"),
    documentError("a.png"),
  ]).toEqual([null, "does not image", "does not video", null, "does not document"]);
  expect(["A.XLS", "a.xlsx", "a.csv", "a.TSV", "a.txt", "a.ods", "a.pdf", "csv"].map(isSpreadsheetName)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

// @spec PC-5.09
it("files that are pages, documents, pictures, videos, tables or sound", () => {
  const taken = "pdf doc docx jpeg jpg gif svg png bmp mp4 mov avi xls xlsx mp3 PDF".split(" ");
  const refusedTypes = "exe html js zip dmg sh php".split(" ");
  const fault = (type: string) => fileError({ name: `a.${type}`, size: 1 });
  expect(taken.filter((type) => fault(type) !== null)).toEqual([]);
  expect(refusedTypes.filter((type) => fault(type) === null)).toEqual([]);
});

describe("what marking a visit done asks for", () => {
  const company = {
    deliveryConfirmation: true,
    pickupConfirmation: false,
    confirmationSettings: {
      to_door: { enabled: true, photo: 2, signature: 0 },
      to_recipient: { enabled: true, photo: 1, signature: 2 },
      to_mailbox: { enabled: true, photo: 0, signature: 1 },
    },
  } as const;
  const own = {
    deliveryConfirmation: false,
    pickupConfirmation: true,
    confirmationSettings: { from_locker: { enabled: true, photo: 0, signature: 0 } },
  } as const;
  it("is its template's, else the company's; starts, ends and breaks are asked nothing", () => {
    const tags = (type: string, template: typeof own | null) =>
      confirmationChoices({ type }, template, company).map((one) => one.tag);
    expect([tags("D", null), tags("P", null), tags("D", own), tags("P", own), tags("B", null), tags("S", own)]).toEqual(
      [["to_recipient", "to_mailbox", "to_door"], [], [], ["from_locker"], [], []],
    );
  });
  // @spec PC-3.61 PC-5.38
  it.each([
    [{ tag: null, signatureName: "", photos: 1, signatures: 1 }, "confirmationType"],
    [{ tag: "from_other", signatureName: "Ann", photos: 1, signatures: 1 }, "confirmationType"],
    [{ tag: "to_door", signatureName: "", photos: 0, signatures: 0 }, "photo"],
    [{ tag: "to_door", signatureName: "", photos: 1, signatures: 0 }, null],
    [{ tag: "to_recipient", signatureName: "Ann", photos: 0, signatures: 0 }, "signature"],
    [{ tag: "to_recipient", signatureName: "  ", photos: 0, signatures: 1 }, "signatureName"],
    [{ tag: "to_recipient", signatureName: "Ann", photos: 0, signatures: 1 }, null],
    // An optional signature may be left out; one that is given has a name like any other.
    [{ tag: "to_mailbox", signatureName: "", photos: 0, signatures: 0 }, null],
    [{ tag: "to_mailbox", signatureName: " ", photos: 0, signatures: 1 }, "signatureName"],
    [{ tag: "to_mailbox", signatureName: "Ann", photos: 0, signatures: 1 }, null],
    // What is not asked for is not looked at.
    [{ tag: "to_door", signatureName: "", photos: 1, signatures: 1 }, null],
  ] as const)("%j lacks %s", (given, field) => {
    expect(
      Object.keys(confirmationFault(confirmationChoices({ type: "D" }, null, company), given)?.fields ?? {})[0] ?? null,
    ).toBe(field);
    expect(confirmationFault([], given)).toBeNull();
  });
});

describe("pictures by their first bytes", () => {
  const bytes = (...values: number[]) => new Uint8Array(values);
  const text = (value: string) => new TextEncoder().encode(value);
  it.each([
    [bytes(0xff, 0xd8, 0xff, 0xe0), "jpg"],
    [bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "png"],
    [text("GIF89a…"), "gif"],
    [text("BM……"), "bmp"],
    [text('\uFEFF<?xml version="1.0"?>\n<svg xmlns="x">'), "svg"],
    [text("<svg onload=alert(1)>"), "svg"],
    [text("<html><svg></svg></html>"), null],
    [text("<?xml version='1.0'?><note/>"), null],
    [text("%PDF-1.7"), null],
    [bytes(), null],
  ])("%#: %s", (head, type) => expect(imageTypeOf(head)).toBe(type));
});

// @spec PC-3.64
it("confirmation tags and fail reasons as the company enables them", () => {
  const settings = {
    to_door: { enabled: true, photo: 2, signature: 0 },
    from_locker: { enabled: false, photo: 0, signature: 0 },
  } as const;
  expect(enabledTags("D", true, settings)).toEqual(["to_door"]);
  expect(enabledFailReasons([6, 1, 99]).map((reason) => reason.title)).toEqual(["Not at the address", "Refused"]);
  expect([failReasonTitle(7), failReasonTitle(8), failReasonTitle(null)]).toEqual(["Other", null, null]);
});

it("takes pairs of coordinates apart, and leaves single numbers alone", () => {
  const andorra = { lat: 42.5078, lng: 1.5211 };
  for (const text of [
    "42.5078, 1.5211",
    "42.5078,1.5211",
    " 42.5078 1.5211 ",
    "42.5078; 1.5211",
    "42,5078; 1,5211",
    "42,5078 1,5211",
    "(42.5078, 1.5211)",
  ])
    expect(coordinatePair(text), text).toEqual(andorra);
  expect(coordinatePair("-33.9, -151")).toEqual({ lat: -33.9, lng: -151 });
  for (const text of ["42.5078", "42,5078", "", "1.5 m3", "91, 1", "12, 181", "1, 2, 3", "a, b", "-"])
    expect(coordinatePair(text), text).toBeNull();
  expect(withSplitPairs({ lat: "42.5078, 1.5211", lng: "9.5", name: "12, 13" })).toEqual({
    lat: "42.5078",
    lng: "1.5211",
    name: "12, 13",
  });
  expect(withSplitPairs({ startLocationLat: "", startLocationLng: "42.5078, 1.5211" })).toEqual({
    startLocationLat: "42.5078",
    startLocationLng: "1.5211",
  });
  expect(withSplitPairs({ park_location_lat: "42.5078 1.5211" })).toEqual({
    park_location_lat: "42.5078",
    park_location_lng: "1.5211",
  });
});

it("reads a pair out of a posted form, whichever page it is of", () => {
  const form = new FormData();
  form.set("lat", "42.5078, 1.5211");
  form.set("lng", "");
  expect(postedFields(form).values).toEqual({ lat: "42.5078", lng: "1.5211" });
});

it("calls nothing wrong any more that was corrected", () => {
  const refusal = refused("Name is required", {
    fieldErrors: { name: "Name is required", lat: "Latitude must be a number" },
    values: { name: "" },
  });
  expect(withoutFields(refusal, ["name"])).toMatchObject({
    message: "Latitude must be a number",
    fieldErrors: { lat: "Latitude must be a number" },
    values: { name: "" },
  });
  expect(withoutFields(refusal, ["name", "lat"])).toMatchObject({ message: "", fieldErrors: {} });
  expect(
    withoutFields(refused("The plan is locked", { fieldErrors: { name: "Name is required" } }), ["name"]),
  ).toMatchObject({ message: "The plan is locked", fieldErrors: {} });
});

import { describe, expect, it } from "vitest";
import { ANONYMOUS, isOnlyDriver } from "~/domain/access/actor";
import { accept, confirmation, refuse } from "~/domain/decision";
import { leftOutWords } from "~/domain/left-out";
import { isEmail } from "~/domain/validation/contact";
import {
  coordinatePair,
  distanceMeters,
  hasCoordinates,
  isOnGlobe,
  withSplitPairs,
} from "~/domain/validation/coordinates";
import { fileError } from "~/domain/validation/files";
import { imageSize } from "~/domain/validation/image-size";

describe("places", () => {
  it("are two finite numbers that are not zero, on the globe", () => {
    const none = [
      { lat: null, lng: 9 },
      { lat: 47, lng: undefined },
      { lat: NaN, lng: 9 },
      { lat: 47, lng: Infinity },
      { lat: 0, lng: 9 },
      { lat: 47, lng: 0 },
    ];
    expect(none.map(hasCoordinates)).toEqual(none.map(() => false));
    expect([
      hasCoordinates({ lat: "47" as never, lng: 9 }),
      hasCoordinates({ lat: 47, lng: "9" as never }),
      hasCoordinates({ lat: 95, lng: 9 }),
    ]).toEqual([false, false, true]);
    expect(
      [
        { lat: 90, lng: 180 },
        { lat: -90, lng: -180 },
        { lat: 90.1, lng: 9 },
        { lat: 47, lng: 180.1 },
      ].map(isOnGlobe),
    ).toEqual([true, true, false, false]);
  });
  it("lie as far apart as the great circle says", () => {
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 60, lng: 90 })).toBeCloseTo(6_371_008.8 * (Math.PI / 2), 0);
    expect(distanceMeters({ lat: 60, lng: 0 }, { lat: 60, lng: 1 })).toBeCloseTo(55_596, -1);
    expect(distanceMeters({ lat: 60, lng: 0 }, { lat: 30, lng: 0 })).toBeCloseTo(6_371_008.8 * (Math.PI / 6), 0);
    expect(distanceMeters({ lat: 60, lng: 0 }, { lat: 30, lng: 90 })).toBeCloseTo(7_154_300, -4);
  });
  it("are read from a pair, up to the ends of the globe", () => {
    expect([" 47.1, 9.5 ", " 47.1,9.5 ", "90 180", "-90; -180", "90.1 9", "9 180.1"].map(coordinatePair)).toEqual([
      { lat: 47.1, lng: 9.5 },
      { lat: 47.1, lng: 9.5 },
      { lat: 90, lng: 180 },
      { lat: -90, lng: -180 },
      null,
      null,
    ]);
    expect(withSplitPairs({ flatNote: "47.1, 9.5", latitude: "47.1, 9.5", lng: "47.1, 9.5" })).toEqual({
      flatNote: "47.1, 9.5",
      latitude: "47.1, 9.5",
      lat: "47.1",
      lng: "9.5",
    });
  });
});

describe("answers", () => {
  it("name only what there is to say", () => {
    expect(accept(1)).toStrictEqual({ ok: true, changes: 1 });
    expect(refuse("x", "No.")).toStrictEqual({ ok: false, error: { code: "x", message: "No.", status: 400 } });
    expect(confirmation("x", "Sure?")).toEqual({ code: "x", text: "Sure?", title: "Please Confirm", danger: false });
  });
  it("name five of a reason, and names of 60 characters whole", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}`, why: "A" }));
    expect([
      leftOutWords(many(5)),
      leftOutWords([{ name: "x".repeat(60), why: "A" }]),
      leftOutWords([{ name: `${"x".repeat(58)}   ${"y".repeat(9)}`, why: "A" }]),
    ]).toEqual([
      "Left as they are: 0, 1, 2, 3, 4 (A)",
      `Left as they are: ${"x".repeat(60)} (A)`,
      `Left as they are: ${"x".repeat(58)}… (A)`,
    ]);
  });
  it("hold addresses and files up to their limits", () => {
    const long = (length: number) => `${"x".repeat(length - 10)}@x.example`;
    expect([
      isEmail("a.@x.example"),
      isEmail(".a@x.example"),
      isEmail("a..b@x.example"),
      isEmail("a.b@x.example"),
      isEmail(long(256)),
    ]).toEqual([false, false, false, true, false]);
    expect([
      fileError({ name: "a.xlsx", size: 100_000_000 }),
      fileError({ name: "a.xlsx", size: 100_000_001 })?.includes("greater"),
    ]).toEqual([null, true]);
  });
});

describe("only a driver", () => {
  const driver = { ...ANONYMOUS, kind: "user" as const, isDriver: true };
  it("is who is signed in and may do nothing else", () => {
    expect(isOnlyDriver(driver)).toBe(true);
    for (const more of [
      { kind: "api" as const },
      { isDriver: false },
      { isDispatcher: true },
      { isAdmin: true },
      { isOwner: true },
      { platformRole: "dev" as const },
    ]) {
      expect(isOnlyDriver({ ...driver, ...more }), JSON.stringify(more)).toBe(false);
    }
  });
});

describe("the frame of a JPEG", () => {
  const bytes = (...given: number[]) => Uint8Array.from(given);
  const frame = (marker: number, height = 6, width = 8) => [0xff, marker, 0, 17, 8, 0, height, 0, width];
  const sizeOf = (...given: number[]) =>
    imageSize("jpg", async (offset, length) => bytes(0xff, 0xd8, ...given).subarray(offset, offset + length));
  it.each([0xc0, 0xc1, 0xcf])("is marked by %i", async (marker) =>
    expect(await sizeOf(...frame(marker))).toEqual({ width: 8, height: 6 }),
  );
  it.each([0xc4, 0xc8, 0xcc, 0xd9, 0xda, 0xbf, 0xe0])("is not marked by %i", async (marker) =>
    expect(await sizeOf(...frame(marker))).toBeNull(),
  );
  it("comes after marks that stand alone, and after filling", async () => {
    expect(await sizeOf(0xff, 0x01, 0xff, 0xd0, 0xff, 0xd7, 0xff, 0xff, ...frame(0xc0))).toEqual({
      width: 8,
      height: 6,
    });
    expect(await sizeOf(0xff, 0xff, 0xff, ...frame(0xc0))).toEqual({ width: 8, height: 6 });
    expect(await sizeOf(0xff, 0xe0, 0, 3, 7, ...frame(0xc0))).toEqual({ width: 8, height: 6 });
  });
  it("is none where it is cut off, has no height, or doesn't begin as one", async () => {
    expect([
      await sizeOf(...frame(0xc0).slice(0, 8)),
      await sizeOf(...frame(0xc0, 0)),
      await sizeOf(...frame(0xc0, 6, 0)),
      await sizeOf(0x00, ...frame(0xc0).slice(1)),
      await sizeOf(0xff, 0xe0, 0),
    ]).toEqual([null, null, null, null, null]);
  });
});

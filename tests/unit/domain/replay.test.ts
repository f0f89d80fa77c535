import { describe, expect, it } from "vitest";
import { countUntil, isBreak, placeAt, replaySpan } from "~/domain/route/replay";

const trail = [
  { atSec: 100, lat: 47, lng: 9 },
  { atSec: 160, lat: 47.01, lng: 9 },
  { atSec: 220, lat: 47.01, lng: 9.02 },
  { atSec: 220 + 1200, lat: 47.02, lng: 9.02, isBreak: true },
];

describe("where a vehicle was", () => {
  it("is unknown before its first position", () => {
    expect(placeAt(trail, 99)).toBeNull();
    expect(placeAt([], 99)).toBeNull();
  });
  it("is on the straight way between two positions, and it looks where it goes", () => {
    expect(placeAt(trail, 130)).toEqual({ lat: expect.closeTo(47.005), lng: 9, headingDeg: 0, atSec: 130 });
    expect(placeAt(trail, 190)).toMatchObject({ lat: 47.01, lng: expect.closeTo(9.01), headingDeg: 90 });
  });
  it("is the last one where the next came too late to tell, and at the end", () => {
    expect(placeAt(trail, 800)).toMatchObject({ lat: 47.01, lng: 9.02, atSec: 220 });
    expect(placeAt(trail, 9999)).toMatchObject({ lat: 47.02, lng: 9.02, atSec: 1420, headingDeg: 0 });
  });
  it("is known over a long gap in which positions were left out, because they lay on the line", () => {
    expect([isBreak(1200, true), isBreak(1200, false), isBreak(600, false)]).toEqual([false, true, false]);
  });
  it("has no heading at a single place", () => {
    expect(placeAt([trail[0]!, { ...trail[0]!, atSec: 110 }], 105)).toMatchObject({ lat: 47, headingDeg: null });
  });
});

it.each([
  [99, 0],
  [100, 1],
  [219, 2],
  [220, 3],
  [5000, 4],
])("at %i so many points were passed: %i", (atSec, passed) => {
  expect(countUntil(trail, atSec)).toBe(passed);
});

it("a replay goes from the first to the last thing that is known", () => {
  expect(replaySpan([trail, []], [90, 400])).toEqual({ fromSec: 90, toSec: 1420 });
  expect(replaySpan([[]], [])).toBeNull();
});

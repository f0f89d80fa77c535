import { describe, expect, it } from "vitest";
import { countedPositions } from "~/domain/position/position";

const NOW = 1_800_000_000;
const START = NOW - 3600;
const at = (atSec: number, lat = 47.1) => ({ atSec, lat, lng: 9.5 });
const seconds = (given: readonly number[], startSec: number | null = START) =>
  countedPositions(
    given.map((sec) => at(sec)),
    { nowSec: NOW, startSec },
  ).map(({ atSec }) => atSec);

describe("which positions count", () => {
  it.each([
    ["of now", [NOW], [NOW]],
    ["of the start itself", [START], [START]],
    ["none from before the start", [START - 1], []],
    ["a little ahead of the server's clock: of now", [NOW + 10], [NOW]],
    ["none from the future", [NOW + 11, NOW + 7200], []],
    ["in the order of their times", [NOW - 5, NOW - 20, NOW - 10], [NOW - 20, NOW - 10, NOW - 5]],
  ])("%s", (_what, given, counted) => {
    expect(seconds(given)).toEqual(counted);
  });
  it("none of a route that was not started", () => {
    expect(seconds([NOW], null)).toEqual([]);
  });
  it("none of more than two days ago, however long the route is on the road", () => {
    const long = NOW - 90 * 3600;
    expect(seconds([NOW - 48 * 3600 - 1, NOW - 48 * 3600], long)).toEqual([NOW - 48 * 3600]);
  });
  it("the first one of a second", () => {
    const two = [at(NOW - 5, 47.1), at(NOW - 5, 47.2), at(NOW + 3, 47.3), at(NOW, 47.4)];
    expect(countedPositions(two, { nowSec: NOW, startSec: START })).toEqual([at(NOW - 5, 47.1), at(NOW, 47.3)]);
  });
  it.each([
    ["no coordinates", { lat: 0, lng: 0 }, false],
    ["no latitude", { lat: 0 }, false],
    ["no longitude", { lng: 0 }, false],
    ["an accuracy of 45 km", { accuracyM: 45_000 }, false],
    ["an accuracy of 1,001 m", { accuracyM: 1_001 }, false],
    ["an accuracy of 1,000 m", { accuracyM: 1_000 }, true],
    ["no accuracy", { accuracyM: null }, true],
  ])("with %s: %j counts: %s", (_what, said, counts) => {
    const given = { ...at(NOW), accuracyM: 5, ...said };
    expect(countedPositions([given], { nowSec: NOW, startSec: START })).toEqual(counts ? [given] : []);
  });
  it("the first one of a second that says where it was", () => {
    const two = [
      { ...at(NOW), accuracyM: 45_000 },
      { ...at(NOW, 47.2), accuracyM: 5 },
    ];
    expect(countedPositions(two, { nowSec: NOW, startSec: START })).toEqual([two[1]]);
  });
});

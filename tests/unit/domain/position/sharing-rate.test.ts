import { describe, expect, it } from "vitest";
import {
  MOST_WAITING,
  savesPower,
  sharingIntervalSec,
  speedBetween,
  withPosition,
} from "~/domain/position/sharing-rate";

const at = (level: number, isCharging = false) => ({ level, isCharging });

describe("how often a phone tells where it is", () => {
  it.each([
    ["driving", 50, null, 5],
    ["just driving", 8, at(0.9), 5],
    ["in a yard", 7.9, at(0.9), 10],
    ["at a door", 1, at(0.9), 30],
    ["driving with little battery", 50, at(0.2), 15],
    ["at a door with little battery", 0, at(0.15), 90],
    ["driving with hardly any battery", 50, at(0.1), 30],
    ["driving with hardly any battery, plugged in", 50, at(0.05, true), 5],
  ])("%s", (_what, speedKmh, power, seconds) => {
    expect(sharingIntervalSec(speedKmh, power)).toBe(seconds);
  });

  it("asks for a rough place when the battery is low", () => {
    expect([null, at(0.5), at(0.2), at(0.2, true)].map(savesPower)).toEqual([false, false, true, false]);
  });
});

describe("the speed between two positions", () => {
  const before = { atSec: 100, lat: 47, lng: 9 };
  it("is that of the way by the time", () => {
    expect(speedBetween(before, { atSec: 110, lat: 47.001, lng: 9 })).toBeCloseTo(40.03, 1);
  });
  it("is none without a time or a position before", () => {
    expect(speedBetween(before, { ...before, lat: 48 })).toBe(0);
    expect(speedBetween(undefined, before)).toBe(0);
  });
});

describe("positions that wait for a network", () => {
  const fill = (count: number) =>
    Array.from({ length: count }, (_, atSec) => ({ atSec, lat: 47, lng: 9 })).reduce<
      { atSec: number; lat: number; lng: number }[]
    >(withPosition, []);
  it("are all kept while there are few, the same second once", () => {
    expect(fill(MOST_WAITING)).toHaveLength(MOST_WAITING);
    const two = fill(2);
    expect(withPosition(two, two[1]!)).toEqual(two);
  });
  it("never become more, keep the whole way and the newest in full", () => {
    const kept = fill(MOST_WAITING * 5).map(({ atSec }) => atSec);
    expect(kept.length).toBeLessThanOrEqual(MOST_WAITING);
    expect(kept[0]).toBe(0);
    expect(kept.slice(-100)).toEqual(Array.from({ length: 100 }, (_, index) => MOST_WAITING * 5 - 100 + index));
    const gaps = kept.slice(1).map((sec, index) => sec - kept[index]!);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  });
});

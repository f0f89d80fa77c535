import { describe, expect, it } from "vitest";
import { travelKey, travelModeOf, travelModes } from "~/domain/calculation/travel-mode";
import type { CalculationInput, FleetEntry } from "~/domain/calculation/calculation-input";
import { NO_WAY } from "~/services/routing/engine";
import { matrixQuestion, readMatrix, readRoute, routeQuestion } from "~/services/routing/valhalla/valhalla-wire";
import { NO_WAY as SOLVERS_NO_WAY } from "solver/index";

const avoid = { avoidTolls: false, avoidHighways: true };
const lorry = { type: "truck", width: 2.5, height: 3.8, weight: 12 };

describe("what Valhalla is asked", () => {
  it("names the vehicle's measures, and only what is to be avoided", () => {
    const question = routeQuestion([{ lat: 1, lng: 2 }], travelModeOf(lorry, avoid));
    expect(question).toEqual({
      locations: [{ lat: 1, lon: 2 }],
      costing: "truck",
      costing_options: { truck: { width: 2.5, height: 3.8, weight: 12, use_highways: 0 } },
      units: "kilometers",
      directions_type: "none",
    });
  });

  it("leaves out measures that nobody gave, and the weight of a car", () => {
    const mode = travelModeOf(
      { type: "auto", width: 0, height: null, weight: 3 },
      { avoidTolls: true, avoidHighways: false },
    );
    expect(matrixQuestion([], [], mode)).toMatchObject({
      costing: "auto",
      costing_options: { auto: { use_tolls: 0 } },
    });
    expect(travelModeOf(null, avoid)).toMatchObject({ profile: "car", widthM: null, weightT: null });
  });
});

it("vehicles of the same kind and measures share a table", () => {
  const entry = (part: object) => ({ profile: "car", width: null, height: null, weight: null, ...part }) as FleetEntry;
  expect(travelKey(entry({}))).toBe("car");
  expect(travelKey(entry({ width: 0 }))).toBe("car");
  expect(travelKey(entry({ profile: "truck", ...lorry }))).toBe("truck:2.5:3.8:12");
  const fleet = { 1: entry({}), 2: entry({ height: 2 }), 3: entry({}), 4: entry({ profile: "truck", weight: 12 }) };
  const options = { avoid_tolls: true, avoid_highways: false };
  expect([...travelModes({ fleet, options } as unknown as CalculationInput).keys()]).toEqual([
    "car",
    "car::2",
    "truck:::12",
  ]);
});

describe("what Valhalla answers", () => {
  it("is seconds and kilometres; null is no way", () => {
    const block = readMatrix({ sources_to_targets: { durations: [[0, null]], distances: [[0, 1.2344]] } }, 1, 2);
    expect([...block.durationsSec, ...block.distancesM]).toEqual([0, NO_WAY, 0, NO_WAY]);
    expect(NO_WAY).toBe(SOLVERS_NO_WAY);
  });

  it.each([
    ["a row too few", { durations: [], distances: [] }],
    ["words for numbers", { durations: [["1"]], distances: [[1]] }],
    ["one table of two", { durations: [[1]] }],
  ])("is refused with %s", (_what, sources_to_targets) => {
    expect(() => readMatrix({ sources_to_targets }, 1, 1)).toThrow();
  });

  it("has the whole seconds of its tables in the legs of a way too", () => {
    const leg = { summary: { time: 115.687, length: 1.709 }, shape: "_c`|@_gayB" };
    expect(readRoute({ trip: { legs: [leg] } }, 1)).toEqual([
      { durationSec: 115, distanceM: 1709, line: [{ lat: 1, lng: 2 }] },
    ]);
    expect(() => readRoute({ trip: { legs: [leg] } }, 2)).toThrow("another number of legs");
  });
});

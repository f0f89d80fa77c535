import { describe, expect, it } from "vitest";
import {
  formatDistance,
  formatDistanceChange,
  formatLoad,
  formatTypedDistance,
  formatWeight,
} from "~/domain/format-units";
import { IMPERIAL, METRIC, unitsOf, unitsOfCountry } from "~/domain/units";

describe("distances and weights as people read them", () => {
  it("in kilometres and kilograms", () => {
    expect([12_345, 0, 1_234_567].map((meters) => formatDistance(meters, METRIC))).toEqual([
      "12.3 km",
      "0.0 km",
      "1,234.6 km",
    ]);
    expect([1200, -12_380, 49, 50].map((meters) => formatDistanceChange(meters, METRIC))).toEqual([
      "+1.2 km",
      "−12.4 km",
      "±0 km",
      "+0.1 km",
    ]);
    expect([120, 7.5].map((km) => formatTypedDistance(km, METRIC))).toEqual(["120 km", "7.5 km"]);
    expect([formatLoad(1412.35, 0.054, METRIC), formatLoad(0, 2, METRIC), formatLoad(0, 0, METRIC)]).toEqual([
      ["1,412.35 kg", "0.054 m³"],
      ["2 m³"],
      [],
    ]);
  });

  it("in miles and pounds", () => {
    expect([1_609.344, 12_345, 0].map((meters) => formatDistance(meters, IMPERIAL))).toEqual([
      "1.0 mi",
      "7.7 mi",
      "0.0 mi",
    ]);
    expect([1200, -12_380, 80, 81].map((meters) => formatDistanceChange(meters, IMPERIAL))).toEqual([
      "+0.7 mi",
      "−7.7 mi",
      "±0 mi",
      "+0.1 mi",
    ]);
    expect(formatTypedDistance(120, IMPERIAL)).toBe("74.6 mi");
    expect([formatWeight(0.453_592_37, IMPERIAL), formatWeight(1000, IMPERIAL)]).toEqual(["1 lb", "2,204.62 lb"]);
    expect(formatLoad(10, 2, IMPERIAL)).toEqual(["22.05 lb", "2 m³"]);
  });

  it("are those that were chosen, else those of the country", () => {
    expect([unitsOf("metric", "US"), unitsOf("imperial", "LI"), unitsOf(undefined, null)]).toEqual([
      METRIC,
      IMPERIAL,
      METRIC,
    ]);
    expect(["US", "LR", "LI", "CA"].map(unitsOfCountry)).toEqual([IMPERIAL, IMPERIAL, METRIC, METRIC]);
    expect(["GB", "MM"].map(unitsOfCountry)).toEqual(Array(2).fill({ distance: "mi", weight: "kg" }));
  });
});

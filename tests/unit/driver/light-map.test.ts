import { describe, expect, it } from "vitest";
import { mapWords } from "~/domain/light-map";
import type { LightMapStop } from "~/domain/light-map";
import { formatNearby } from "~/domain/format-units";
import { IMPERIAL, METRIC } from "~/domain/units";

const stop = (id: number, more: Partial<LightMapStop> = {}): LightMapStop => ({
  id,
  label: String(id),
  name: `Stop ${id}`,
  lat: 47,
  lng: 9 + id / 100,
  state: "left",
  isNext: false,
  ...more,
});
const shown = (stops: LightMapStop[], vehicle: Parameters<typeof mapWords>[0]["vehicle"] = null) => ({
  lines: [],
  stops,
  places: [],
  vehicle,
  units: METRIC,
});
const VEHICLE = { name: "Van", lat: 47, lng: 9.03, headingDeg: null, isStale: false };

describe("a map in words", () => {
  it("counts what was reported, and says how far the next stop is", () => {
    const stops = [stop(1, { state: "done" }), stop(2, { state: "failed" }), stop(3, { isNext: true }), stop(4)];
    expect(mapWords(shown(stops), { lat: 47, lng: 9.03 })).toBe(
      "4 stops: 1 done, 1 failed. Next: 3 Stop 3, 0 m from you in a straight line.",
    );
    expect(mapWords(shown(stops, VEHICLE), null)).toBe(
      "4 stops: 1 done, 1 failed. Next: 3 Stop 3, 0 m from the vehicle in a straight line.",
    );
  });

  it("says nothing of a vehicle that is not up to date, or of a next stop that there isn't", () => {
    expect(mapWords(shown([stop(1, { isNext: true, label: "" })], { ...VEHICLE, isStale: true }), null)).toBe(
      "1 stop. Next: Stop 1.",
    );
    expect(mapWords(shown([]), { lat: 47, lng: 9 })).toBe("");
  });
});

it.each([
  [4, "0 m", "10 ft"],
  [344, "340 m", "0.2 mi"],
  [994, "990 m", "0.6 mi"],
  [995, "1.0 km", "0.6 mi"],
  [150, "150 m", "490 ft"],
])("%d metres are near: %s, %s", (meters, metric, imperial) => {
  expect(formatNearby(meters, METRIC)).toBe(metric);
  expect(formatNearby(meters, IMPERIAL)).toBe(imperial);
});

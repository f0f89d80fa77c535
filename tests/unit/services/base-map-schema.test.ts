import { describe, expect, it } from "vitest";
import { classifyArea, zoomOfWidth } from "~/services/base-map/schema/areas";
import { attributesAt, classifyLine } from "~/services/base-map/schema/lines";
import { borderLevel, classifyAddress, classifyBorder, classifyPlace } from "~/services/base-map/schema/points";

type Words = Record<string, string>;

describe("lines", () => {
  it.each<[Words, object | null, number?]>([
    [{ highway: "motorway", ref: "A 1;E 60" }, { kind: "highway", kind_detail: "motorway", ref: "A 1" }, 4],
    [{ highway: "primary_link" }, { kind: "major_road", kind_detail: "primary_link", is_link: true }, 11],
    [{ highway: "tertiary", name: " Dorf " }, { kind: "major_road", kind_detail: "tertiary", name: "Dorf" }, 10],
    [
      { highway: "residential", bridge: "yes" },
      { kind: "minor_road", kind_detail: "residential", is_bridge: true },
      11,
    ],
    [{ highway: "service", service: "driveway" }, { kind: "minor_road", kind_detail: "service" }, 14],
    [{ highway: "footway", ref: "7" }, { kind: "path", kind_detail: "footway" }, 13],
    [{ highway: "footway", footway: "sidewalk" }, { kind: "path", kind_detail: "footway" }, 14],
    [{ highway: "pedestrian", area: "yes" }, null],
    [{ highway: "construction" }, null],
    [{ highway: "constructor" }, null],
    [{ railway: "rail", tunnel: "yes" }, { kind: "rail", kind_detail: "rail", is_tunnel: true }, 9],
    [{ railway: "rail", service: "yard" }, { kind: "rail", kind_detail: "rail" }, 13],
    [{ railway: "abandoned" }, null],
    [{ route: "ferry", name: "Fähre" }, { kind: "ferry", name: "Fähre" }, 8],
    [{ waterway: "river", name: "Aue" }, { kind: "river", name: "Aue" }, 8],
    [{ waterway: "stream", tunnel: "culvert" }, null],
    [{ waterway: "stream", intermittent: "yes" }, { kind: "stream", intermittent: true }, 12],
    [{ power: "line" }, null],
  ])("%j", (tags, attributes, minZoom) => {
    const found = classifyLine(tags);
    expect(found?.attributes ?? null).toEqual(attributes);
    if (minZoom !== undefined) expect(found?.minZoom).toBe(minZoom);
  });

  it("have names and bridges where they can be drawn", () => {
    const street = { kind: "minor_road", kind_detail: "residential", name: "Weg", ref: "K 1", is_bridge: true };
    expect(attributesAt(street, 11)).toEqual({ kind: "minor_road", kind_detail: "residential" });
    expect(attributesAt(street, 12)).toEqual({ kind: "minor_road", kind_detail: "residential", is_bridge: true });
    expect(attributesAt(street, 13)).toEqual(street);
    expect(attributesAt({ kind: "highway", ref: "A 1", is_tunnel: true }, 11)).toEqual({ kind: "highway", ref: "A 1" });
  });
});

describe("areas", () => {
  const hectare = 10_000;
  it.each<[Words, string | null, object?]>([
    [{ landuse: "forest" }, "landuse", { kind: "forest" }],
    [{ natural: "wood", name: "Tann" }, "landuse", { kind: "wood" }],
    [{ landuse: "retail" }, "landuse", { kind: "commercial" }],
    [{ leisure: "park", landuse: "nothing" }, "landuse", { kind: "park" }],
    [{ natural: "water", water: "pond", name: "Weiher" }, "water", { kind: "lake", name: "Weiher" }],
    [{ natural: "water", water: "river" }, "water", { kind: "river" }],
    [{ natural: "water" }, "water", { kind: "water" }],
    [{ waterway: "riverbank" }, "water", { kind: "river" }],
    [{ landuse: "reservoir" }, "water", { kind: "lake" }],
    [{ building: "yes", amenity: "school" }, "buildings", { kind: "building" }],
    [{ building: "no", amenity: "school" }, "landuse", { kind: "school" }],
    [{ highway: "pedestrian", area: "yes" }, "landuse", { kind: "pedestrian" }],
    [{ highway: "pedestrian" }, null],
    [{ boundary: "administrative" }, null],
    [{ landuse: "toString", natural: "__proto__" }, null],
  ])("%j", (tags, layer, attributes) => {
    const found = classifyArea(tags, hectare, 48);
    expect(found?.layer ?? null).toBe(layer);
    if (attributes) expect(found?.attributes).toEqual(attributes);
  });

  it("come with the zoom where they are wide enough to see", () => {
    // At zoom 12 and 48° a pixel is 12.8 m: a square of 100 m is 7.8 pixels wide.
    expect(zoomOfWidth(hectare, 48, 7.7)).toBe(12);
    expect(zoomOfWidth(hectare, 48, 7.9)).toBe(13);
    expect(classifyArea({ landuse: "forest" }, 1e10, 48)?.minZoom).toBe(6);
    expect(classifyArea({ natural: "water" }, 20, 48)?.minZoom).toBe(14);
    expect(classifyArea({ building: "yes" }, 1e6, 48)?.minZoom).toBe(13);
  });
});

describe("points", () => {
  it.each<[Words, object | null]>([
    [
      { place: "town", name: "Vaduz", population: "5 450", capital: "yes" },
      {
        kind: "locality",
        kind_detail: "town",
        name: "Vaduz",
        population: 5450,
        population_rank: 5,
        min_zoom: 6,
        capital: "yes",
      },
    ],
    [
      { place: "hamlet", name: "Silum", population: "few" },
      { kind: "locality", kind_detail: "hamlet", name: "Silum", population: 150, population_rank: 1, min_zoom: 12 },
    ],
    [
      { place: "suburb", name: "Ebenholz" },
      {
        kind: "neighbourhood",
        kind_detail: "suburb",
        name: "Ebenholz",
        population: 3000,
        population_rank: 4,
        min_zoom: 11,
      },
    ],
    [{ place: "town" }, null],
    [{ place: "sea", name: "X" }, null],
  ])("place %j", (tags, attributes) => {
    expect(classifyPlace(tags)?.attributes ?? null).toEqual(attributes);
  });

  it("house numbers are short", () => {
    expect(classifyAddress({ "addr:housenumber": "12-14" })).toEqual({
      layer: "buildings",
      minZoom: 14,
      attributes: { kind: "address", addr_housenumber: "12-14" },
    });
    expect(classifyAddress({ "addr:housenumber": "1,2,3,4,5,6,7,8" })).toBeNull();
    expect(classifyAddress({ "addr:street": "Weg" })).toBeNull();
  });

  it.each([
    ["2", "country"],
    ["4", "region"],
    ["6", "county"],
    ["8", null],
    ["x", null],
  ])("border of level %s: %s", (level, kind) => {
    const found = borderLevel({ boundary: "administrative", admin_level: level });
    expect(found === null ? null : classifyBorder(found)?.attributes["kind"]).toBe(kind);
    expect(borderLevel({ admin_level: level })).toBeNull();
  });
});

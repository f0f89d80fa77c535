import { describe, expect, it } from "vitest";
import type { FeatureLike } from "ol/Feature.js";
import RenderFeature from "ol/render/Feature.js";
import type Style from "ol/style/Style.js";
import { LAND, placeLook, roadLook, valueAt } from "~/ui/map/base-looks";
import { DARK, LIGHT, type BasePalette } from "~/ui/map/base-palette";
import { BaseStyle } from "~/ui/map/base-style.client";
import { ROUTE_PALETTE } from "~/domain/route/route-palette";

const WORLD_PX = 156_543.033928;
const at = (zoom: number): number => WORLD_PX / 2 ** zoom;
type Shape = "Point" | "LineString" | "Polygon";
const feature = (shape: Shape, properties: Record<string, unknown>): FeatureLike =>
  new RenderFeature(shape, [0, 0, 1, 1], [2], 2, properties, undefined);
const looksOf = (style: BaseStyle, of: FeatureLike, zoom: number): Style[] =>
  [style.of(of, at(zoom)) ?? []].flat() as Style[];
const texts = (looks: Style[]) => looks.flatMap((look) => look.getText()?.getText() ?? []);

describe("looks of tiles' features", () => {
  const style = new BaseStyle(LIGHT, "sans-serif");
  const street = feature("LineString", { layer: "roads", kind: "minor_road", kind_detail: "residential", name: "Weg" });
  const motorway = feature("LineString", { layer: "roads", kind: "highway", kind_detail: "motorway", ref: "A 1" });

  it.each<[string, FeatureLike, number, number]>([
    ["a street is drawn near", street, 15, 16],
    ["a motorway from afar", motorway, 6, 8],
    ["a building near", feature("Polygon", { layer: "buildings", kind: "building" }), 14, 15],
    ["a country's border from afar", feature("LineString", { layer: "boundaries", kind: "country" }), 2, 4],
    ["a wood", feature("Polygon", { layer: "landuse", kind: "wood" }), 10, 10],
    ["the sea", feature("Polygon", { layer: "water", kind: "ocean" }), 3, 3],
  ])("%s", (_, of, zoom, nearer) => {
    expect(looksOf(style, of, zoom).length).toBeGreaterThan(0);
    expect(looksOf(style, of, nearer).length).toBeGreaterThan(0);
  });

  it.each<[string, FeatureLike, number]>([
    ["a street from afar", street, 10],
    ["a building from afar", feature("Polygon", { layer: "buildings", kind: "building" }), 12],
    ["a house number from afar", feature("Point", { layer: "buildings", kind: "address", addr_housenumber: "7" }), 16],
    ["an unknown kind of land", feature("Polygon", { layer: "landuse", kind: "other" }), 14],
    ["a kind that is a method's name", feature("LineString", { layer: "roads", kind: "toString" }), 16],
    ["an unknown layer", feature("Point", { layer: "pois", kind: "cafe", name: "Korn" }), 16],
    ["a place without a name", feature("Point", { layer: "places", kind: "locality", kind_detail: "town" }), 12],
  ])("%s is left out", (_, of, zoom) => {
    expect(looksOf(style, of, zoom)).toEqual([]);
  });

  it("words come with the zoom: numbers of main roads, then names of streets, then house numbers", () => {
    expect(texts(looksOf(style, motorway, 11))).toEqual(["A 1"]);
    expect(texts(looksOf(style, street, 13))).toEqual([]);
    expect(texts(looksOf(style, street, 16))).toEqual(["Weg"]);
    const number = feature("Point", { layer: "buildings", kind: "address", addr_housenumber: "12a" });
    expect(texts(looksOf(style, number, 18))).toEqual(["12a"]);
  });

  it("features of a kind share one look, with each its own words", () => {
    const other = feature("LineString", {
      layer: "roads",
      kind: "minor_road",
      kind_detail: "residential",
      name: "Gasse",
    });
    const first = style.of(street, at(16));
    expect(texts([first].flat() as Style[])).toEqual(["Weg"]);
    expect(style.of(other, at(16))).toBe(first);
    expect(texts([first].flat() as Style[])).toEqual(["Gasse"]);
  });

  it("bridges lie over streets, and motorways over both", () => {
    const z = (properties: object, zoom = 16) =>
      Math.max(
        ...looksOf(style, feature("LineString", { layer: "roads", ...properties }), zoom).map((look) =>
          look.getZIndex()!,
        ),
      );
    const residential = { kind: "minor_road", kind_detail: "residential" };
    expect(z({ ...residential, is_bridge: true })).toBeGreaterThan(z({ kind: "highway", kind_detail: "motorway" }));
    expect(z({ kind: "highway", kind_detail: "motorway" })).toBeGreaterThan(z(residential));
  });
});

describe("tables of looks", () => {
  it("values grow between their zooms and are nothing before the first", () => {
    const steps = [[10, 1], [12, 4]] as const; // prettier-ignore
    expect([9.9, 10, 11, 12, 15].map((zoom) => valueAt(steps, zoom))).toEqual([0, 1, 2, 4, 4]);
  });

  it("know detailed kinds, and fall back on the kind", () => {
    expect(roadLook("major_road", "primary")).not.toEqual(roadLook("major_road", "tertiary"));
    expect(roadLook("minor_road", "unheard_of")).toEqual(roadLook("minor_road", "residential"));
    expect(placeLook("locality", "city")!.rank).toBeGreaterThan(placeLook("locality", "hamlet")!.rank);
    expect(LAND.get("forest")).toEqual(["wood", 4]);
  });
});

/** Relative luminance and contrast as WCAG defines them. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((from) => {
      const share = parseInt(hex.slice(from, from + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each<[string, BasePalette]>([
  ["light", LIGHT],
  ["dark", DARK],
])("the %s palette", (_, palette) => {
  it("has labels that can be read on their halo and on the ground", () => {
    for (const ink of [palette.place, palette.label, palette.waterLabel])
      for (const ground of [palette.halo, palette.ground, palette.residential])
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it("is quieter than every route's colour", () => {
    const { ground, residential, wood, green, water } = palette;
    for (const area of [residential, wood, green, water]) expect(contrast(area, ground)).toBeLessThan(1.6);
    // In the dark, dark routes are set off by the pale casing of their lines; on pale land by a white one.
    if (palette === DARK) return;
    for (const { fill } of ROUTE_PALETTE)
      for (const area of [ground, residential, wood, green, water, palette.main, palette.street])
        expect(contrast(fill, area), `${fill} on ${area}`).toBeGreaterThan(2.45);
  });
});

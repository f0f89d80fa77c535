import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import MVT from "ol/format/MVT.js";
import type RenderFeature from "ol/render/Feature.js";
import { buildBaseMap, type BuiltBaseMap } from "~/services/base-map/build-base-map.server";
import { tileX, tileY } from "~/services/base-map/geometry";
import { makeExtract, TOWN, townPlace } from "../../fixtures/roads/make-extract";
import { osmFile } from "../../fixtures/roads/write-osm";

const folder = mkdtempSync(path.join(tmpdir(), "base-map-"));
afterAll(() => rmSync(folder, { recursive: true }));
const extract = path.join(folder, "town.osm.pbf");
const target = path.join(folder, "map.mbtiles");

/** Features of the tile at a place; [] without such a tile. */
function featuresAt(file: string, zoom: number, { lat, lng }: { lat: number; lng: number }): RenderFeature[] {
  const db = new Database(file, { readonly: true });
  const row = 2 ** zoom - 1 - Math.floor(tileY(lat, zoom));
  const tile = db
    .prepare("SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
    .pluck()
    .get(zoom, Math.floor(tileX(lng, zoom)), row) as Buffer | undefined;
  db.close();
  return tile ? (new MVT().readFeatures(Uint8Array.from(gunzipSync(tile)).buffer) as RenderFeature[]) : [];
}
const has = (features: RenderFeature[], expected: Record<string, unknown>): RenderFeature | undefined =>
  features.find((feature) => Object.entries(expected).every(([key, value]) => feature.get(key) === value));

describe("the map of the made-up town", () => {
  let built: BuiltBaseMap;
  const shares: number[] = [];
  beforeAll(async () => {
    await makeExtract(extract);
    built = await buildBaseMap(extract, target, { onProgress: (share) => shares.push(share) });
  });

  it("says what it has, rises to the end and leaves nothing beside it", () => {
    expect(built).toMatchObject({ minZoom: 0, maxZoom: 14 });
    expect(built.bounds.west).toBeCloseTo(townPlace(-2000, 0).lng, 6);
    expect(shares.at(-1)).toBe(1);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(readdirSync(folder).sort()).toEqual(["map.mbtiles", "town.osm.pbf"]);
    const db = new Database(target, { readonly: true });
    const metadata = Object.fromEntries(
      db.prepare("SELECT name, value FROM metadata").raw().all() as [string, string][],
    );
    expect(metadata).toMatchObject({ format: "pbf", minzoom: "0", maxzoom: "14", name: "town" });
    expect(db.prepare("SELECT COUNT(*) FROM tiles").pluck().get()).toBe(built.tiles);
    db.close();
  });

  it.each<[string, number, [number, number], Record<string, unknown>]>([
    ["the primary road from afar", 8, [0, 0], { layer: "roads", kind: "major_road", kind_detail: "primary" }],
    ["its name and number near", 12, [0, 0], { kind_detail: "primary", name: "Hauptstraße", ref: "B 12" }],
    ["a street", 14, [0, 200], { layer: "roads", kind: "minor_road", name: "Kirchgasse" }],
    ["the motorway", 6, [0, 800], { layer: "roads", kind: "highway" }],
    ["a bridge", 14, [600, -800], { name: "Talbrücke", is_bridge: true }],
    ["the railway", 10, [0, -700], { layer: "roads", kind: "rail" }],
    ["a house", 14, [-100, 16], { layer: "buildings", kind: "building" }],
    ["the number of a node", 14, [-980, 22], { layer: "buildings", kind: "address", addr_housenumber: "2" }],
    ["the number of a building", 14, [-940, 22], { layer: "buildings", kind: "address", addr_housenumber: "4" }],
    ["the river's surface", 12, [0, -950], { layer: "water", kind: "river", name: "Aue" }],
    ["the pond", 14, [700, -260], { layer: "water", kind: "water", name: "Stadtweiher" }],
    ["the park", 13, [300, 100], { layer: "landuse", kind: "park" }],
    ["the wood", 10, [-1000, 1000], { layer: "landuse", kind: "forest" }],
    ["the town", 8, [0, 60], { layer: "places", kind: "locality", name: TOWN.name, population: 4200 }],
    ["the village", 12, [2200, 2040], { layer: "places", kind_detail: "village", name: TOWN.village }],
    ["the border", 9, [0, 0], { layer: "boundaries", kind: "country" }],
  ])("shows %s", (_, zoom, [x, y], expected) => {
    expect(has(featuresAt(target, zoom, townPlace(x, y)), expected)).toBeDefined();
  });

  it("shows nothing small from afar, and nothing beyond the extract", () => {
    const afar = featuresAt(target, 8, townPlace(0, 0));
    for (const nearOnly of [{ kind: "minor_road" }, { kind: "building" }, { kind: "address" }, { name: "Hauptstraße" }])
      expect(has(afar, nearOnly)).toBeUndefined();
    const nearer = featuresAt(target, 12, townPlace(0, 0));
    expect(has(nearer, { kind: "minor_road" })).toBeDefined();
    expect(has(nearer, { kind: "address" })).toBeUndefined();
    expect(featuresAt(target, 14, townPlace(20_000, 0))).toEqual([]);
  });

  it("has one line of a street that is mapped in pieces, and a hole for the glade in the wood", () => {
    const street = featuresAt(target, 14, townPlace(-200, 100)).filter(
      (feature) => feature.get("name") === "Mühlgasse",
    );
    expect(street.map((feature) => feature.getType())).toEqual(["LineString"]);
    const wood = has(featuresAt(target, 13, townPlace(-1400, 1300)), { kind: "forest" })!;
    expect(wood.getEnds()).toHaveLength(2);
  });
});

it("cuts a large area for each part of the map, without a gap and without its edge", async () => {
  const wide = path.join(folder, "wide.osm.pbf");
  // 40 km wide: over three tiles of zoom 11.
  const corners = [[-20_000, -3_000], [20_000, -3_000], [20_000, 3_000], [-20_000, 3_000]] as const; // prettier-ignore
  const nodes = corners.map(([x, y], index) => ({ id: index + 1, ...townPlace(x, y) }));
  const coast = [{ id: 5, ...townPlace(-30_000, -2_000) }, { id: 6, ...townPlace(30_000, -2_000) }]; // prettier-ignore
  const ways = [
    { id: 1, refs: [1, 2, 3, 4, 1], tags: { natural: "wood" } },
    { id: 2, refs: [5, 6], tags: { natural: "coastline" } },
  ];
  const [low, high] = [townPlace(-20_000, -5_000), townPlace(20_000, 5_000)];
  const bounds = { west: low.lng, south: low.lat, east: high.lng, north: high.lat };
  writeFileSync(wide, osmFile({ bounds, nodes: [...nodes, ...coast], ways, relations: [] }));
  const file = path.join(folder, "wide.mbtiles");
  await buildBaseMap(wide, file);
  for (let x = -19_000; x <= 19_000; x += 2_000) {
    const features = featuresAt(file, 14, townPlace(x, 0));
    expect(has(features, { kind: "wood" }), `wood at ${x}`).toBeDefined();
    expect(has(featuresAt(file, 14, townPlace(x, -4_000)), { kind: "ocean" }), `sea at ${x}`).toBeDefined();
    expect(has(featuresAt(file, 14, townPlace(x, 4_500)), { kind: "ocean" })).toBeUndefined();
  }
  expect(has(featuresAt(file, 5, townPlace(0, -4_000)), { kind: "ocean" })).toBeDefined();
});

it("reads areas whose words stand on their outer ways, as they did in older extracts", async () => {
  // prettier-ignore
  const square = (size: number) => [[-size, -size], [size, -size], [size, size], [-size, size]] as const;
  const nodes = [...square(2_000), ...square(500)].map(([x, y], index) => ({ id: index + 1, ...townPlace(x, y) }));
  const ways = [
    { id: 1, refs: [1, 2, 3, 4, 1], tags: { landuse: "forest" } },
    { id: 2, refs: [5, 6, 7, 8, 5] },
  ];
  const members = ["outer", "inner"].map((role, index) => ({ type: "way" as const, ref: index + 1, role }));
  const relations = [{ id: 1, members, tags: { type: "multipolygon" } }];
  const [extract, file] = [path.join(folder, "old.osm.pbf"), path.join(folder, "old.mbtiles")];
  writeFileSync(extract, osmFile({ nodes, ways, relations }));
  await buildBaseMap(extract, file);
  const woods = featuresAt(file, 10, townPlace(0, 0)).filter((feature) => feature.get("kind") === "forest");
  expect(woods.map((wood) => wood.getEnds()!.length)).toEqual([2]);
});

it("leaves out a sea that would cover the towns: the coast of a broken extract", async () => {
  const coast = [{ id: 1, ...townPlace(-9_000, 0) }, { id: 2, ...townPlace(9_000, 0) }]; // prettier-ignore
  const town = { id: 3, ...townPlace(0, -1_000), tags: { place: "town", name: "Strand" } };
  const [low, high] = [townPlace(-5_000, -5_000), townPlace(5_000, 5_000)];
  const bounds = { west: low.lng, south: low.lat, east: high.lng, north: high.lat };
  const kinds = async (name: string, refs: number[]) => {
    const [extract, file] = [path.join(folder, `${name}.osm.pbf`), path.join(folder, `${name}.mbtiles`)];
    const ways = [{ id: 1, refs, tags: { natural: "coastline" } }];
    writeFileSync(extract, osmFile({ bounds, nodes: [...coast, town], ways, relations: [] }));
    await buildBaseMap(extract, file);
    return [-1, 1].map(
      (side) => has(featuresAt(file, 13, townPlace(0, side * 4_000)), { kind: "ocean" }) !== undefined,
    );
  };
  expect(await kinds("sound", [2, 1])).toEqual([false, true]);
  expect(await kinds("broken", [1, 2])).toEqual([false, false]);
});

describe("a build that can't be done leaves nothing behind", () => {
  const other = path.join(folder, "other.mbtiles");
  const noLeftovers = () => expect(readdirSync(folder).filter((name) => name.startsWith("other.mbtiles"))).toEqual([]);

  it("of a file that is no extract", async () => {
    const file = path.join(folder, "text.osm.pbf");
    writeFileSync(file, "not an extract");
    await expect(buildBaseMap(file, other)).rejects.toMatchObject({ code: "osm.not_an_extract" });
    noLeftovers();
  });

  it("of an extract without places", async () => {
    const file = path.join(folder, "empty.osm.pbf");
    writeFileSync(file, osmFile({ nodes: [], ways: [], relations: [] }));
    await expect(buildBaseMap(file, other)).rejects.toMatchObject({ code: "base_map.empty" });
    noLeftovers();
  });

  it("that is stopped while tiles are cut", async () => {
    const stop = new AbortController();
    const own = new Error("stopped");
    const stopLate = (share: number) => share > 0.4 && stop.abort(own);
    const stopped = buildBaseMap(extract, other, { onProgress: stopLate, signal: stop.signal });
    await expect(stopped).rejects.toBe(own);
    noLeftovers();
  });

  it("of an extract that is too large, and names the other way", async () => {
    const file = path.join(folder, "large.osm.pbf");
    writeFileSync(file, "");
    truncateSync(file, 200_000_001);
    const failure = await buildBaseMap(file, other).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "base_map.too_large",
      message:
        'The file "large.osm.pbf" has 201 MB. Maps are made of extracts up to 200 MB; for a larger region set ' +
        "MAP_PMTILES to a PMTiles archive.",
    });
    noLeftovers();
  });
});

const REAL = path.resolve("../shared/roads/liechtenstein.osm.pbf");
it.skipIf(!existsSync(REAL))(
  "the map of Liechtenstein shows Vaduz, the Rhine, its border and house numbers",
  async () => {
    const file = path.join(folder, "real.mbtiles");
    await buildBaseMap(REAL, file);
    const vaduz = { lat: 47.141, lng: 9.521 };
    expect(has(featuresAt(file, 9, vaduz), { layer: "places", name: "Vaduz" })).toBeDefined();
    expect(has(featuresAt(file, 10, vaduz), { layer: "boundaries", kind: "country" })).toBeDefined();
    const near = featuresAt(file, 14, vaduz);
    expect(near.filter((feature) => feature.get("kind") === "building").length).toBeGreaterThan(100);
    expect(near.some((feature) => feature.get("kind") === "minor_road" && feature.get("name") !== undefined)).toBe(
      true,
    );
    const byTheRhine = featuresAt(file, 12, { lat: 47.14, lng: 9.51 });
    expect(byTheRhine.some((feature) => feature.get("layer") === "water" && feature.get("name") === "Rhein")).toBe(
      true,
    );
  },
);

import type { Tags } from "../../osm/osm-types";
import type { Classified } from "../map-feature";
import { named, table, type Table } from "./tables";

/** Kinds of land by key and value; the first key that has one counts. */
const LAND: readonly (readonly [key: string, kinds: Table<string>])[] = [
  [
    "landuse",
    table({
      forest: "forest",
      meadow: "meadow",
      grass: "grass",
      farmland: "farmland",
      farm: "farmland",
      farmyard: "farmland",
      orchard: "orchard",
      vineyard: "vineyard",
      allotments: "allotments",
      cemetery: "cemetery",
      village_green: "village_green",
      recreation_ground: "recreation_ground",
      residential: "residential",
      commercial: "commercial",
      retail: "commercial",
      industrial: "industrial",
      railway: "railway",
      military: "military",
      quarry: "quarry",
    }),
  ],
  [
    "natural",
    table({
      wood: "wood",
      scrub: "scrub",
      heath: "scrub",
      grassland: "grassland",
      wetland: "wetland",
      beach: "beach",
      sand: "sand",
      bare_rock: "bare_rock",
      scree: "bare_rock",
      glacier: "glacier",
    }),
  ],
  [
    "leisure",
    table({
      park: "park",
      garden: "garden",
      golf_course: "golf_course",
      playground: "playground",
      pitch: "pitch",
      sports_centre: "pitch",
      nature_reserve: "nature_reserve",
    }),
  ],
  [
    "amenity",
    table({
      school: "school",
      kindergarten: "kindergarten",
      university: "university",
      college: "college",
      hospital: "hospital",
      grave_yard: "cemetery",
      parking: "parking",
    }),
  ],
  ["aeroway", table({ aerodrome: "aerodrome", runway: "runway", apron: "runway" })],
  ["tourism", table({ zoo: "zoo" })],
  ["highway", table({ pedestrian: "pedestrian", footway: "pedestrian" })],
];

const STANDING = table({
  lake: "lake",
  pond: "lake",
  reservoir: "lake",
  lagoon: "lake",
  oxbow: "lake",
  basin: "basin",
});
const FLOWING = new Set(["river", "canal", "stream", "ditch", "drain"]);

const EQUATOR_M = 40_075_016;
/** Pixels of a tile as views draw it. */
const TILE_PX = 512;

/** The first zoom where an area is about as wide as so many pixels. */
export function zoomOfWidth(areaM2: number, lat: number, px: number): number {
  const width = Math.sqrt(Math.max(areaM2, 1e-3));
  return Math.ceil(Math.log2((px * EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE_PX * width)));
}

const within = (zoom: number, least: number): number => Math.min(14, Math.max(least, zoom));

/** What a closed way or a multipolygon is; null: nothing that is drawn as an area. */
export function classifyArea(tags: Tags, areaM2: number, lat: number): Classified | null {
  const water = waterKind(tags);
  if (water !== null)
    return {
      layer: "water",
      minZoom: within(zoomOfWidth(areaM2, lat, 3), 4),
      attributes: { kind: water, ...named(tags) },
    };
  const { building } = tags;
  if (building !== undefined && building !== "no")
    return { layer: "buildings", minZoom: within(zoomOfWidth(areaM2, lat, 3), 13), attributes: { kind: "building" } };
  for (const [key, kinds] of LAND) {
    const kind = kinds[tags[key] ?? ""];
    // A footway that is closed is a ring to walk, unless it says that it is a square.
    if (kind === undefined || (key === "highway" && tags["area"] !== "yes")) continue;
    return { layer: "landuse", minZoom: within(zoomOfWidth(areaM2, lat, 4), 6), attributes: { kind } };
  }
  return null;
}

function waterKind(tags: Tags): string | null {
  const { natural, waterway, landuse, leisure, water } = tags;
  if (natural === "water") return FLOWING.has(water ?? "") ? water! : (STANDING[water ?? ""] ?? "water");
  if (waterway === "riverbank") return "river";
  if (waterway === "dock" || waterway === "basin") return waterway;
  if (landuse === "reservoir" || landuse === "basin") return landuse === "basin" ? "basin" : "lake";
  if (leisure === "swimming_pool") return "swimming_pool";
  return null;
}

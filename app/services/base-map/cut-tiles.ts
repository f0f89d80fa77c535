import { fromGeojsonVt } from "@maplibre/vt-pbf";
import GeoJsonVt, { type LegacyFeature } from "geojson-vt";
import type { Feature, Geometry } from "geojson";
import { LAYERS, MAX_ZOOM, PER_DEGREE, Shape, type Attributes, type LayerName, type MapFeature } from "./map-feature";
import { mergeLines } from "./merge-lines";
import { attributesAt } from "./schema/lines";

const EXTENT = 4096;
const MERGED: ReadonlySet<LayerName> = new Set(["roads", "boundaries", "water"]);

function pairs(part: Int32Array): [number, number][] {
  const points: [number, number][] = [];
  for (let at = 0; at < part.length; at += 2) points.push([part[at]! / PER_DEGREE, part[at + 1]! / PER_DEGREE]);
  return points;
}

function geometryOf({ shape, parts }: MapFeature): Geometry {
  if (shape === Shape.Point) return { type: "Point", coordinates: pairs(parts[0]!)[0]! };
  if (shape === Shape.Line) return { type: "LineString", coordinates: pairs(parts[0]!) };
  return { type: "Polygon", coordinates: parts.map(pairs) };
}

type TileFeature = LegacyFeature & { tags: Attributes };

/** Tiles of a set of features, each encoded as a Mapbox vector tile, or null where nothing is. */
export class TileCutter {
  private readonly layers: { name: LayerName; features: MapFeature[]; index: GeoJsonVt }[] = [];

  constructor(features: readonly MapFeature[]) {
    for (const name of LAYERS) {
      const own = features.filter(({ layer }) => layer === name);
      if (own.length === 0) continue;
      // The id leads back to the feature: geojson-vt keeps it through all cuts.
      const data = own.map((feature, id): Feature => ({
        type: "Feature",
        id,
        properties: null,
        geometry: geometryOf(feature),
      }));
      const index = new GeoJsonVt(
        { type: "FeatureCollection", features: data },
        { maxZoom: MAX_ZOOM, indexMaxZoom: 0, extent: EXTENT, buffer: 64, tolerance: 3 },
      );
      this.layers.push({ name, features: own, index });
    }
  }

  tile(z: number, x: number, y: number): Uint8Array | null {
    const layers: Parameters<typeof fromGeojsonVt>[0] = {};
    let isEmpty = true;
    for (const { name, features, index } of this.layers) {
      const cut: TileFeature[] = [];
      for (const feature of index.getTile(z, x, y)?.features ?? []) {
        const { attributes, minZoom } = features[feature.id as number]!;
        if (minZoom > z) continue;
        const { id: _id, ...rest } = feature;
        cut.push({ ...rest, tags: name === "roads" ? attributesAt(attributes, z) : attributes });
      }
      if (cut.length === 0) continue;
      isEmpty = false;
      layers[name] = { features: MERGED.has(name) ? merged(cut) : cut } as (typeof layers)[string];
    }
    return isEmpty ? null : fromGeojsonVt(layers, { version: 2, extent: EXTENT });
  }
}

function merged(features: TileFeature[]): TileFeature[] {
  const others: TileFeature[] = [];
  const alike = new Map<string, { tags: Attributes; lines: [number, number][][] }>();
  for (const feature of features) {
    if (feature.type !== Shape.Line) {
      others.push(feature);
      continue;
    }
    const key = JSON.stringify(feature.tags);
    const known = alike.get(key);
    if (known) known.lines.push(...feature.geometry);
    else alike.set(key, { tags: feature.tags, lines: [...feature.geometry] });
  }
  for (const { tags, lines } of alike.values())
    for (const line of mergeLines(lines)) others.push({ type: Shape.Line, tags, geometry: [line] });
  return others;
}

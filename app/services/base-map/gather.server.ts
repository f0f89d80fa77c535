import { readOsm, type OsmBounds, type Tags } from "../osm/read-osm.server";
import { joinRings, nestRings, type Polygon, type Ring } from "../osm/multipolygons";
import { NodePlaces } from "../osm/node-places";
import type { FeatureStore } from "./feature-store.server";
import { areaM2, labelPlace } from "./geometry";
import { PER_DEGREE, Shape, type Classified, type MapFeature, type ShapeOf } from "./map-feature";
import { isDrowned, seaOf } from "./sea";
import { classifyArea } from "./schema/areas";
import { classifyLine } from "./schema/lines";
import { borderLevel, classifyAddress, classifyBorder, classifyPlace } from "./schema/points";

interface GatherOptions {
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

interface AreaRelation {
  tags: Tags;
  ways: number[];
  /** its tags stand on its outer ways, as they did until 2017 */
  isUntagged: boolean;
}

const MOST_SETTLED = 1_000;

/** Share of the time up to the end of each reading of the file: relations, nodes, ways. */
const READINGS = [0.1, 0.4, 1] as const;

/** Reads an extract and puts all that the map shows of it into the store. */
export async function gatherFeatures(
  source: string,
  store: Pick<FeatureStore, "add">,
  options: GatherOptions,
): Promise<OsmBounds | null> {
  const gathering = new Gathering(store);
  const read = (reading: 0 | 1 | 2, visitor: Parameters<typeof readOsm>[1]) => {
    const from = READINGS[reading - 1] ?? 0;
    const width = READINGS[reading] - from;
    return readOsm(source, visitor, {
      ...(options.signal ? { signal: options.signal } : {}),
      onProgress: (share) => options.onProgress?.(from + share * width),
    });
  };
  const header = await read(0, {
    relation: (_, members, tags) => tags && gathering.relation(members, tags),
  });
  await read(1, { node: (id, lat, lng, tags) => gathering.node(id, lat, lng, tags) });
  await read(2, { way: (id, refs, tags) => gathering.way(id, refs, tags) });
  const bounds = header.bounds ?? gathering.bounds;
  gathering.finish(bounds);
  return bounds;
}

class Gathering {
  private readonly places = new NodePlaces();
  private readonly areas: AreaRelation[] = [];
  /** nodes of the ways that areas are put together from */
  private readonly memberRefs = new Map<number, readonly number[] | null>();
  /** tags of outer ways whose relation has none */
  private readonly outerTags = new Map<number, Tags | null>();
  /** lowest level of the borders that run along a way */
  private readonly borders = new Map<number, number>();
  /** nodes of each way along a coast */
  private readonly coasts: (readonly number[])[] = [];
  /** some places where people live: not in the sea */
  private readonly settled: [number, number][] = [];
  bounds: OsmBounds | null = null;

  constructor(private readonly store: Pick<FeatureStore, "add">) {}

  relation(members: readonly { type: string; ref: number; role: string }[], tags: Tags): void {
    const ways = members.filter(({ type }) => type === "way");
    const level = borderLevel(tags);
    if (level !== null)
      for (const { ref } of ways) this.borders.set(ref, Math.min(level, this.borders.get(ref) ?? level));
    // A multipolygon may be a building and a border alike; whether it is an area that is drawn shows its size later.
    if (tags["type"] !== "multipolygon") return;
    const isUntagged = classifyArea(tags, 1e12, 0) === null;
    if (isUntagged && Object.keys(tags).some((key) => key !== "type" && key !== "source")) return;
    this.areas.push({ tags, isUntagged, ways: ways.map(({ ref }) => ref) });
    for (const { ref, role } of ways) {
      this.memberRefs.set(ref, null);
      if (isUntagged && role !== "inner") this.outerTags.set(ref, null);
    }
  }

  node(id: number, lat: number, lng: number, tags: Tags | null): void {
    this.places.add(id, lat, lng);
    const bounds = (this.bounds ??= { west: lng, east: lng, south: lat, north: lat });
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
    if (!tags) return;
    for (const found of [classifyPlace(tags), classifyAddress(tags)])
      if (found) {
        this.add(found, Shape.Point, [[lng, lat]]);
        if (this.settled.length < MOST_SETTLED) this.settled.push([lng, lat]);
      }
  }

  way(id: number, refs: readonly number[], tags: Tags | null): void {
    if (this.memberRefs.has(id)) this.memberRefs.set(id, refs);
    const level = this.borders.get(id);
    const border = level === undefined ? null : classifyBorder(level);
    if (border) this.add(border, Shape.Line, [this.ring(refs)]);
    if (!tags) return;
    if (tags["natural"] === "coastline") this.coasts.push(refs);
    const isArea = refs.length >= 4 && refs[0] === refs[refs.length - 1];
    if (isArea && this.outerTags.has(id)) this.outerTags.set(id, tags);
    else if (isArea && this.area(tags, [{ outer: this.ring(refs), holes: [] }])) return;
    else if (this.outerTags.has(id)) this.outerTags.set(id, tags);
    const line = classifyLine(tags);
    if (line) this.add(line, Shape.Line, [this.ring(refs)]);
  }

  /** Areas of several ways, when all ways are known. */
  finish(bounds: OsmBounds | null): void {
    if (bounds) this.sea(bounds);
    for (const { tags, ways, isUntagged } of this.areas) {
      const rings = joinRings(ways.map((way) => this.memberRefs.get(way) ?? []));
      const own = isUntagged ? ways.map((way) => this.outerTags.get(way)).find((outer) => outer) : tags;
      if (own) this.area(own, nestRings(rings.map((refs) => this.ring(refs))));
    }
  }

  private sea(bounds: OsmBounds): void {
    const placeOf = (node: number): [number, number] | null => {
      const index = this.places.indexOf(node);
      return index < 0 ? null : [this.places.lng(index), this.places.lat(index)];
    };
    const sea = seaOf(this.coasts, placeOf, bounds);
    if (isDrowned(sea, this.settled)) return;
    for (const { outer, holes } of sea)
      this.add({ layer: "water", attributes: { kind: "ocean" }, minZoom: 0 }, Shape.Area, [outer, ...holes]);
  }

  /** Longitudes and latitudes; nodes outside of the extract are left out. */
  private ring(refs: readonly number[]): Ring {
    const ring: Ring = [];
    for (const ref of refs) {
      const index = this.places.indexOf(ref);
      if (index >= 0) ring.push(this.places.lng(index), this.places.lat(index));
    }
    return ring;
  }

  /** True when it is an area that is drawn. */
  private area(tags: Tags, polygons: readonly Polygon[]): boolean {
    const sound = polygons.filter(({ outer }) => outer.length >= 8);
    const sizes = sound.map(({ outer }) => areaM2(outer));
    const largest = sizes.indexOf(Math.max(...sizes));
    const first = sound[largest];
    if (!first) return false;
    const found = classifyArea(tags, sizes[largest]!, first.outer[1]!);
    if (!found) return false;
    for (const { outer, holes } of sound) this.add(found, Shape.Area, [outer, ...holes]);
    const label = labelPlace(first.outer);
    if (!label) return true;
    // Numbers and names stand once, however many tiles an area is cut into.
    const address = classifyAddress(tags);
    if (address) this.add(address, Shape.Point, [label]);
    if (found.layer === "water" && found.attributes["name"] !== undefined)
      this.add({ ...found, minZoom: Math.min(14, found.minZoom + 2) }, Shape.Point, [label]);
    return true;
  }

  private add({ layer, attributes, minZoom }: Classified, shape: ShapeOf, rings: readonly Ring[]): void {
    const parts = rings.map((ring) => Int32Array.from(ring, (degrees) => Math.round(degrees * PER_DEGREE)));
    const least = shape === Shape.Point ? 2 : shape === Shape.Line ? 4 : 8;
    if (parts[0]!.length < least) return;
    const feature: MapFeature = { layer, attributes, minZoom, shape, parts };
    this.store.add(feature);
  }
}

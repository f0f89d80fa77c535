import type { Place } from "~/domain/place";
import { joinRings, nestRings } from "../../osm/multipolygons";
import { NodePlaces } from "../../osm/node-places";
import { readOsm } from "../../osm/read-osm.server";
import type { OsmMember, Tags } from "../../osm/osm-types";
import type { RawAddress, RawExtract } from "./extract-types";
import { numbersBetween } from "./interpolation";
import {
  addressOf,
  boundaryLevel,
  isNamedStreet,
  namesOf,
  placeKindOf,
  pointOf,
  postcodesOf,
  withoutNumber,
} from "./osm-tags";
import { WantedIds } from "./wanted-ids";

interface ReadExtractOptions {
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/** Corners of a way that are enough to know where it is. */
const MOST_CORNERS = 16;

interface KeptWay {
  tags: Tags;
  refs: number[];
}
interface KeptRelation {
  tags: Tags;
  ways: number[];
}

const thinned = (refs: readonly number[], most: number): number[] => {
  if (refs.length <= most) return [...refs];
  return Array.from({ length: most }, (_, index) => refs[Math.round((index * (refs.length - 1)) / (most - 1))]!);
};

const isKept = (tags: Tags): boolean =>
  addressOf(tags) !== null || pointOf(tags) !== null || (placeKindOf(tags) !== null && tags.name !== undefined);

const middleOf = (places: readonly Place[]): Place | null => {
  if (places.length === 0) return null;
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  return { lat: (Math.min(...lats) + Math.max(...lats)) / 2, lng: (Math.min(...lngs) + Math.max(...lngs)) / 2 };
};

/** Reads what the search needs of a map extract: relations, then ways, then nodes, each once, and ways once more. */
export async function readExtract(file: string, { onProgress, signal }: ReadExtractOptions = {}): Promise<RawExtract> {
  return new ExtractReader(file, onProgress ?? (() => undefined), signal).read();
}

class ExtractReader {
  private readonly found: RawExtract = { addresses: [], streets: [], places: [], points: [], areas: [] };
  private readonly ways: KeptWay[] = [];
  private readonly streets: KeptWay[] = [];
  private readonly interpolations: KeptWay[] = [];
  private readonly relations: KeptRelation[] = [];
  private readonly memberWays = new Map<number, readonly number[]>();
  /** street names that relations give to their houses: "w12" the way 12 */
  private readonly streetOf = new Map<string, string>();
  private readonly nodes = new NodePlaces();
  private readonly wantedNodes = new WantedIds();
  /** addresses of nodes without a street, and all that interpolations need */
  private readonly ofNode = new Map<number, RawAddress>();
  private readonly onInterpolation = new Set<number>();
  private passes = 0;

  constructor(
    private readonly file: string,
    private readonly onProgress: (share: number) => void,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async read(): Promise<RawExtract> {
    await this.pass({ relation: (_, members, tags) => tags && this.relation(members, tags) });
    await this.pass({ way: (id, refs, tags) => this.way(id, refs, tags) });
    await this.pass({ node: (id, lat, lng, tags) => this.node(id, lat, lng, tags) });
    await this.pass({ way: (_, refs, tags) => tags && this.entrances(refs, tags) });
    this.placeWays();
    this.placeRelations();
    this.placeStreets();
    this.interpolate();
    return this.found;
  }

  private async pass(visitor: Parameters<typeof readOsm>[1]): Promise<void> {
    const done = this.passes++;
    await readOsm(this.file, visitor, {
      onProgress: (share) => this.onProgress((done + share) / 4),
      ...(this.signal ? { signal: this.signal } : {}),
    });
  }

  private relation(members: readonly OsmMember[], tags: Tags): void {
    if (tags.type === "associatedStreet" || tags.type === "street") {
      const name = tags.name ?? tags["addr:street"];
      if (name === undefined) return;
      for (const { type, ref, role } of members)
        if (role === "house" || role === "address") this.streetOf.set(`${type.slice(0, 1)}${ref}`, name);
      return;
    }
    const level = boundaryLevel(tags);
    if (level === null && !isKept(tags)) return;
    const ways = members.flatMap(({ type, ref, role }) => (type === "way" && role !== "label" ? [ref] : []));
    this.relations.push({ tags, ways });
    for (const way of ways) this.memberWays.set(way, []);
  }

  private way(id: number, refs: readonly number[], tags: Tags | null): void {
    if (this.memberWays.has(id)) {
      this.memberWays.set(id, [...refs]);
      this.want(refs);
    }
    if (!tags) return;
    if (tags["addr:interpolation"] !== undefined) {
      this.interpolations.push({ tags, refs: [...refs] });
      this.want(refs);
      for (const ref of refs) this.onInterpolation.add(ref);
    } else if (isNamedStreet(tags)) this.streets.push({ tags, refs: this.want(thinned(refs, MOST_CORNERS * 2)) });
    else if (isKept(tags)) {
      const street = tags["addr:street"] === undefined ? this.streetOf.get(`w${id}`) : undefined;
      const own = street === undefined ? tags : { ...tags, "addr:street": street };
      this.ways.push({ tags: own, refs: this.want(thinned(refs, MOST_CORNERS)) });
    }
  }

  private want<T extends readonly number[]>(refs: T): T {
    for (const ref of refs) this.wantedNodes.add(ref);
    return refs;
  }

  private node(id: number, lat: number, lng: number, tags: Tags | null): void {
    if (this.wantedNodes.has(id)) this.nodes.add(id, lat, lng);
    if (!tags) return;
    const address = this.take(tags, { lat, lng });
    if (!address) return;
    if (address.street === "") address.street = this.streetOf.get(`n${id}`) ?? "";
    const isAlone = address.street === "" && address.hamlet === "";
    if (isAlone || this.onInterpolation.has(id)) this.ofNode.set(id, address);
  }

  /** Keeps what an element is: an address, a point, a town, or several of them. */
  private take(tags: Tags, place: Place): RawAddress | null {
    const parts = addressOf(tags);
    const address = parts && { ...parts, ...place };
    if (address) this.found.addresses.push(address);
    const point = pointOf(tags);
    if (point) {
      const { street, hamlet, city, postcode, country } = withoutNumber(tags);
      const line = { street: street || hamlet, number: parts?.number ?? "", city, postcode, country };
      this.found.points.push({ names: namesOf(tags), ...point, ...line, ...place });
    }
    const kind = placeKindOf(tags);
    if (kind && tags.name !== undefined) {
      const population = Number(tags.population?.replace(/\D/g, "")) || 0;
      this.found.places.push({ kind, names: namesOf(tags), population, postcodes: postcodesOf(tags), ...place });
    }
    return address;
  }

  /** An entrance has the number, and its building the street. */
  private entrances(refs: readonly number[], tags: Tags): void {
    if (this.ofNode.size === 0 || (tags["addr:street"] === undefined && tags["addr:place"] === undefined)) return;
    for (const ref of refs) {
      const address = this.ofNode.get(ref);
      if (!address || address.street !== "" || address.hamlet !== "") continue;
      const { street, hamlet, city, postcode, suburb, country } = withoutNumber(tags);
      address.street = street;
      address.hamlet = hamlet;
      address.city ||= city;
      address.postcode ||= postcode;
      address.suburb ||= suburb;
      address.country ||= country;
    }
  }

  private placesOf(refs: readonly number[]): Place[] {
    return refs.flatMap((ref) => {
      const index = this.nodes.indexOf(ref);
      return index < 0 ? [] : [{ lat: this.nodes.lat(index), lng: this.nodes.lng(index) }];
    });
  }

  private placeWays(): void {
    for (const { tags, refs } of this.ways.splice(0)) {
      const middle = middleOf(this.placesOf(refs));
      if (middle) this.take(tags, middle);
    }
  }

  private placeRelations(): void {
    for (const { tags, ways } of this.relations.splice(0)) {
      const lines = ways.flatMap((way) => {
        const refs = this.memberWays.get(way);
        return refs && refs.length > 0 ? [refs] : [];
      });
      if (isKept(tags)) {
        const middle = middleOf(this.placesOf(lines.flat()));
        if (middle) this.take(tags, middle);
      }
      const level = boundaryLevel(tags);
      if (level === null) continue;
      const rings = joinRings(lines).map((ring) => this.placesOf(ring).flatMap(({ lat, lng }) => [lng, lat]));
      const polygons = nestRings(rings.filter((ring) => ring.length >= 8));
      const postcode =
        level === 0 ? (postcodesOf(tags)[0] ?? "") : postcodesOf(tags).length === 1 ? postcodesOf(tags)[0]! : "";
      const country =
        level === 2 ? (tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"] ?? "").slice(0, 2).toUpperCase() : "";
      if (polygons.length > 0) this.found.areas.push({ names: namesOf(tags), level, postcode, country, polygons });
    }
    this.memberWays.clear();
  }

  private placeStreets(): void {
    for (const { tags, refs } of this.streets.splice(0)) {
      const line = this.placesOf(refs);
      const [postcode = ""] = postcodesOf(tags);
      const { suburb } = withoutNumber(tags);
      if (line.length > 0) this.found.streets.push({ names: namesOf(tags), suburb, postcode, line });
    }
  }

  private interpolate(): void {
    for (const { tags, refs } of this.interpolations.splice(0)) {
      const line = this.placesOf(refs);
      if (line.length !== refs.length) continue;
      const known = refs.flatMap((ref, at) => {
        const address = this.ofNode.get(ref);
        const number = Number(address?.number);
        return address && Number.isInteger(number) ? [{ address, number, at }] : [];
      });
      known.slice(1).forEach((last, index) => {
        const first = known[index]!;
        const { lat: _lat, lng: _lng, number: _number, ...parts } = first.address;
        for (const between of numbersBetween(tags["addr:interpolation"]!, first, last, line))
          this.found.addresses.push({ ...parts, ...between });
      });
    }
  }
}

import type { Place } from "~/domain/place";
import { distanceMeters } from "~/domain/validation/coordinates";
import { wordsOf } from "~/domain/address/words";
import type { NewEntry, RawAddress, RawStreet } from "./extract-types";
import { PointGrid } from "./point-grid";
import type { Neighbourhood, Surroundings } from "./surroundings";

/** Pieces of a street that are further apart belong to two streets of the same name. Degrees. */
const CELL = 0.012;
/** A piece of street takes the town of a house on it that near. */
const HOUSE_M = 300;
const SPOT_EVERY_M = 150;

interface Piece extends Place {
  name: string;
  address: RawAddress | null;
  street: RawStreet | null;
  around: Surroundings;
}

const keyOf = (name: string): string => wordsOf(name).join(" ");

/** Streets of towns with their addresses: what the map has in pieces, and names twice. */
export function* makeStreets(
  addresses: readonly RawAddress[],
  streets: readonly RawStreet[],
  neighbourhood: Neighbourhood,
): Generator<NewEntry> {
  const groups = new Map<string, { addresses: RawAddress[]; streets: RawStreet[] }>();
  const groupOf = (key: string) => {
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { addresses: [], streets: [] }));
    return group;
  };
  const otherNames = new Map<string, string>();
  for (const street of streets) {
    const key = keyOf(street.names[0]!);
    groupOf(key).streets.push(street);
    for (const other of street.names.slice(1)) if (!otherNames.has(keyOf(other))) otherNames.set(keyOf(other), key);
  }
  for (const address of addresses) {
    const key = keyOf(streetNameOf(address));
    if (key === "") continue;
    // Of two names of a street, houses have the one or the other.
    const known = groups.has(key) ? key : (otherNames.get(key) ?? key);
    groupOf(known).addresses.push(address);
  }
  for (const group of groups.values()) yield* streetsOf(group.addresses, group.streets, neighbourhood);
}

/** Hamlets have numbers without streets. */
const streetNameOf = ({ street, hamlet, suburb, city }: RawAddress): string => street || hamlet || suburb || city;

function* streetsOf(
  addresses: readonly RawAddress[],
  streets: readonly RawStreet[],
  neighbourhood: Neighbourhood,
): Generator<NewEntry> {
  const houses = new PointGrid<Piece>(0.005);
  const pieces: Piece[] = [];
  for (const address of addresses) {
    const around = neighbourhood.of(address, address);
    const piece = { lat: address.lat, lng: address.lng, name: streetNameOf(address), address, street: null, around };
    pieces.push(piece);
    houses.add(piece);
  }
  for (const street of streets) {
    const { lat, lng } = street.line[Math.floor(street.line.length / 2)]!;
    const house = houses.nearest({ lat, lng }, HOUSE_M)?.thing;
    const around = house?.around ?? neighbourhood.of({ lat, lng }, { postcode: street.postcode });
    pieces.push({ lat, lng, name: street.names[0]!, address: null, street, around });
  }
  for (const cluster of clusters(pieces)) {
    const byCity = new Map<string, Piece[]>();
    for (const piece of cluster) {
      const key = keyOf(piece.around.city);
      const list = byCity.get(key);
      if (list) list.push(piece);
      else byCity.set(key, [piece]);
    }
    for (const part of byCity.values()) yield toEntry(part);
  }
}

/** Pieces in neighbouring cells of a grid belong together. */
function clusters(pieces: readonly Piece[]): Piece[][] {
  const cells = new Map<string, Piece[]>();
  const cellOf = ({ lat, lng }: Place): [number, number] => [Math.floor(lat / CELL), Math.floor(lng / CELL)];
  for (const piece of pieces) {
    const ends = piece.street ? [piece.street.line[0]!, piece.street.line.at(-1)!] : [];
    for (const place of [piece, ...ends]) {
      const key = cellOf(place).join(" ");
      const cell = cells.get(key);
      if (cell) cell.push(piece);
      else cells.set(key, [piece]);
    }
  }
  const seen = new Set<Piece>();
  const visited = new Set<string>();
  const found: Piece[][] = [];
  for (const start of cells.keys()) {
    if (visited.has(start)) continue;
    const cluster: Piece[] = [];
    const open = [start];
    visited.add(start);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      for (const piece of cells.get(key)!) {
        if (seen.has(piece)) continue;
        seen.add(piece);
        cluster.push(piece);
      }
      const [row = 0, column = 0] = key.split(" ").map(Number);
      for (let i = -1; i <= 1; i += 1)
        for (let j = -1; j <= 1; j += 1) {
          const next = `${row + i} ${column + j}`;
          if (!cells.has(next) || visited.has(next)) continue;
          visited.add(next);
          open.push(next);
        }
    }
    if (cluster.length > 0) found.push(cluster);
  }
  return found;
}

/** The texts by how often they come, the most frequent first. */
export function byFrequency(texts: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text);
}

function toEntry(pieces: readonly Piece[]): NewEntry {
  const middle = middleOf(pieces);
  const names = byFrequency(pieces.map(({ name }) => name));
  const others = pieces.flatMap(({ street }) => street?.names ?? []);
  const addresses = pieces.flatMap(({ address, around }) =>
    address ? [{ number: address.number, postcode: around.postcode, lat: address.lat, lng: address.lng }] : [],
  );
  const [city = ""] = byFrequency(pieces.map(({ around }) => around.city));
  const areas = byFrequency(
    pieces.flatMap(({ address, street, around }) => [address?.suburb ?? street?.suburb ?? "", ...around.areas]),
  ).filter((area) => area !== city);
  return {
    kind: "street",
    names: [...new Set([...names, ...others])].slice(0, 12),
    city,
    areas: areas.slice(0, 12),
    postcodes: byFrequency(pieces.map(({ around }) => around.postcode)).slice(0, 12),
    line: "",
    countryCode: byFrequency(pieces.map(({ around }) => around.countryCode))[0] ?? "",
    ...middle,
    radiusM: Math.round(pieces.reduce((reach, piece) => Math.max(reach, distanceMeters(middle, piece)), 0)),
    weight: 30 + Math.min(20, Math.round(2 * Math.log2(1 + addresses.length))),
    addresses,
    spots: spotsOf(pieces),
  };
}

/** The piece that is nearest to the middle of all: a place on the street. */
function middleOf(pieces: readonly Piece[]): Place {
  const lat = pieces.reduce((sum, piece) => sum + piece.lat, 0) / pieces.length;
  const lng = pieces.reduce((sum, piece) => sum + piece.lng, 0) / pieces.length;
  const nearest = pieces.reduce((best, piece) =>
    distanceMeters({ lat, lng }, piece) < distanceMeters({ lat, lng }, best) ? piece : best,
  );
  return { lat: nearest.lat, lng: nearest.lng };
}

/** A place every so many metres, for reverse lookups. */
function spotsOf(pieces: readonly Piece[]): Place[] {
  const spots = new PointGrid<Place>(0.005);
  const found: Place[] = [];
  for (const { street } of pieces)
    for (const place of street ? spread(street.line) : []) {
      if (spots.nearest(place, SPOT_EVERY_M * 0.8)) continue;
      spots.add(place);
      found.push(place);
    }
  return found;
}

/** Corners, and places between those that are far apart. */
function* spread(line: readonly Place[]): Generator<Place> {
  for (let index = 0; index < line.length; index += 1) {
    const [to, from] = [line[index]!, line[index - 1]];
    if (from) {
      const parts = Math.floor(distanceMeters(from, to) / SPOT_EVERY_M);
      for (let part = 1; part <= Math.min(parts, 100); part += 1)
        yield {
          lat: from.lat + ((to.lat - from.lat) * part) / (parts + 1),
          lng: from.lng + ((to.lng - from.lng) * part) / (parts + 1),
        };
    }
    yield to;
  }
}

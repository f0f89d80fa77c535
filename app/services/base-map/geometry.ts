import { doubleArea, ringContains, type Ring } from "../osm/multipolygons";

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const METRES_PER_DEGREE = 111_320;

/** Square metres of a ring of degrees; good for the size of a wood, not for its deed. */
export function areaM2(ring: Ring): number {
  const lat = ring[1] ?? 0;
  return (Math.abs(doubleArea(ring)) / 2) * METRES_PER_DEGREE ** 2 * Math.cos((lat * Math.PI) / 180);
}

/**
 * Where a label of an area stands: in the middle of the widest stretch of the ring at half its height, which lies
 * inside however the ring bends.
 */
export function labelPlace(ring: Ring): [x: number, y: number] | null {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 1; at < ring.length; at += 2) {
    low = Math.min(low, ring[at]!);
    high = Math.max(high, ring[at]!);
  }
  // Never through a corner of a rectangle.
  const y = low + (high - low) * 0.497;
  const crossings: number[] = [];
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
    if (y1 > y !== y2 > y) crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
  }
  crossings.sort((a, b) => a - b);
  let best: [number, number] | null = null;
  let widest = 0;
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const width = crossings[at + 1]! - crossings[at]!;
    if (width > widest) [widest, best] = [width, [crossings[at]! + width / 2, y]];
  }
  return best && ringContains(ring, ...best) ? best : null;
}

export const tileX = (lng: number, zoom: number): number => ((lng + 180) / 360) * 2 ** zoom;

/** Mercator's y; the poles are cut as on every web map. */
export function tileY(lat: number, zoom: number): number {
  const sin = Math.sin((Math.max(-85.051129, Math.min(85.051129, lat)) * Math.PI) / 180);
  return (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** zoom;
}

interface TileRange {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Tiles of a zoom that a box touches, `margin` shares of a tile around it. */
export function tilesOf({ west, south, east, north }: Box, zoom: number, margin = 0): TileRange {
  const most = 2 ** zoom - 1;
  const within = (tile: number) => Math.max(0, Math.min(most, Math.floor(tile)));
  return {
    left: within(tileX(west, zoom) - margin),
    right: within(tileX(east, zoom) + margin),
    top: within(tileY(north, zoom) - margin),
    bottom: within(tileY(south, zoom) + margin),
  };
}

const latOf = (y: number, zoom: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI;

/** The box of a tile with a margin of so many shares of it. */
export function boxOfTile(x: number, y: number, zoom: number, margin: number): Box {
  const lngOf = (column: number) => (column / 2 ** zoom) * 360 - 180;
  return {
    west: lngOf(x - margin),
    east: lngOf(x + 1 + margin),
    north: latOf(y - margin, zoom),
    south: latOf(y + 1 + margin, zoom),
  };
}

/**
 * The part of a closed ring in a box (Sutherland and Hodgman). Parts that fall apart stay joined along the edge of the
 * box, which no tile shows.
 */
export function cutRing(ring: Int32Array, left: number, bottom: number, right: number, top: number): Int32Array {
  let points: number[] = Array.from(ring.subarray(0, -2));
  // Axis, limit, and 1 where what is smaller lies outside.
  for (const [axis, limit, sign] of [
    [0, left, 1],
    [0, right, -1],
    [1, bottom, 1],
    [1, top, -1],
  ] as const) {
    const kept: number[] = [];
    for (let at = 0; at < points.length; at += 2) {
      const before = at === 0 ? points.length - 2 : at - 2;
      const [here, there] = [points[at + axis]!, points[before + axis]!];
      const [isIn, wasIn] = [(here - limit) * sign >= 0, (there - limit) * sign >= 0];
      if (isIn !== wasIn) {
        const share = (limit - there) / (here - there);
        const other = points[before + 1 - axis]! + share * (points[at + 1 - axis]! - points[before + 1 - axis]!);
        if (axis === 0) kept.push(limit, Math.round(other));
        else kept.push(Math.round(other), limit);
      }
      if (isIn) kept.push(points[at]!, points[at + 1]!);
    }
    points = kept;
  }
  if (points.length > 0) points.push(points[0]!, points[1]!);
  return Int32Array.from(points);
}

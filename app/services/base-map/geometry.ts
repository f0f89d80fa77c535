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

export interface TileRange {
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

import type { Place } from "~/domain/place";
import { ringContains } from "../../osm/multipolygons";
import type { RawArea } from "./extract-types";

/** Degrees. */
const CELL = 0.1;

interface Part {
  area: RawArea;
  outer: number[];
  holes: number[][];
  box: [west: number, south: number, east: number, north: number];
}

function boxOf(ring: readonly number[]): Part["box"] {
  const box: Part["box"] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    box[0] = Math.min(box[0], ring[at]!);
    box[1] = Math.min(box[1], ring[at + 1]!);
    box[2] = Math.max(box[2], ring[at]!);
    box[3] = Math.max(box[3], ring[at + 1]!);
  }
  return box;
}

/** Which municipality, country and area of a postcode a place lies in. */
export class AreaMap {
  private readonly cells = new Map<string, Part[]>();

  constructor(areas: readonly RawArea[]) {
    for (const area of areas)
      for (const { outer, holes } of area.polygons) {
        const part = { area, outer, holes, box: boxOf(outer) };
        const [west, south, east, north] = part.box;
        for (let row = Math.floor(south / CELL); row <= Math.floor(north / CELL); row += 1)
          for (let column = Math.floor(west / CELL); column <= Math.floor(east / CELL); column += 1) {
            const key = `${row} ${column}`;
            const cell = this.cells.get(key);
            if (cell) cell.push(part);
            else this.cells.set(key, [part]);
          }
      }
  }

  at({ lat, lng }: Place): RawArea[] {
    const parts = this.cells.get(`${Math.floor(lat / CELL)} ${Math.floor(lng / CELL)}`) ?? [];
    return parts
      .filter(
        ({ outer, holes, box }) =>
          lng >= box[0] &&
          lat >= box[1] &&
          lng <= box[2] &&
          lat <= box[3] &&
          ringContains(outer, lng, lat) &&
          !holes.some((hole) => ringContains(hole, lng, lat)),
      )
      .map(({ area }) => area);
  }

  /** Metres from a place of an area to its furthest corner, about. */
  static reachM(area: RawArea, from: Place): number {
    let reach = 0;
    const scale = Math.cos((from.lat * Math.PI) / 180);
    for (const { outer } of area.polygons)
      for (let at = 0; at < outer.length; at += 2)
        reach = Math.max(reach, Math.hypot((outer[at]! - from.lng) * scale, outer[at + 1]! - from.lat));
    return reach * 111_320;
  }
}

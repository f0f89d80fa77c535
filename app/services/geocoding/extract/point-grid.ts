import type { Place } from "~/domain/place";
import { distanceMeters } from "~/domain/validation/coordinates";

/** Things by where they are, for what is nearest. */
export class PointGrid<T extends Place> {
  private readonly cells = new Map<number, T[]>();

  /** @param size of a cell, degrees */
  constructor(private readonly size: number) {}

  add(thing: T): void {
    const key = this.key(this.row(thing.lat), this.column(thing.lng));
    const cell = this.cells.get(key);
    if (cell) cell.push(thing);
    else this.cells.set(key, [thing]);
  }

  /** All within some cells around: more than `reachM` away too, never less. */
  *around({ lat, lng }: Place, reachM: number): Generator<T> {
    const reach = reachM / 111_320;
    const wide = reach / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
    for (let row = this.row(lat - reach); row <= this.row(lat + reach); row += 1)
      for (let column = this.column(lng - wide); column <= this.column(lng + wide); column += 1)
        yield* this.cells.get(this.key(row, column)) ?? [];
  }

  /** The one with the least cost, where the cost is its distance or more. */
  nearest(place: Place, reachM: number, costOf: (thing: T, distanceM: number) => number = (_, distance) => distance) {
    let best: { thing: T; distanceM: number } | null = null;
    let least = Infinity;
    for (const thing of this.around(place, reachM)) {
      const distanceM = distanceMeters(place, thing);
      const cost = distanceM > reachM ? Infinity : costOf(thing, distanceM);
      if (cost < least) {
        least = cost;
        best = { thing, distanceM };
      }
    }
    return best;
  }

  private row(lat: number): number {
    return Math.floor((lat + 90) / this.size);
  }

  private column(lng: number): number {
    return Math.floor((lng + 180) / this.size);
  }

  private key(row: number, column: number): number {
    return row * 1_000_000 + column;
  }
}

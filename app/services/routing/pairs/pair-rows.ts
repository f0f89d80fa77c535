/** Times of some pairs: for each place those to some others, each row's places ascending. */

import { NO_WAY } from "../engine";

/** Neither asked nor known yet; NO_WAY is a fact. */
export const UNKNOWN = -2;

export class PairRows {
  readonly seconds: Int32Array[];
  readonly metres: Int32Array[];

  /** @param to places of each row, ascending, each once, without the row's own */
  constructor(readonly to: readonly Int32Array[]) {
    this.seconds = to.map(({ length }) => new Int32Array(length).fill(UNKNOWN));
    this.metres = to.map(({ length }) => new Int32Array(length));
  }

  /** The pair's place in its row, -1 when it is none of them. */
  indexOf(row: number, place: number): number {
    const list = this.to[row]!;
    let low = 0;
    let high = list.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (list[middle] === place) return middle;
      if (list[middle]! < place) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** UNKNOWN for pairs that are none of these, too. */
  secondsOf(row: number, place: number): number {
    const at = this.indexOf(row, place);
    return at < 0 ? UNKNOWN : this.seconds[row]![at]!;
  }

  /** Of unknown pairs those that cannot have a way. */
  setNoWays(isCut: (row: number, place: number) => boolean): void {
    this.to.forEach((list, row) => {
      for (let at = 0; at < list.length; at += 1)
        if (this.seconds[row]![at] === UNKNOWN && isCut(row, list[at]!))
          this.seconds[row]![at] = this.metres[row]![at] = NO_WAY;
    });
  }

  /** Heeds pairs of these rows alone. */
  set(row: number, place: number, seconds: number, metres: number): void {
    const at = this.indexOf(row, place);
    if (at < 0) return;
    this.seconds[row]![at] = seconds;
    this.metres[row]![at] = metres;
  }

  unknownOf(row: number): number[] {
    const [list, seconds] = [this.to[row]!, this.seconds[row]!];
    const unknown: number[] = [];
    for (let at = 0; at < list.length; at += 1) if (seconds[at] === UNKNOWN) unknown.push(list[at]!);
    return unknown;
  }

  /** These and more pairs, which are unknown. */
  with(more: ReadonlyMap<number, Iterable<number>>): PairRows {
    const wider = new PairRows(
      this.to.map((list, row) => {
        const added = more.get(row);
        return added === undefined ? list : ascending([...list, ...added], row);
      }),
    );
    this.to.forEach((list, row) => {
      for (let at = 0; at < list.length; at += 1)
        wider.set(row, list[at]!, this.seconds[row]![at]!, this.metres[row]![at]!);
    });
    return wider;
  }
}

/** As a row has them. */
export const ascending = (places: Iterable<number>, row: number): Int32Array =>
  Int32Array.from(new Set(places))
    .filter((place) => place !== row)
    .sort();

interface Bounds {
  first: number;
  smallest: number;
  largest: number;
  /** of a transaction: pages wait for it on SQLite, which has one connection */
  aimMs: number;
}

/** How many rows one short transaction takes, as far as the ones before it tell. */
export class PieceSize {
  rows: number;

  constructor(private readonly bounds: Bounds) {
    this.rows = bounds.first;
  }

  /** @param tookMs of a transaction with `rows` rows */
  took(tookMs: number): void {
    const { smallest, largest, aimMs } = this.bounds;
    const fitting = (this.rows * aimMs) / Math.max(tookMs, aimMs / 2);
    this.rows = Math.round(Math.min(largest, Math.max(smallest, fitting)));
  }
}

/** Pages that write wait for a piece on SQLite, which has one writer, so a piece is short. */
const AIM_MS = 20;

interface Bounds {
  first: number;
  smallest: number;
  largest: number;
}

/** How many rows one short transaction takes, as far as the ones before it tell. */
export class PieceSize {
  rows: number;

  constructor(private readonly bounds: Bounds) {
    this.rows = bounds.first;
  }

  /** @param tookMs of a transaction with `rows` rows */
  took(tookMs: number): void {
    const { smallest, largest } = this.bounds;
    const fitting = (this.rows * AIM_MS) / Math.max(tookMs, AIM_MS / 2);
    this.rows = Math.round(Math.min(largest, Math.max(smallest, fitting)));
  }
}

import type { Db } from "./client.server";
import { isSqlite } from "./dialect.server";

interface Bounds {
  first: number;
  smallest: number;
  largest: number;
  /** of a transaction */
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

/**
 * Rows of a transaction while people work: on SQLite, which has one connection, every page waits for it; elsewhere for
 * the event loop alone, and many short ones would take longer.
 */
export const besidesPages = (db: Db): PieceSize =>
  new PieceSize(
    isSqlite(db)
      ? { first: 50, smallest: 30, largest: 400, aimMs: 6 }
      : { first: 150, smallest: 120, largest: 400, aimMs: 20 },
  );

import { pause } from "~/lib/pause";
import type { Db } from "./client.server";
import { PieceSize } from "./piece-size.server";
import { withTransaction } from "./transaction.server";

/** Long work of the database in many short transactions, with room between them for others. */
export class ShortPieces {
  private readonly size = new PieceSize({ first: 100, smallest: 20, largest: 400, aimMs: 20 });
  /** milliseconds of the longest */
  longestMs = 0;

  constructor(
    private readonly db: Db,
    private readonly signal?: AbortSignal,
  ) {}

  /** Writes all rows, as many at a time as fit into a short transaction. */
  async write<Row>(rows: readonly Row[], write: (trx: Db, rows: Row[]) => Promise<unknown>): Promise<void> {
    for (let from = 0; from < rows.length;) {
      const piece = rows.slice(from, from + this.size.rows);
      await this.one((trx) => write(trx, piece));
      from += piece.length;
    }
  }

  /** Repeats what does a part of the work, until it says that nothing is left. */
  async repeat(work: (trx: Db, size: number) => Promise<boolean>): Promise<void> {
    for (let isLeft = true; isLeft;) isLeft = await this.one((trx) => work(trx, this.size.rows));
  }

  /** A look without a transaction: others may read and write as soon as the database has answered. */
  async look<T>(read: (db: Db) => Promise<T>): Promise<T> {
    this.signal?.throwIfAborted();
    const started = performance.now();
    const result = await read(this.db);
    await pause((performance.now() - started) / 4);
    return result;
  }

  private async one<T>(work: (trx: Db) => Promise<T>): Promise<T> {
    this.signal?.throwIfAborted();
    const started = performance.now();
    const result = await withTransaction(this.db, work);
    const tookMs = performance.now() - started;
    this.longestMs = Math.max(this.longestMs, tookMs);
    this.size.took(tookMs);
    await pause(tookMs / 4);
    return result;
  }
}

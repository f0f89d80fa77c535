import type { Db } from "./client.server";
import { isSqlite } from "./dialect.server";

/** A page asks several questions, with less than this between two of them. */
const QUIET_MS = 5;
/** Whoever works piece by piece gets its turn after this time all the same. */
const LONGEST_MS = 60;

interface Pool {
  numUsed(): number;
  numPendingAcquires(): number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Between two transactions of long work: SQLite has one connection, and a page that asks ten questions would wait for
 * ten of them. Whoever waits is served first, until nobody has asked anything for a moment.
 */
export async function letOthersIn(db: Db): Promise<void> {
  if (!isSqlite(db)) return;
  const pool = (db.client as { pool: Pool }).pool;
  const isBusy = (): boolean => pool.numUsed() > 0 || pool.numPendingAcquires() > 0;
  const until = performance.now() + LONGEST_MS;
  while (isBusy() && performance.now() < until) await pause(QUIET_MS);
}

import { pause } from "~/lib/pause";
import type { SqliteConnection } from "./sqlite-statements.server";

/** How long a statement waits while another process writes; MySQL's does as long (client.server.ts). */
export const LOCK_WAIT_MS = 10_000;

/** SQLite's own wait blocks this thread. In 10 ms it looks four times: often enough to get a turn among many. */
export const BLOCKING_WAIT_MS = 10;

/** Between two of them, for everybody else. */
const PAUSE_MS = 10;

/** How a database's client waits. */
export interface LockWait {
  /** altogether */
  waitMs: number;
  /** at a time, by SQLite itself: its `busy_timeout` */
  blockingMs: number;
}

/**
 * Another process writes, or reads the log of one that has died. Not SQLITE_BUSY_SNAPSHOT: somebody has written since
 * the transaction's first read, which no wait undoes (transaction.server.ts).
 */
const isHeld = (error: unknown): boolean =>
  /^SQLITE_BUSY(?!_SNAPSHOT)/.test(String((error as { code?: unknown } | null)?.code));

/**
 * Runs a statement, again and again while another process holds the lock for writing: nothing of it was done then.
 * The waits are added up, and no clock is asked: while the machine stood still, nobody could have let go of the lock.
 * Whoever calls holds the connection all the while, so that of many waits on one database each counts alone, and
 * this thread is never blocked by two in a row.
 */
export async function whenFree<T>(
  run: () => T | Promise<T>,
  { waitMs, blockingMs }: LockWait = { waitMs: LOCK_WAIT_MS, blockingMs: BLOCKING_WAIT_MS },
): Promise<T> {
  for (let waited = blockingMs; ; waited += PAUSE_MS + blockingMs) {
    try {
      return await run();
    } catch (error) {
      if (!isHeld(error) || waited >= waitMs) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Begins or ends a transaction, and neither reads nor writes. */
const CONTROL = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i;

/** Connections whose transaction has read, or written. */
const begun = new WeakSet<SqliteConnection>();

/**
 * Runs a statement of a client. SQLite doesn't wait within a transaction that has read, and rightly: once the other
 * process has written, what was read is old. That one fails at once, gives its connection back, and begins again with
 * the lock (`writeAlone`).
 */
export async function runWhenFree<T>(sqlite: SqliteConnection, sql: string, run: () => T, wait: LockWait): Promise<T> {
  const isControl = CONTROL.test(sql);
  if (!sqlite.inTransaction) begun.delete(sqlite);
  const result = begun.has(sqlite) && !isControl ? run() : await whenFree(run, wait);
  if (sqlite.inTransaction && !isControl) begun.add(sqlite);
  return result;
}

import { pause } from "~/lib/pause";

/** How long a statement waits while another process writes; MySQL's does as long (client.server.ts). */
export const LOCK_WAIT_MS = 10_000;

/** SQLite's own wait blocks this thread, so it is short, and long enough to have its turn among many. */
export const BLOCKING_WAIT_MS = 100;

/** Between two of them, for everybody else. */
const PAUSE_MS = 10;

/**
 * Not SQLITE_BUSY_SNAPSHOT: somebody has written since the transaction's first read, which no wait undoes
 * (transaction.server.ts).
 */
const isHeld = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "SQLITE_BUSY";

/**
 * Runs a statement, again and again while another process holds the lock for writing: nothing of it was done then.
 * The waits are added up, and no clock is asked: while the machine stood still, nobody could have let go of the lock.
 */
export async function whenFree<T>(
  run: () => T | Promise<T>,
  { waitMs = LOCK_WAIT_MS, blockingMs = BLOCKING_WAIT_MS } = {},
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

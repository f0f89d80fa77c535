import { pause } from "~/lib/pause";
import { ownRequestMayWait, somebodyWaits } from "~/lib/requests-under-way.server";
import type { Db } from "./client.server";
import { isSqlite } from "./dialect.server";

/** A request that arrived while a piece was stored is read within this time. */
const LOOK_MS = 2;
/** Whoever works piece by piece gets its turn after this time all the same. */
const LONGEST_MS = 150;

interface Pool {
  numUsed(): number;
  numPendingAcquires(): number;
}

/**
 * Before each transaction of long work: pages that somebody waits for are answered first. They share the thread with
 * the work, and on SQLite the one connection: a page that asks ten questions would wait for ten pieces.
 */
export async function letOthersIn(db: Db): Promise<void> {
  ownRequestMayWait();
  const until = performance.now() + LONGEST_MS;
  do await pause(LOOK_MS);
  while (isBusy(db) && performance.now() < until);
}

function isBusy(db: Db): boolean {
  if (somebodyWaits()) return true;
  if (!isSqlite(db)) return false;
  const { pool } = db.client as { pool: Pool };
  return pool.numUsed() > 0 || pool.numPendingAcquires() > 0;
}

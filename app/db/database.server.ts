import { collected } from "~/lib/afterwards.server";
import { createDatabase } from "./client.server";
import { withTransaction } from "./transaction.server";
import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConfig, Db } from "./client.server";

let current: Db | undefined;

/** A transaction that everything within some work joins. */
interface Joint {
  trx: Db;
  isOver: boolean;
}
const joints = new AsyncLocalStorage<Joint>();

/** Opens the database of this process; called once at boot (tests: once per worker). */
export function openDatabase(config: DatabaseConfig): Db {
  if (current) throw new Error("The database is open already.");
  current = createDatabase(config);
  return current;
}

/** For tests that bring a database of their own; `undefined` forgets it without closing. */
export function useDatabase(database: Db | undefined): void {
  current = database;
}

/** The database, or the transaction of `allOrNothing` around the caller. @throws Error before `openDatabase` */
export function db(): Db {
  const joint = joints.getStore();
  // What the work has left behind in the background goes on without it.
  if (joint?.isOver === false) return joint.trx;
  if (!current) throw new Error("The database is not open yet.");
  return current;
}

export async function closeDatabase(): Promise<void> {
  const open = current;
  current = undefined;
  await open?.destroy();
}

/**
 * Several commands as one: all of them are stored, or none. Their transactions become one, so that a later command
 * sees what an earlier one has written; what they publish goes out after the commit.
 */
export async function allOrNothing<T>(work: () => Promise<T>): Promise<T> {
  if (joints.getStore()?.isOver === false) return work();
  const { result, callbacks } = await withTransaction(db(), async (trx) => {
    const joint: Joint = { trx, isOver: false };
    try {
      return await joints.run(joint, () => collected(work));
    } finally {
      joint.isOver = true;
    }
  });
  for (const callback of callbacks) callback();
  return result;
}

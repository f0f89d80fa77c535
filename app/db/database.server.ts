import { createDatabase } from "./client.server";
import type { DatabaseConfig, Db } from "./client.server";

let current: Db | undefined;

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

/** @throws Error before `openDatabase` */
export function db(): Db {
  if (!current) throw new Error("The database is not open yet.");
  return current;
}

export async function closeDatabase(): Promise<void> {
  const open = current;
  current = undefined;
  await open?.destroy();
}

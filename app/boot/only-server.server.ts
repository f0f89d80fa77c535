import path from "node:path";
import { lockFile } from "~/db/file-lock.server";
import type { FileLock } from "~/db/file-lock.server";
import type { Db } from "~/db/client.server";
import { isSqlite } from "~/db/dialect.server";
import { holdLock } from "~/db/server-lock.server";
import type { HeldLock } from "~/db/server-lock.server";
import type { Env } from "~/env.server";

/** Longer than a server takes at most to stop (server.ts): it frees its port before it has closed its database. */
const STOP_MS = 22_000;

/**
 * Holds the SQLite file for this server: changes are told to the pages of one process alone (decision 051). Programs
 * that only open the file beside the server are let in. Null where there is nothing to hold.
 * @throws Error with one sentence while another server serves it
 */
export async function holdSqliteFile(settings: Env): Promise<FileLock | null> {
  if (settings.DATABASE_URL !== undefined || settings.SQLITE_SHARED === "1") return null;
  const file = path.join(settings.dataDir, "platform.sqlite.serving");
  const free = await lockFile(file, 0);
  if (free !== null) return free;
  console.info(`Another server uses the data in ${settings.dataDir}. Waiting for it to stop.`);
  const lock = await lockFile(file, STOP_MS);
  if (lock === null)
    throw new Error(
      `The data in ${settings.dataDir} are served by another process. Stop it, or set DATA_DIR to another folder.`,
    );
  return lock;
}

const SERVING = "route_platform_serving";

/**
 * Says so where another server uses the same MariaDB. It is let in: what counts is in the database, and one may be
 * about to stop. The lock is no more than a sign for the next server, and lost with its connection: a server that can't
 * take it starts all the same.
 */
export async function noteOtherServers(database: Db): Promise<HeldLock | null> {
  if (isSqlite(database)) return null;
  const lock = await holdLock(database, SERVING).catch((error: unknown) => {
    console.warn("Whether another server uses this database could not be found out.", error);
    return null;
  });
  if (lock?.isOurs === false)
    console.warn(
      "Another server uses this database. Unless it is about to stop, stop one of them: pages of one hear nothing " +
        "live of what is changed through the other (see Running it in README.md).",
    );
  return lock;
}

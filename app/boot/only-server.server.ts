import path from "node:path";
import { lockFile } from "~/db/file-lock.server";
import type { FileLock } from "~/db/file-lock.server";
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

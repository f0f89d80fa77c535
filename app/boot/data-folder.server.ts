import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { makePrivate } from "~/services/storage/private-files.server";

/** Folder by folder: Node's recursive mkdir never ends where the system refuses with "not found", as /proc does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

/**
 * Makes the folder that holds the SQLite file and uploads, for the server's own user alone.
 * @throws Error with one sentence when it cannot be used
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  process.umask(0o077);
  try {
    makeFolders(dataDir);
    // A file in the folder's place is writable too: what is asked for is the folder itself.
    accessSync(`${dataDir}/`, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const advice = "Give this user the right to write there, or set DATA_DIR to another folder.";
    throw new Error(`The data folder ${dataDir} cannot be written. ${advice}`, { cause });
  }
  await makePrivate(dataDir);
}

import { chmod, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const MODE_BITS = 0o777;
const STICKY = 0o1000;

/**
 * Takes the rights of all other users of this machine away from the database file and the uploads, also of an
 * installation that was made before. New files are made like that from the start (`process.umask`).
 * @param dataDir absolute
 */
export async function makePrivate(dataDir: string): Promise<void> {
  for (const name of ["platform.sqlite", "platform.sqlite-wal", "platform.sqlite-shm"])
    await allow(path.join(dataDir, name), FILE_MODE);
  await makeFolderPrivate(path.join(dataDir, "files"));
  if (await isOwnFolder(dataDir)) await allow(dataDir, FOLDER_MODE);
}

/** The folder itself comes last: where it is private already, all that is in it was made so, too. */
async function makeFolderPrivate(folder: string): Promise<void> {
  const known = await stat(folder).catch(() => null);
  if (known === null || (known.mode & MODE_BITS) === FOLDER_MODE) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) await makeFolderPrivate(full);
    else if (entry.isFile()) await allow(full, FILE_MODE);
  }
  await allow(folder, FOLDER_MODE);
}

/** A folder that others use as well (/tmp, a home, the root) is not ours to close. */
async function isOwnFolder(folder: string): Promise<boolean> {
  if (folder === path.parse(folder).root || folder === homedir()) return false;
  const known = await stat(folder).catch(() => null);
  return known !== null && (known.mode & STICKY) === 0;
}

/** What isn't there needs no rights; what belongs to another user is that user's matter. */
async function allow(file: string, mode: number): Promise<void> {
  await chmod(file, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "EPERM") throw error;
  });
}

import Database from "better-sqlite3";
import { pause } from "~/lib/pause";

const LOOK_MS = 100;

export interface FileLock {
  release(): void;
}

/**
 * Locks a file of its own, made when missing. The operating system frees it when the process dies, however that
 * happens: neither a mark in a table nor the id of a process, which another one may have next, would be as sure.
 * @param waitMs how long to wait for another process, or for another holder in this one
 * @returns null where it is held by another one until then
 */
export async function lockFile(file: string, waitMs: number): Promise<FileLock | null> {
  const lock = new Database(file, { timeout: 0 });
  const deadline = performance.now() + waitMs;
  try {
    for (;;) {
      try {
        lock.exec("BEGIN EXCLUSIVE");
        return { release: () => lock.close() };
      } catch (error) {
        if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_BUSY")) throw error;
      }
      if (performance.now() >= deadline) break;
      await pause(LOOK_MS);
    }
  } catch (error) {
    lock.close();
    throw error;
  }
  lock.close();
  return null;
}

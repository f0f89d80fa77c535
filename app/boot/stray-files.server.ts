import type { Db } from "~/db/client.server";
import { filesWithRowsAcrossCompanies, namedFilesAcrossCompanies } from "~/db/repositories/kept-files.server";
import { originalKey } from "~/services/images/miniature";
import { isSafeKey } from "~/services/storage/storage";
import type { FileStorage } from "~/services/storage/storage";

/** A file is stored before its row: an upload may be in progress, or may wait to be read. */
const KEPT_WITHOUT_ROW_MS = 24 * 3600_000;

/** Keys that are asked of the database at once. */
const BATCH = 200;

/**
 * Removes files that belong to no row and are older than a day: what a process left that was killed in the middle, what
 * was never written to its end, and miniatures whose picture has gone.
 * @returns how many
 * @throws the first failure to remove one, once all have been tried
 */
export async function removeStrayFiles(db: Db, storage: FileStorage, nowMs: number): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  const named = await namedFilesAcrossCompanies(db);
  const sweep = async (keys: readonly string[]): Promise<void> => {
    const kept = await filesWithRowsAcrossCompanies(db, keys.map(originalKey), named);
    for (const key of keys) {
      if (kept.has(originalKey(key))) continue;
      await storage.remove(key).then(
        () => (removed += 1),
        (error: unknown) => failures.push(error),
      );
    }
  };
  let batch: string[] = [];
  for await (const { key, modifiedMs } of storage.list()) {
    // A name that the storage never assigns belongs to another program.
    if (!isSafeKey(key) || modifiedMs > nowMs - KEPT_WITHOUT_ROW_MS) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    await sweep(batch);
    batch = [];
  }
  if (batch.length > 0) await sweep(batch);
  if (failures.length > 0) throw failures[0];
  return removed;
}

import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Db } from "./client.server";

/**
 * SQLite's own habit: the COMMIT that makes the log longer than so many pages carries it over, and waits for the disk.
 */
const PAGES_BY_ITSELF = 1000;

interface CheckpointOptions {
  /** the SQLite file */
  file: string;
  /** folder of the bundles */
  workerDir: string;
  everyMs?: number;
  /** from which length on the log is cut, even if writers have to wait for a moment */
  longBytes?: number;
}

const LONG_BYTES = 64 * 1024 * 1024;

/**
 * Has a thread carry SQLite's write-ahead log over into the file, in place of the COMMITs of this process: SQLite works
 * in the caller's thread, and such a COMMIT after 20,000 visits held the event loop for 60 to 230 ms. Should the thread
 * end, the COMMITs do it again.
 * @returns what ends it; to be called before the database is closed
 */
export async function startCheckpoints(
  database: Db,
  { file, workerDir, everyMs = 1000, longBytes = LONG_BYTES }: CheckpointOptions,
): Promise<() => Promise<void>> {
  const setPages = (pages: number) => database.raw(`PRAGMA wal_autocheckpoint = ${pages}`);
  const worker = new Worker(path.resolve(workerDir, "checkpoint.worker.js"), {
    workerData: { file: path.resolve(file), everyMs, longBytes },
    execArgv: [],
  });
  let isEnding = false;
  worker.on("error", (error) =>
    console.error("SQLite's log is carried over by the server's own thread from now on:", error),
  );
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  const isReady = await Promise.race([
    new Promise<true>((resolve) => worker.once("message", () => resolve(true))),
    ended.then(() => false),
  ]);
  if (isReady) {
    await setPages(0);
    // Only now: a busy server hears of the beginning and of the end at once, and the end must have the last word.
    void ended
      .then(() => (isEnding ? undefined : setPages(PAGES_BY_ITSELF)))
      .catch((error: unknown) => console.error(error));
  }
  return async () => {
    isEnding = true;
    worker.postMessage("end");
    await ended;
  };
}

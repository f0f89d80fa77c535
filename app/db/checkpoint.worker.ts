/** The thread that carries SQLite's log over into the database file (checkpoints.server starts it). */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

const { file, everyMs } = workerData as { file: string; everyMs: number };

/** When the log was written to last; 0: there is none. */
function writtenAt(): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const database = new Sqlite(file, { timeout: 0 });
database.pragma("synchronous = NORMAL");
let done = 0;
const timer = setInterval(() => {
  const now = writtenAt();
  if (now === done) return;
  // PASSIVE never blocks and is never blocked: what a reader still needs is left for the next time.
  const [state] = database.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
  if (state !== undefined && state.checkpointed === state.log) done = now;
}, everyMs);

parentPort?.once("message", () => {
  clearInterval(timer);
  database.close();
  parentPort?.close();
});
parentPort?.postMessage("ready");

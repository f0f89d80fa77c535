/** The thread that carries SQLite's log over into the database file (checkpoints.server starts it). */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

const { file, everyMs, longBytes } = workerData as { file: string; everyMs: number; longBytes: number };

/** A writer waits no longer than this for a log to be begun anew. */
const LONGEST_WAIT_MS = 50;

const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** When the log was written to last; 0: there is none. */
function writtenAt(): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const database = new Sqlite(file, { timeout: 0 });
database.pragma("synchronous = NORMAL");
let done = 0;
const timer = setInterval(() => {
  const now = writtenAt();
  if (now === done && logBytes() <= longBytes) return;
  // PASSIVE never blocks and is never blocked: what a reader still needs is left for the next time.
  const [state] = database.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
  if (state !== undefined && state.checkpointed === state.log) done = now;
  if (logBytes() > longBytes) beginAnew();
}, everyMs);

/**
 * While somebody writes all the time, PASSIVE never gets to the end of the log, so that it goes on growing. This keeps
 * writers out for a moment, cuts the log, and gives up where a reader takes longer.
 */
function beginAnew(): void {
  database.pragma(`busy_timeout = ${LONGEST_WAIT_MS}`);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.pragma("busy_timeout = 0");
}

parentPort?.once("message", () => {
  clearInterval(timer);
  database.close();
  parentPort?.close();
});
parentPort?.postMessage("ready");

/**
 * Ends a test process that is busy without an end. A time limit of the test runner is a timer of the very thread that a
 * loop holds; this one is kept by a thread beside it, which says what was running and ends the process.
 */
import { Worker } from "node:worker_threads";

const CODE = `
const { parentPort, workerData } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let timer;
parentPort.on("message", (name) => {
  clearTimeout(timer);
  if (name === null) return;
  timer = setTimeout(() => {
    writeSync(2, "Still busy after " + workerData.limitMs / 1000 + " s, ended: " + name + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, workerData.limitMs);
});
`;

export interface Watchdog {
  /** The limit counts from here. */
  watch(name: string): void;
  rest(): void;
}

export function startWatchdog(limitMs: number): Watchdog {
  const worker = new Worker(CODE, { eval: true, execArgv: [], workerData: { limitMs } });
  worker.unref();
  return { watch: (name) => worker.postMessage(name), rest: () => worker.postMessage(null) };
}

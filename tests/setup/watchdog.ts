/**
 * Ends a test process that is busy without an end. A time limit of the test runner is a timer of the very thread that a
 * loop holds; this one is kept by a thread beside it, which says what was running and ends the process. A test that
 * waits says that it lives: on a busy machine some take longer than any loop may.
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
  /** The limit counts from here, and from each turn of the event loop. */
  watch(name: string): void;
  rest(): void;
}

/** So often within the limit. */
const SIGNS = 10;

export function startWatchdog(limitMs: number): Watchdog {
  const worker = new Worker(CODE, { eval: true, execArgv: [], workerData: { limitMs } });
  worker.unref();
  let watched: string | null = null;
  const tell = () => worker.postMessage(watched);
  // Of the process, and never a test's made-up clock: it is started before all tests.
  setInterval(() => watched !== null && tell(), limitMs / SIGNS).unref();
  return {
    watch: (name) => ((watched = name), tell()),
    rest: () => ((watched = null), tell()),
  };
}

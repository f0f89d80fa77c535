import { constants } from "node:os";
import { startGuard } from "./guard-client.mjs";
import { signalAllGroups } from "./processes.mjs";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * When this script is told to end, everything that it started ends with it.
 * @param {() => Promise<void>} [cleanUp] runs after the signal was passed on
 */
export function endWithParent(cleanUp) {
  startGuard();
  endWithNpm();
  let ending = false;
  for (const signal of SIGNALS) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      signalAllGroups("SIGTERM");
      await cleanUp?.();
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * npm that is killed outright can't tell us; without this the server would keep its port, and nobody would know whose
 * it is.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/**
 * From now on the child decides when to end; its exit code becomes ours.
 * @param {import("node:child_process").ChildProcess} child
 */
export function passSignalsTo(child) {
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
}

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @type {import("node:child_process").ChildProcess | undefined} */
let guard;

/**
 * From now on a small process of its own ends whatever we started if we are killed without a chance to do it
 * (kill -9, a CI's time limit): it notices that our end of its pipe is closed.
 */
export function startGuard() {
  if (guard) return;
  guard = spawn(process.execPath, [fileURLToPath(new URL("./guard.mjs", import.meta.url))], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.stdin?.on("error", () => {});
  guard.unref();
  // The pipe must not keep this process alive; unref is a socket's method, which a spawned stdin is.
  /** @type {import("node:net").Socket} */ (guard.stdin).unref();
}

/** @param {number} pid leader of a process group @param {boolean} running */
export function watch(pid, running) {
  guard?.stdin?.write(`${running ? "+" : "-"} ${pid}\n`);
}

/** @param {string} folder removed after our end, once the processes are gone */
export function watchFolder(folder) {
  guard?.stdin?.write(`folder ${folder}\n`);
}

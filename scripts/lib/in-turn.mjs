import { spawn } from "node:child_process";
import { ensureInstalled } from "./install.mjs";
import { runMain } from "./log.mjs";
import { exitCode } from "./processes.mjs";
import { ROOT } from "./project.mjs";

/**
 * Runs commands one after another, with their output on the screen; the first error doesn't hide the others.
 * @param {string[][]} commands arguments for node
 */
export const runInTurn = (commands) =>
  runMain(async () => {
    await ensureInstalled();
    let worst = 0;
    for (const args of commands)
      worst = Math.max(worst, await exitCode(spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" })));
    return worst;
  });

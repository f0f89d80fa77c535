import { spawn } from "node:child_process";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { ROOT } from "./lib/project.mjs";
import { lintArgs } from "./lib/sections.mjs";

// npm run lint [-- --fix]
await runMain(async () => {
  await ensureInstalled();
  return exitCode(spawn(process.execPath, lintArgs(process.argv.slice(2)), { cwd: ROOT, stdio: "inherit" }));
});

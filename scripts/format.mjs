import { spawn } from "node:child_process";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { ROOT } from "./lib/project.mjs";
import { prettierArgs } from "./lib/sections.mjs";

// npm run format: one format for all code; lint refuses any other.
await runMain(async () => {
  await ensureInstalled();
  return exitCode(spawn(process.execPath, prettierArgs("--write"), { cwd: ROOT, stdio: "inherit" }));
});

import { spawn } from "node:child_process";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { ROOT } from "./lib/project.mjs";
import { typecheckCommands } from "./lib/sections.mjs";

// npm run typecheck: every tsconfig.json, the first error doesn't hide the others.
await runMain(async () => {
  await ensureInstalled();
  let worst = 0;
  for (const args of typecheckCommands())
    worst = Math.max(worst, await exitCode(spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" })));
  return worst;
});

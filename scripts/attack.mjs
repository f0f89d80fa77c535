import { spawn } from "node:child_process";
import { ensureBuilt } from "./lib/build-steps.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";
import { passSignalsTo } from "./lib/signals.mjs";

// npm run attack [-- name … --short --database mariadb]
await runMain(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const attacks = spawn(
    process.execPath,
    ["--import", "tsx", inRoot("tests", "attack", "run.ts"), ...process.argv.slice(2)],
    { stdio: "inherit", cwd: ROOT },
  );
  passSignalsTo(attacks);
  return exitCode(attacks);
});

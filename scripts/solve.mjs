import { spawn } from "node:child_process";
import { ensureSolverBundles } from "./lib/bundles.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain, toStderr } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot } from "./lib/project.mjs";
import { passSignalsTo } from "./lib/signals.mjs";

// npm run solve -- problem.json: standard output belongs to the solution alone.
await runMain(async () => {
  toStderr();
  await ensureInstalled();
  await ensureSolverBundles();
  const args = ["--enable-source-maps", inRoot("build", "solve.js"), ...process.argv.slice(2)];
  // npm runs scripts in the project's folder; the file's name is meant from where the user is.
  const solver = spawn(process.execPath, args, { stdio: "inherit", cwd: process.env.INIT_CWD ?? process.cwd() });
  passSignalsTo(solver);
  return exitCode(solver);
});

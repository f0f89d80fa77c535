import { spawn } from "node:child_process";
import { ensureInstalled } from "./lib/install.mjs";
import { print, Refusal, runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";
import { ensureRequirements } from "./lib/services/requirements.mjs";
import { startServices } from "./lib/services/start-all.mjs";
import { endWithParent } from "./lib/signals.mjs";

const OPTIONS = /** @type {Record<string, string>} */ ({
  "--runs": "FUZZ_RUNS",
  "--seed": "FUZZ_SEED",
  "--only": "FUZZ_ONLY",
});

/** @param {string[]} args @returns {Record<string, string>} what the tests read */
function settings(args) {
  const chosen = /** @type {Record<string, string>} */ ({
    FUZZ_RUNS: "500",
    FUZZ_SEED: String(Date.now() % 1_000_000),
  });
  for (let at = 0; at < args.length; at += 2) {
    const [option = "", value] = args.slice(at);
    const name = OPTIONS[option];
    if (name === undefined || value === undefined)
      throw new Refusal("npm run fuzz -- [--runs 500] [--seed 1] [--only 'POST vehicle/store']");
    chosen[name] = value;
  }
  return chosen;
}

// npm run fuzz [-- --runs 500 --seed 1 --only 'POST vehicle/store']: bad requests to every call, on both databases.
await runMain(async () => {
  const chosen = settings(process.argv.slice(2));
  /** @type {(() => Promise<void>) | undefined} */
  let stop;
  endWithParent(async () => stop?.());
  await ensureInstalled();
  /** @type {Set<import("./lib/services/requirements.mjs").Need>} */
  const needs = new Set(["mariadb"]);
  await ensureRequirements(needs);
  const services = await startServices(needs);
  stop = services.stop;
  print(`${services.summary}; ${chosen.FUZZ_RUNS} requests for each call, seed ${chosen.FUZZ_SEED}`);
  try {
    const vitest = inRoot("node_modules", "vitest", "vitest.mjs");
    const tests = spawn(process.execPath, [vitest, "run", "--project", "integration", "tests/integration/api/fuzz"], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...services.environment, ...chosen },
    });
    return await exitCode(tests);
  } finally {
    await services.stop();
  }
});

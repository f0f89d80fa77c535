import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { SECTIONS } from "../tests/mutation/sections.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Refusal, runMain } from "./lib/log.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";

/** Below this share of noticed mutants a section fails; the others print their score. */
const LEAST = /** @type {Record<string, number>} */ ({ domain: 90, repositories: 90 });

/** @param {string} name @param {string[]} files only these, with their lines: app/domain/route/retime.ts:40-60 */
function configOf(name, files) {
  const section = SECTIONS[name];
  if (!section) throw new Refusal(`There is no section ${name}: ${Object.keys(SECTIONS).join(", ")}.`);
  return {
    testRunner: "vitest",
    vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner"],
    coverageAnalysis: "perTest",
    mutate: files.length > 0 ? files : section.mutate,
    // Sentences are held by the tests of messages; a mutant of a constant that is made once would need a process of its own.
    mutator: { excludedMutations: ["StringLiteral"] },
    ignoreStatic: true,
    ignorePatterns: ["build", "public/build", ".data", ".cache", "test-results", "playwright-report"],
    incremental: true,
    incrementalFile: inRoot(".cache", "mutation", `${name}.json`),
    tempDirName: ".cache/mutation/sandbox",
    reporters: ["clear-text", "html"],
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
    htmlReporter: { fileName: `test-results/mutation/${name}.html` },
    thresholds: { high: 95, low: 90, break: files.length > 0 ? null : (LEAST[name] ?? null) },
    concurrency: 2,
  };
}

// npm run mutation [-- section [files]]: plants faults and counts those that no test notices.
await runMain(async () => {
  await ensureInstalled();
  const [only, ...files] = process.argv.slice(2);
  let worst = 0;
  for (const name of only ? [only] : Object.keys(SECTIONS)) {
    const config = configOf(name, files);
    const file = inRoot(".cache", "mutation", `${name}.config.json`);
    mkdirSync(inRoot(".cache", "mutation"), { recursive: true });
    writeFileSync(file, JSON.stringify(config, null, 2));
    const env = { ...process.env, ...SECTIONS[name]?.env, MUTATION_SECTION: name };
    const child = spawn(process.execPath, [inRoot("node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", file], { cwd: ROOT, env, stdio: "inherit" });
    worst = Math.max(worst, await exitCode(child));
  }
  return worst;
});

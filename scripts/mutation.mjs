import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SECTIONS } from "../tests/mutation/sections.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Refusal, runMain, print } from "./lib/log.mjs";
import { mutationScores, scoreTable } from "./lib/mutation-scores.mjs";
import { exitCode } from "./lib/processes.mjs";
import { inRoot, ROOT } from "./lib/project.mjs";

/** Below this share of noticed mutants a section fails; the others print their score. */
const LEAST = /** @type {Record<string, number>} */ ({ domain: 90, repositories: 90 });

/**
 * @param {string} name @returns {string} what was seen of a section so far: a run of some files keeps the results of
 * the others
 */
const reportOf = (name) => inRoot(".cache", "mutation", `${name}.json`);

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
    // Sentences are held by the tests of messages; a mutant of a constant that is made once would need a process of
    // its own.
    mutator: { excludedMutations: ["StringLiteral"] },
    ignoreStatic: true,
    ignorePatterns: ["build", "public/build", ".data", ".cache", "test-results", "playwright-report"],
    incremental: true,
    incrementalFile: reportOf(name),
    tempDirName: ".cache/mutation/sandbox",
    reporters: [process.stdout.isTTY ? "progress" : "progress-append-only", "clear-text", "html"],
    clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
    htmlReporter: { fileName: `test-results/mutation/${name}.html` },
    thresholds: { high: 95, low: 90, break: files.length > 0 ? null : (LEAST[name] ?? null) },
    // Each process is busy with one core, and the others' work goes on.
    concurrency: 1,
  };
}

/** For the test databases and the one that they are copied from: in memory, where the system has such a folder. */
const databaseFolder = () =>
  mkdtempSync(path.join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "route-platform-mutation-"));

// npm run mutation [-- section [files]]: plants faults and counts those that no test notices.
await runMain(async () => {
  await ensureInstalled();
  const databases = databaseFolder();
  const [only, ...files] = process.argv.slice(2);
  let worst = 0;
  for (const name of only ? [only] : Object.keys(SECTIONS)) {
    const config = configOf(name, files);
    const file = inRoot(".cache", "mutation", `${name}.config.json`);
    mkdirSync(inRoot(".cache", "mutation"), { recursive: true });
    writeFileSync(file, JSON.stringify(config, null, 2));
    const env = { ...process.env, ...SECTIONS[name]?.env, MUTATION_SECTION: name, TEST_DATABASE_FOLDER: databases };
    const stryker = inRoot("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
    const child = spawn(process.execPath, [stryker, "run", file], { cwd: ROOT, env, stdio: "inherit" });
    worst = Math.max(worst, await exitCode(child));
    const report = reportOf(name);
    if (!existsSync(report)) continue;
    const scores = mutationScores(JSON.parse(readFileSync(report, "utf8")));
    print(`\n${name}, with what earlier runs saw of other files:\n${scoreTable(scores)}`);
  }
  rmSync(databases, { recursive: true, force: true });
  return worst;
});

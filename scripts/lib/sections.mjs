import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build, buildIsFresh } from "./build-steps.mjs";
import { seconds, print } from "./log.mjs";
import { exitCode, runQuietly, startGroup } from "./processes.mjs";
import { inRoot, ROOT } from "./project.mjs";
import { listFiles } from "./stamp.mjs";
import { playwrightCounts, vitestCounts, vitestSweeps } from "./summary.mjs";

/**
 * @typedef {import("./summary.mjs").SectionResult} SectionResult
 * @typedef {import("./services/requirements.mjs").Need} Need
 * @typedef {import("./changed/selection.mjs").Where} Where
 * @typedef {object} Context
 * @property {NodeJS.ProcessEnv} environment
 * @property {string[]} filters   for the runner
 * @property {Record<string, string[]>} [chosen]   test files of each kind; without it all run
 */

const bin = (/** @type {string[]} */ ...parts) => inRoot("node_modules", ...parts);
const REPORTS = inRoot("test-results", "reports");

/** @param {string} name */
export const heading = (name) => print(`\n=== ${name} ${"=".repeat(Math.max(3, 70 - name.length))}`);

/**
 * Commands whose output is shown only when something is wrong, so that several may run at once.
 * @param {string} name @param {string[][]} commands arguments for node, run at the same time: each uses one core
 * @param {Context} context
 * @returns {Promise<SectionResult & { output: string }>}
 */
async function quietSection(name, commands, { environment }) {
  const start = performance.now();
  const run = (/** @type {string[]} */ args) => runQuietly(process.execPath, args, { cwd: ROOT, env: environment });
  const results = await Promise.all(commands.map(run));
  return {
    name,
    ok: results.every(({ code }) => code === 0),
    ms: performance.now() - start,
    output: results.map(({ output }) => output).join(""),
  };
}

/** @param {Context} context */
export const lint = (context) => quietSection("lint", lintCommands([]), context);

/** @param {string[]} more for ESLint @returns {string[][]} */
export const lintCommands = (more) => [
  prettierArgs("--check"),
  eslintArgs(more),
  [inRoot("scripts", "house", "run.mjs")],
];

/** @param {"--check" | "--write"} what @returns {string[]} */
export const prettierArgs = (what) => {
  // Each has a cache of its own: what was written once may still look different when it is written again.
  const cache = ["--cache", "--cache-location", inRoot(".cache", `prettier${what}.json`)];
  return [bin("prettier", "bin", "prettier.cjs"), what, "--log-level", "warn", ...cache, "."];
};

/** @param {string[]} more @returns {string[]} */
const eslintArgs = (more) => [
  bin("eslint", "bin", "eslint.js"),
  "--cache",
  "--cache-location",
  inRoot(".cache", "eslint", "/"),
  "--max-warnings",
  "0",
  ".",
  ...more,
];

/** @param {string[]} more @returns {string[][]} */
export const typedLintCommands = (more) => [
  [
    bin("eslint", "bin", "eslint.js"),
    "--config",
    inRoot("eslint.types.config.js"),
    "--max-warnings",
    "0",
    ...["app", "migrations", "server.ts", "solver", "tests"],
    ...more,
  ],
];

/**
 * The solver has rules of its own for typed arrays, so the application sees its declarations, as a project reference:
 * one build checks both in order. In one thread: more of them check the same types again, each for itself.
 * @returns {string[][]}
 */
export const typecheckCommands = () => [
  [bin("typescript-native", "bin", "tsc"), "--build", ROOT, inRoot("scripts"), "--singleThreaded"],
];

/** @param {Context} context */
export const typecheck = (context) => quietSection("typecheck", typecheckCommands(), context);

/** @returns {Promise<SectionResult>} */
export async function buildSection() {
  heading("build");
  const start = performance.now();
  if (buildIsFresh()) {
    print("Already built from these sources.");
    return { name: "build", ok: true, ms: performance.now() - start, note: "unchanged" };
  }
  try {
    await build();
    return { name: "build", ok: true, ms: performance.now() - start };
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return { name: "build", ok: false, ms: performance.now() - start };
  }
}

/**
 * Tests of one kind, with their output shown as it comes.
 * @param {string} name @param {Where} where its tests lie
 * @param {(report: string) => string[]} command arguments for node
 * @param {(report: any) => Pick<SectionResult, "counts" | "sweeps">} read
 * @param {Context} context
 * @returns {Promise<SectionResult>}
 */
async function testSection(name, { folder, isTest }, command, read, { environment, filters, chosen }) {
  heading(name);
  const start = performance.now();
  const ms = () => performance.now() - start;
  if (!listFiles(ROOT, [folder]).some((file) => isTest.test(file))) {
    print(`No test file in ${folder}.`);
    return { name, ok: false, ms: ms(), note: "no test files" };
  }
  const report = path.join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report, { force: true });
  const env = { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await exitCode(
    startGroup(process.execPath, [...command(report), ...(chosen?.[name] ?? []), ...filters], {
      cwd: ROOT,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  if (!existsSync(report)) {
    print(`${name}: the runner ended with code ${code} and left no report.`);
    return { name, ok: false, ms: ms(), note: "no report" };
  }
  const { counts = { passed: 0, failed: 0, skipped: 0 }, sweeps } = read(JSON.parse(readFileSync(report, "utf8")));
  const nothing = counts.passed + counts.failed === 0;
  if (nothing) print(`${name}: no test ran.`);
  print(`${name}: ${seconds(ms())}`);
  return { name, ok: code === 0 && counts.failed === 0 && !nothing, ms: ms(), counts, sweeps };
}

/** @param {string} project @param {Where} where */
const vitest = (project, where) => (/** @type {Context} */ context) =>
  testSection(
    project,
    where,
    (report) => [
      bin("vitest", "vitest.mjs"),
      "run",
      "--project",
      project,
      "--allowOnly=false",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    (report) => ({ counts: vitestCounts(report), sweeps: vitestSweeps(report) }),
    context,
  );

/** @param {Where} where */
const playwright = (where) => (/** @type {Context} */ context) =>
  testSection(
    "e2e",
    where,
    () => [bin("@playwright", "test", "cli.js"), "test", "--forbid-only"],
    (report) => ({ counts: playwrightCounts(report) }),
    context,
  );

/** @param {string} folder */
const testsIn = (folder) => ({ folder, isTest: /\.test\.tsx?$/ });
const UNIT = testsIn("tests/unit");
const INTEGRATION = testsIn("tests/integration");
const SOLVER = testsIn("tests/solver");
const E2E = { folder: "tests/e2e", isTest: /\.spec\.ts$/ };

/**
 * The kinds of tests in the order in which they run, with what each needs.
 * @type {Record<string, {
 *   where: Where, needs: Need[], needsBuild: boolean, run: (context: Context) => Promise<SectionResult>
 * }>}
 */
export const TEST_KINDS = {
  unit: { where: UNIT, needs: [], needsBuild: false, run: vitest("unit", UNIT) },
  integration: {
    where: INTEGRATION,
    needs: ["mariadb", "redis"],
    needsBuild: true,
    run: vitest("integration", INTEGRATION),
  },
  solver: { where: SOLVER, needs: [], needsBuild: true, run: vitest("solver", SOLVER) },
  e2e: { where: E2E, needs: ["mariadb", "redis", "chromium"], needsBuild: true, run: playwright(E2E) },
};

import { ensureInstalled } from "./install.mjs";
import { Refusal, runMain, print, seconds } from "./log.mjs";
import { buildSection, heading, lint, TEST_KINDS, typecheck } from "./sections.mjs";
import { ensureRequirements } from "./services/requirements.mjs";
import { startServices } from "./services/start-all.mjs";
import { endWithParent } from "./signals.mjs";
import { lastLine, sweepLines, table, total } from "./summary.mjs";

/**
 * @typedef {import("./summary.mjs").SectionResult} SectionResult
 * @typedef {import("./sections.mjs").Context} Context
 */

const ALL = ["lint", "typecheck", "build", ...Object.keys(TEST_KINDS)];

const CHANGED = /^--changed(?:=(.+))?$/;

/**
 * @param {string[]} args kinds, `--changed`, and filters for the runner behind the kinds
 * @returns {{ kinds: string[], filters: string[], changed: { base: string | undefined } | null }} no kind named means
 * all; `changed`: only tests that use what differs from a commit, by default from where the branch left main
 */
export function parseKinds(args) {
  const flag = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null);
  const rest = args.filter((arg) => !CHANGED.test(arg));
  const first = rest.findIndex((arg) => !ALL.includes(arg));
  const named = first === -1 ? rest : rest.slice(0, first);
  return {
    kinds: named.length > 0 ? ALL.filter((kind) => named.includes(kind)) : ALL,
    filters: first === -1 ? [] : rest.slice(first),
    changed: flag ? { base: flag[1] } : null,
  };
}

/** Settings of the user's own installation must not reach the tests: they would work on its data. */
const PRIVATE = [
  "DATABASE_URL",
  "REDIS_URL",
  "DATA_DIR",
  "PORT",
  "HOST",
  "MARKETING_HOST",
  "APP_HOST",
  "SESSION_SECRET",
  "DEMO_PASSWORD",
  "SMTP_URL",
  "OSRM_URL",
  "NODE_ENV",
];

/** @param {Record<string, string>} services @returns {NodeJS.ProcessEnv} */
function testEnvironment(services) {
  const environment = { ...process.env, ...services };
  for (const name of PRIVATE) delete environment[name];
  // A log file is read as text; some runners colour whenever CI is set.
  if (!process.stdout.isTTY && !environment.FORCE_COLOR) environment.NO_COLOR = "1";
  return environment;
}

/**
 * Lint and typecheck share the two cores with each other, and each shows its output whole.
 * @param {string[]} kinds @param {Context} context
 */
async function staticSections(kinds, context) {
  const running = [
    ...(kinds.includes("lint") ? [lint(context)] : []),
    ...(kinds.includes("typecheck") ? [typecheck(context)] : []),
  ];
  const results = [];
  for (const pending of running) {
    const { output, ...result } = await pending;
    heading(result.name);
    if (output.trim()) print(output.trimEnd());
    print(`${result.name}: ${result.ok ? "clean" : "FAILED"}, ${seconds(result.ms)}`);
    results.push(result);
  }
  return results;
}

/** @param {[string, typeof TEST_KINDS[string]][]} kinds @param {string | undefined} base */
async function changedTests(kinds, base) {
  await ensureInstalled();
  // Loaded here, because it needs packages.
  const { selectTests } = await import("./changed/selection.mjs");
  return selectTests(Object.fromEntries(kinds.map(([kind, { where }]) => [kind, where])), base);
}

/** @param {string[]} args @returns {Promise<number>} exit code */
async function runKinds(args) {
  const { kinds, filters, changed } = parseKinds(args);
  const named = Object.entries(TEST_KINDS).filter(([kind]) => kinds.includes(kind));
  /** @type {(() => Promise<void>) | undefined} */
  let stopServices;
  endWithParent(async () => stopServices?.());
  const begin = performance.now();

  heading("preparation");
  const chosen = changed ? await changedTests(named, changed.base) : undefined;
  const tests = named.filter(([kind]) => chosen?.[kind]?.length !== 0);
  const needs = new Set(tests.flatMap(([, { needs }]) => needs));
  // apt and npm wait for the network most of the time, so they do it together.
  const prepared = await Promise.allSettled([ensureInstalled(), ensureRequirements(needs)]);
  for (const outcome of prepared) if (outcome.status === "rejected") throw outcome.reason;
  const services = await startServices(needs);
  stopServices = services.stop;
  if (services.summary) print(services.summary);
  /** @type {SectionResult[]} */
  const results = [{ name: "preparation", ok: true, ms: performance.now() - begin }];

  try {
    const context = { environment: testEnvironment(services.environment), filters, chosen };
    results.push(...(await staticSections(kinds, context)));
    let built = true;
    if (kinds.includes("build") || tests.some(([, { needsBuild }]) => needsBuild)) {
      const result = await buildSection();
      built = result.ok;
      results.push(result);
    }
    for (const [name, { run, needsBuild }] of named) {
      if (chosen?.[name]?.length === 0) results.push({ name, ok: true, ms: 0, note: "left out: it uses nothing new" });
      else if (needsBuild && !built)
        results.push({ name, ok: false, ms: 0, note: "not run, because the build failed" });
      else results.push(await run(context));
    }
  } finally {
    await services.stop();
  }

  heading("summary");
  print(table(results));
  const sweeps = sweepLines(results);
  if (sweeps.length > 0) print(`  sweeps:\n${sweeps.join("\n")}`);
  const sum = total(results);
  print(`  total ${seconds(performance.now() - begin)}\n`);
  print(lastLine(sum));
  return sum.failed > 0 ? 1 : 0;
}

/** Programs read the last line, so it is there even when no test could begin. @param {string[]} args */
export const main = (args) =>
  runMain(async () => {
    try {
      return await runKinds(args);
    } catch (error) {
      console.error(error instanceof Refusal ? error.message : error);
      print(lastLine({ passed: 0, failed: 1, skipped: 0 }));
      return 1;
    }
  });

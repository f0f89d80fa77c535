import path from "node:path";
import { listFiles, hashFiles, isFresh, writeStamp } from "./stamp.mjs";
import { inRoot, ROOT } from "./project.mjs";

/**
 * Programs that run outside the server's bundle: worker threads and the command line. Each becomes one file in build/.
 * @returns {{ source: string, output: string }[]} source relative to the project, output relative to build/
 */
export function bundleEntries(root = ROOT) {
  const entries = [];
  for (const source of listFiles(root, ["solver/worker.ts", "solver/cli.ts", "app"])) {
    if (source === "solver/worker.ts") entries.push({ source, output: "solver-worker.js" });
    else if (source === "solver/cli.ts") entries.push({ source, output: "solve.js" });
    else if (source.endsWith(".worker.ts")) entries.push({ source, output: path.posix.basename(source).replace(/\.ts$/, ".js") });
  }
  const outputs = entries.map((entry) => entry.output);
  const twice = outputs.find((output, index) => outputs.indexOf(output) !== index);
  if (twice) throw new Error(`Two workers would both become build/${twice}: give one of them another file name.`);
  return entries;
}

// CommonJS packages inside an ES module ask for require; the long name keeps clear of the bundled code's own.
const REQUIRE = 'import { createRequire as bannerCreateRequire } from "node:module"; const require = bannerCreateRequire(import.meta.url);';

/**
 * @param {{ source: string, output: string }[]} entries
 * @returns {import("esbuild").BuildOptions}
 */
export function bundleOptions(entries) {
  return {
    absWorkingDir: ROOT,
    entryPoints: entries.map(({ source, output }) => ({ in: inRoot(source), out: output.replace(/\.js$/, "") })),
    outdir: inRoot("build"),
    tsconfig: inRoot("tsconfig.json"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // All find parts of themselves beside their own files: compiled ones, and those that threads start from.
    external: ["better-sqlite3", "sharp", "piscina"],
    sourcemap: true,
    banner: { js: REQUIRE },
    logLevel: "warning",
  };
}

/** @param {{ source: string, output: string }[]} entries */
export async function bundle(entries) {
  if (entries.length === 0) return;
  const { build } = await import("esbuild");
  await build(bundleOptions(entries));
}

/**
 * Bundles some of the programs when their sources changed, so that they need no build of the web application.
 * @param {(entry: { source: string, output: string }) => boolean} wanted
 * @param {string[]} sources
 * @param {string} stampName
 */
async function ensureBundles(wanted, sources, stampName) {
  const entries = bundleEntries().filter(wanted);
  const hash = hashFiles(ROOT, listFiles(ROOT, [...sources, "tsconfig.json", "package-lock.json", "scripts/lib/bundles.mjs"]));
  const stamp = inRoot("build", stampName);
  if (isFresh(stamp, hash)) return;
  await bundle(entries);
  writeStamp(stamp, hash, entries.map((entry) => entry.output));
}

/** For the command line. */
export const ensureSolverBundles = () => ensureBundles((entry) => entry.source.startsWith("solver/"), ["solver"], ".solver-stamp.json");

/** For tests: everything that runs beside the server. */
export const ensureWorkerBundles = () => ensureBundles(() => true, ["solver", "app"], ".workers-stamp.json");

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { quickRoutes } from "./quick-routes.mjs";
import { listFiles, hashFiles, isFresh, writeStamp } from "./stamp.mjs";
import { inRoot, ROOT } from "./project.mjs";

/** @type {Record<string, string>} */
const OF_THE_SOLVER = {
  "solver/cli.ts": "solve.js",
  // `parallel/threads.ts` looks for it beside the bundle that it is part of.
  "solver/parallel/thread.ts": "solver-thread.js",
};

/**
 * Programs that run outside the server's bundle: worker threads and the command line. Each becomes one file in build/.
 * @returns {{ source: string, output: string }[]} source relative to the project, output relative to build/
 */
export function bundleEntries(root = ROOT) {
  const entries = [];
  for (const source of listFiles(root, [...Object.keys(OF_THE_SOLVER), "app"])) {
    const output = OF_THE_SOLVER[source];
    if (output !== undefined) entries.push({ source, output });
    else if (source.endsWith(".worker.ts"))
      entries.push({ source, output: path.posix.basename(source).replace(/\.ts$/, ".js") });
  }
  const outputs = entries.map((entry) => entry.output);
  const twice = outputs.find((output, index) => outputs.indexOf(output) !== index);
  if (twice) throw new Error(`Two workers would both become build/${twice}: give one of them another file name.`);
  return entries;
}

// CommonJS packages inside an ES module ask for require; the long name keeps clear of the bundled code's own.
const REQUIRE =
  'import { createRequire as bannerCreateRequire } from "node:module"; ' +
  "const require = bannerCreateRequire(import.meta.url);";
const FILE_NAMES =
  'import { fileURLToPath as bannerToPath } from "node:url"; ' +
  'const __filename = bannerToPath(import.meta.url); const __dirname = bannerToPath(new URL(".", import.meta.url));';

/**
 * They find parts of themselves beside their own files: compiled ones, those that threads start from, those that are
 * served, and drivers of databases that nobody has installed.
 */
const STAY_PACKAGES = [
  "@node-rs/argon2",
  "@valhallajs/valhallajs",
  "better-sqlite3",
  "knex",
  "mysql2",
  "piscina",
  "sharp",
  "swagger-ui-dist",
];

/** @type {import("esbuild").BuildOptions} */
const FOR_NODE = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: STAY_PACKAGES,
  sourcemap: true,
  logLevel: "warning",
};

/**
 * @param {{ source: string, output: string }[]} entries
 * @returns {import("esbuild").BuildOptions}
 */
export function bundleOptions(entries) {
  return {
    ...FOR_NODE,
    entryPoints: entries.map(({ source, output }) => ({ in: inRoot(source), out: output.replace(/\.js$/, "") })),
    outdir: inRoot("build"),
    tsconfig: inRoot("tsconfig.json"),
    banner: { js: REQUIRE },
  };
}

/**
 * Takes the server's packages into its one file: from some 2,000 files of packages Node starts it in twice the time.
 */
export async function bundleServer() {
  const { build } = await import("esbuild");
  const server = inRoot("build", "index.js");
  await build({
    ...FOR_NODE,
    entryPoints: [server],
    outfile: server,
    allowOverwrite: true,
    // Leaves out the halves of packages that are for development.
    define: { "process.env.NODE_ENV": '"production"' },
    // Its lines are what Remix wrote, which has none.
    sourcemap: false,
    plugins: [quickRoutes],
    banner: { js: `${REQUIRE}\n${FILE_NAMES}` },
  });
}

/** @param {{ source: string, output: string }[]} entries */
export async function bundle(entries) {
  if (entries.length === 0) return;
  const { build } = await import("esbuild");
  await build(bundleOptions(entries));
}

const CLIENTS = "app/clients";
const CLIENTS_OUT = inRoot("public", "build", "clients");

/** Where the server looks up which file a client became. */
export const CLIENTS_MANIFEST = "clients.json";

/**
 * Scripts of pages without hydration, one small file each: app/clients/<name>/main.ts. The name has a hash of the text.
 * @returns {import("esbuild").BuildOptions}
 */
export function clientOptions() {
  const names = readdirSync(inRoot(CLIENTS));
  return {
    absWorkingDir: ROOT,
    entryPoints: names.map((name) => ({ in: inRoot(CLIENTS, name, "main.ts"), out: name })),
    entryNames: "[name]-[hash]",
    outdir: CLIENTS_OUT,
    tsconfig: inRoot("tsconfig.json"),
    bundle: true,
    platform: "browser",
    format: "esm",
    // Phones of 2020. What functions they lack stands in eslint.config.js, which refuses them in on-phones.mjs.
    target: "es2020",
    minify: true,
    sourcemap: true,
    metafile: true,
    logLevel: "warning",
    plugins: [
      { name: "manifest", setup: (build) => build.onEnd(({ metafile }) => metafile && writeManifest(metafile)) },
    ],
  };
}

/** @param {import("esbuild").Metafile} metafile */
function writeManifest({ outputs }) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const [output, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint) files[path.basename(path.dirname(entryPoint))] = path.basename(output);
  }
  mkdirSync(inRoot("build"), { recursive: true });
  writeFileSync(inRoot("build", CLIENTS_MANIFEST), JSON.stringify(files));
}

/** What earlier builds made stays, for pages that are open; `clean` removes it. */
export async function bundleClients({ clean = false } = {}) {
  const { build } = await import("esbuild");
  if (clean) rmSync(CLIENTS_OUT, { recursive: true, force: true });
  await build(clientOptions());
}

/**
 * Bundles some of the programs when their sources changed, so that they need no build of the web application.
 * @param {(entry: { source: string, output: string }) => boolean} wanted
 * @param {string[]} sources
 * @param {string} stampName
 * @param {() => Promise<void>} [more] made along with them
 */
async function ensureBundles(wanted, sources, stampName, more) {
  const entries = bundleEntries().filter(wanted);
  const hash = hashFiles(
    ROOT,
    listFiles(ROOT, [...sources, "tsconfig.json", "package-lock.json", "scripts/lib/bundles.mjs"], ["solver/dist"]),
  );
  const stamp = inRoot("build", stampName);
  if (isFresh(stamp, hash)) return;
  await bundle(entries);
  await more?.();
  writeStamp(stamp, hash, [...entries.map((entry) => entry.output), ...(more ? [CLIENTS_MANIFEST] : [])]);
}

/** For the command line. */
export const ensureSolverBundles = () =>
  ensureBundles((entry) => entry.source.startsWith("solver/"), ["solver"], ".solver-stamp.json");

/** For tests: everything that runs beside the server. */
export const ensureWorkerBundles = () =>
  ensureBundles(() => true, ["solver", "app"], ".workers-stamp.json", bundleClients);

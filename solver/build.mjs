// npm run build in solver/, which npm pack does first: the package's files in dist/.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, "dist");

/** @type {import("esbuild").BuildOptions} */
const COMMON = {
  absWorkingDir: folder,
  outdir: dist,
  bundle: true,
  format: "esm",
  // Node's modules stay imports; whatever else isn't in the folder is an error.
  platform: "neutral",
  external: ["node:*"],
  target: "es2022",
  inject: [join(folder, "shared-memory.ts")],
  logLevel: "warning",
};

/** @returns {Promise<string[]>} the files, from dist/ */
async function bundles() {
  // One class SolverError and one copy of the search for all ways in.
  const entries = { index: "index.ts", browser: "browser.ts", cli: "cli.ts" };
  const shared = await build({ ...COMMON, entryPoints: entries, splitting: true, metafile: true });
  // A single file, so that it can be copied beside the bundle of a program, whether that is an ES module or CommonJS.
  const thread = { "solver-thread": "parallel/thread.ts" };
  const alone = await build({ ...COMMON, format: "iife", entryPoints: thread, metafile: true });
  return [shared, alone].flatMap(({ metafile }) => Object.keys(metafile.outputs).map((file) => relative("dist", file)));
}

/** @param {string[]} files from solver/; what they import has to do without Node */
function programOf(files) {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const own = { composite: false, incremental: false, tsBuildInfoFile: undefined, declaration: true, rootDir: folder };
  const browsers = { types: [], lib: ["lib.es2023.d.ts", "lib.webworker.d.ts"] };
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    { ...options, ...own, ...browsers },
  );
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0)
    throw new Error(
      ts.formatDiagnostics(faults, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => folder,
        getNewLine: () => "\n",
      }),
    );
  return program;
}

/**
 * Declarations of everything that the public files mention, with imports as Node resolves them. Node and browsers have
 * the same.
 * @returns {string[]} the files, from dist/
 */
function declarations() {
  const program = programOf(["browser.ts"]);
  /** @type {Map<string, string>} by file without its ending, from solver/ */
  const emitted = new Map();
  program.emit(undefined, (name, text) => {
    emitted.set(relative(String(program.getCompilerOptions().outDir), name).replace(/\.d\.ts$/, ""), text);
  });
  const written = [];
  const open = ["browser"];
  for (const name of open) {
    const text = emitted.get(name)?.replace(/(from |import\()"(\.[^"]*)"/g, (_, before, path) => {
      const direct = join(dirname(name), path);
      const to = emitted.has(direct) ? direct : join(direct, "index");
      if (!open.includes(to)) open.push(to);
      const from = relative(dirname(name), to);
      return `${before}"${from.startsWith(".") ? "" : "./"}${from}.js"`;
    });
    if (text === undefined) throw new Error(`There is no declaration of ${name}.`);
    const file = join("types", `${name}.d.ts`);
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    writeFileSync(join(dist, file), text);
    written.push(file);
  }
  return written;
}

const files = new Set([...(await bundles()), ...declarations()]);
for (const entry of existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : []) {
  const file = relative(dist, join(entry.parentPath ?? entry.path, entry.name));
  if (entry.isFile() && !files.has(file)) rmSync(join(dist, file));
}

import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** @param {string} name as written in an import @returns {boolean} will plain Node find the file? */
export function canResolve(name) {
  try {
    // Versions before 20.6 lack it; their require is close enough.
    const found = "resolve" in import.meta ? import.meta.resolve(name) : require.resolve(name);
    // A folder is found too, but not loaded.
    return (
      !found.includes("/") ||
      found.startsWith("node:") ||
      statSync(found.startsWith("file:") ? fileURLToPath(found) : found).isFile()
    );
  } catch {
    return false;
  }
}

/**
 * Remix leaves what it can't find as an import of a package, without a word: a misspelt "~/…", a package that is not
 * installed, an ending that is missing ("package/plugin/utc"). The server would then die at its start.
 * @param {{ outputs: Record<string, { imports: { path: string, external?: boolean, kind: string }[] }> }} metafile
 * esbuild's
 * @param {(name: string) => boolean} finds
 * @returns {string[]} imports that nobody will find, each once
 */
export function missingImports(metafile, finds = canResolve) {
  const names = Object.values(metafile.outputs).flatMap((output) =>
    output.imports.filter((one) => one.external).map((one) => one.path),
  );
  return [...new Set(names)].filter((name) => !finds(name)).sort();
}

/**
 * Packages for the server alone. zod is one: 450 kB that a browser would load for a constant that stands beside a
 * schema.
 */
const SERVER_PACKAGES = ["zod", "knex", "mysql2", "better-sqlite3", "piscina", "express", "xlsx", "pdfkit"];

/**
 * @param {{ outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> }} metafile esbuild's, of
 * the browser's files
 * @returns {string[]} packages that a browser would load and should not, each once
 */
export function serverPackages(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs)
      .filter(([, input]) => input.bytesInOutput > 0)
      .map(([name]) => name),
  );
  return SERVER_PACKAGES.filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @param {string} file build/metafile.server.json */
export const missingImportsOf = (file) => missingImports(readJson(file));
/** @param {string} file build/metafile.js.json */
export const serverPackagesOf = (file) => serverPackages(readJson(file));

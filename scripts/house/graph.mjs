import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import path from "node:path";

/**
 * @typedef {object} Import
 * @property {string} to   a file from the project's root, packages under node_modules; Node's modules by bare name
 * @property {"file" | "npm" | "node" | "nowhere"} kind
 * @property {boolean} typeOnly   gone before the program runs
 * @property {string[] | null} cycle   the files of a cycle that the import closes
 *
 * @typedef {Map<string, Import[]>} ImportGraph by importing file
 */

const SOURCES = ["app", "solver", "migrations", "scripts", "tests", "public", "server.ts"];

/**
 * Reads every import of the project: relative, by alias, of types, dynamic, of packages, in comments of JavaScript.
 * @param {string} root the project's folder
 * @param {string[]} [sources] folders and files in it
 * @returns {Promise<ImportGraph>}
 */
export async function readImports(root, sources = SOURCES) {
  const { output } = await cruise(
    sources,
    {
      baseDir: root,
      tsPreCompilationDeps: true,
      detectJSDocImports: true,
      parser: "tsc",
      tsConfig: { fileName: path.join(root, "tsconfig.json") },
      doNotFollow: { path: ["node_modules"] },
      exclude: { path: ["^public/build/", "^solver/dist/", "^tests/fixtures/"] },
    },
    {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    { tsConfig: extractTSConfig(path.join(root, "tsconfig.json")) },
  );
  if (typeof output === "string") throw new Error(output);
  return new Map(
    output.modules
      .filter(({ source }) => !source.includes("node_modules/"))
      .map(({ source, dependencies }) => [source, dependencies.map(toImport)]),
  );
}

/** @param {import("dependency-cruiser").IDependency} dependency @returns {Import} */
function toImport({ resolved, coreModule, couldNotResolve, typeOnly, dependencyTypes, circular, cycle }) {
  const isPackage = resolved.includes("node_modules/");
  return {
    to: resolved,
    kind: coreModule ? "node" : couldNotResolve ? "nowhere" : isPackage ? "npm" : "file",
    typeOnly: typeOnly ?? dependencyTypes.includes("type-only"),
    cycle: circular ? (cycle ?? []).map(({ name }) => name) : null,
  };
}

import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import path from "node:path";
import { refusal, rowOf } from "./judge.mjs";

const SOURCES = ["app", "solver", "migrations", "scripts", "tests", "public", "server.ts"];

/**
 * Reads every import of the project: relative, by alias, of types, dynamic, of packages, in comments of JavaScript.
 * @param {string} root the project's folder
 * @param {string[]} [sources] folders and files in it
 * @returns {Promise<string[]>} what the table refuses, and every cycle, a sentence each
 */
export async function houseFaults(root, sources = SOURCES) {
  const { output } = await cruise(
    sources,
    {
      baseDir: root,
      tsPreCompilationDeps: true,
      detectJSDocImports: true,
      parser: "tsc",
      tsConfig: { fileName: path.join(root, "tsconfig.json") },
      doNotFollow: { path: ["node_modules"] },
      exclude: { path: ["^public/build/", "^tests/fixtures/"] },
    },
    {
      extensions: [".ts", ".tsx", ".mjs", ".js", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    { tsConfig: extractTSConfig(path.join(root, "tsconfig.json")) },
  );
  if (typeof output === "string") throw new Error(output);
  const faults = new Set();
  for (const { source, dependencies } of output.modules) {
    if (source.includes("node_modules/") || !/\.(tsx?|mjs|js)$/.test(source)) continue;
    if (!rowOf(source)) faults.add(`${source}: no row of scripts/house/table.mjs covers this file`);
    for (const dependency of dependencies) {
      const { resolved, coreModule, couldNotResolve, circular, cycle } = dependency;
      const kind = coreModule
        ? "node"
        : couldNotResolve
          ? "nowhere"
          : resolved.includes("node_modules/")
            ? "npm"
            : "file";
      const typeOnly = dependency.typeOnly ?? dependency.dependencyTypes.includes("type-only");
      const fault = refusal({ from: source, to: resolved, kind, typeOnly });
      if (fault) faults.add(fault);
      if (circular) faults.add(`cycle: ${cycleInOrder([source, ...(cycle ?? []).map(({ name }) => name)])}`);
    }
  }
  return [...faults].sort();
}

/**
 * @param {string[]} files first and last are the same @returns {string} told from the same file on, whoever found it
 */
function cycleInOrder(files) {
  const ring = files.slice(1);
  const first = ring.indexOf([...ring].sort()[0] ?? "");
  return [...ring.slice(first), ...ring.slice(0, first), ring[first]].join(" → ");
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleEntries } from "../../../scripts/lib/bundles.mjs";
import { missingImports } from "../../../scripts/lib/externals.mjs";

let root = "";
const put = (file: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), "");
};
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "bundles-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("finds the solver's programs and every worker of the application, and nothing else", () => {
  for (const file of ["solver/worker.ts", "solver/cli.ts", "solver/index.ts", "app/services/sheet/parse.worker.ts", "app/worker.ts", "app/parse.worker.test.ts"]) put(file);
  expect(bundleEntries(root)).toEqual([
    { source: "app/services/sheet/parse.worker.ts", output: "parse.worker.js" },
    { source: "solver/cli.ts", output: "solve.js" },
    { source: "solver/worker.ts", output: "solver-worker.js" },
  ]);
});

it("refuses two workers that would overwrite each other", () => {
  put("app/a/parse.worker.ts");
  put("app/b/parse.worker.ts");
  expect(() => bundleEntries(root)).toThrow("build/parse.worker.js");
});

it("names imports that the built server would not find", () => {
  const external = (name: string) => ({ path: name, external: true, kind: "import-statement" });
  const outputs = { "build/index.js": { imports: [external("~/gone"), external("knex"), external("~/gone"), { path: "build/chunk.js", kind: "import-statement" }] } };
  expect(missingImports({ outputs }, (name) => name === "knex")).toEqual(["~/gone"]);
});

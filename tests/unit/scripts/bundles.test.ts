import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleEntries, clientOptions } from "../../../scripts/lib/bundles.mjs";
import { compressFolder } from "../../../scripts/lib/compress.mjs";
import { missingImports, serverPackages } from "../../../scripts/lib/externals.mjs";
import { ON_PHONES } from "../../../scripts/lib/on-phones.mjs";

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
  for (const file of [
    "solver/cli.ts",
    "solver/parallel/thread.ts",
    "solver/parallel/threads.ts",
    "solver/index.ts",
    "app/services/sheet/parse.worker.ts",
    "app/worker.ts",
    "app/parse.worker.test.ts",
  ])
    put(file);
  expect(bundleEntries(root)).toEqual([
    { source: "app/services/sheet/parse.worker.ts", output: "parse.worker.js" },
    { source: "solver/cli.ts", output: "solve.js" },
    { source: "solver/parallel/thread.ts", output: "solver-thread.js" },
  ]);
});

it("refuses two workers that would overwrite each other", () => {
  put("app/a/parse.worker.ts");
  put("app/b/parse.worker.ts");
  expect(() => bundleEntries(root)).toThrow("build/parse.worker.js");
});

it("names imports that the built server would not find", () => {
  const external = (name: string) => ({ path: name, external: true, kind: "import-statement" });
  const outputs = {
    "build/index.js": {
      imports: [
        external("~/gone"),
        external("knex"),
        external("~/gone"),
        { path: "build/chunk.js", kind: "import-statement" },
      ],
    },
  };
  expect(missingImports({ outputs }, (name) => name === "knex")).toEqual(["~/gone"]);
});

it("names packages of the server that a browser would load", () => {
  const outputs = {
    "public/build/a.js": {
      inputs: {
        "app/root.tsx": { bytesInOutput: 5 },
        "../node_modules/zod/v4/core/util.js": { bytesInOutput: 9 },
        "node_modules/knex/knex.js": { bytesInOutput: 0 },
      },
    },
  };
  expect(serverPackages({ outputs })).toEqual(["zod"]);
});

it("knows all that runs on phones, where ESLint refuses what those of 2020 lack", async () => {
  const { metafile } = await build({ ...clientOptions(), plugins: [], write: false });
  const inputs = Object.values(metafile!.outputs).flatMap((output) => Object.keys(output.inputs));
  const own = new Set(inputs.filter((file) => /^app[/](?!clients[/])/.test(file)));
  expect([...own].sort()).toEqual(ON_PHONES.filter((file) => !file.includes("*")));
});

it("compresses scripts and style sheets once, and leaves the rest and the small ones", async () => {
  const text = "let stop = 1;\n".repeat(200);
  for (const file of ["build/a.js", "build/deep/b.css", "build/c.png"]) {
    put(file);
    writeFileSync(path.join(root, file), text);
  }
  put("build/small.js");
  expect(await compressFolder(path.join(root, "build"))).toBe(2);
  expect(brotliDecompressSync(readFileSync(path.join(root, "build/a.js.br"))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(path.join(root, "build/deep/b.css.gz"))).toString()).toBe(text);
  expect(["build/c.png.br", "build/small.js.br"].filter((file) => existsSync(path.join(root, file)))).toEqual([]);
});

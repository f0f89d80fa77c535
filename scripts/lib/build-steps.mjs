import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { bundle, bundleClients, bundleEntries, bundleServer, CLIENTS_MANIFEST } from "./bundles.mjs";
import { compressFolder } from "./compress.mjs";
import { missingImportsOf, serverPackagesOf } from "./externals.mjs";
import { joinScripts, putManifest } from "./join-scripts.mjs";
import { Refusal, timed } from "./log.mjs";
import { runQuietly } from "./processes.mjs";
import { inRoot, ROOT } from "./project.mjs";
import { hashFiles, isFresh, listFiles, removeStamp, writeStamp } from "./stamp.mjs";

const INPUTS = [
  "app",
  "solver",
  "migrations",
  "public",
  "server.ts",
  "remix.config.js",
  "postcss.config.cjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts/lib/build-steps.mjs",
  "scripts/lib/bundles.mjs",
  "scripts/lib/compress.mjs",
  "scripts/lib/join-scripts.mjs",
  "scripts/lib/quick-routes.mjs",
];

/** As in remix.config.js. */
const PUBLIC_PATH = "/platform/build/";

export const BUILD_STAMP = inRoot("build", ".stamp.json");
export const REMIX = inRoot("node_modules", "@remix-run", "dev", "dist", "cli.js");

/** @returns {string} hash of everything that the build is made from */
export const sourcesHash = () => hashFiles(ROOT, listFiles(ROOT, INPUTS, ["public/build", "solver/dist"]));

export const buildIsFresh = () => isFresh(BUILD_STAMP, sourcesHash());

/** Builds when sources changed. @throws Refusal with the compiler's output */
export async function ensureBuilt() {
  if (buildIsFresh()) return;
  await build();
}

/** The stamp goes first and comes back last: a build that was broken off is never taken for a whole one. */
export async function build() {
  await timed(
    "Building",
    "Built",
    async () => {
      const hash = sourcesHash();
      removeStamp(BUILD_STAMP);
      const { code, output } = await runQuietly(process.execPath, [REMIX, "build"], {
        cwd: ROOT,
        env: { ...process.env, NODE_ENV: "production" },
      });
      if (code !== 0 || !existsSync(inRoot("build", "index.js"))) {
        throw new Refusal(
          `${stripVTControlCharacters(output).trim()}\nThe build failed (remix build ended with code ${code}).`,
        );
      }
      const missing = missingImportsOf(inRoot("build", "metafile.server.json"));
      if (missing.length > 0) throw new Refusal(`The server imports what is not there: ${missing.join(", ")}.`);
      const heavy = serverPackagesOf(inRoot("build", "metafile.js.json"));
      if (heavy.length > 0)
        throw new Refusal(`The browser would load ${heavy.join(", ")}: a component imports a module that uses it.`);
      putManifest(inRoot("build", "index.js"), await joinScripts(inRoot("public", "build"), PUBLIC_PATH));
      await bundleServer();
      await bundleClients({ clean: true });
      await compressFolder(inRoot("public", "build"));
      const entries = bundleEntries();
      await bundle(entries);
      writeStamp(BUILD_STAMP, hash, [
        "index.js",
        "../public/build",
        CLIENTS_MANIFEST,
        ...entries.map((entry) => entry.output),
      ]);
    },
    { expectedMs: 15_000 },
  );
}

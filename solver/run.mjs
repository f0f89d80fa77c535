#!/usr/bin/env node
// Runs the command line from a bundle, which starts in a tenth of a second and whose threads need no TypeScript
// loader. The bundle is made anew when a source is younger than it.
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const target = fileURLToPath(new URL("../build/solver-cli/cli.js", import.meta.url));

/** @param {string} path @returns {number} when the last source was changed, in milliseconds */
function youngest(path) {
  let time = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === "dist") continue;
    if (entry.isDirectory()) time = Math.max(time, youngest(`${path}/${entry.name}`));
    else if (entry.name.endsWith(".ts")) time = Math.max(time, statSync(`${path}/${entry.name}`).mtimeMs);
  }
  return time;
}

if (!existsSync(target) || statSync(target).mtimeMs < youngest(folder)) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: { cli: `${folder}cli.ts`, "solver-thread": `${folder}parallel/thread.ts` },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outdir: dirname(target),
    logLevel: "error",
  });
}
await import(target);

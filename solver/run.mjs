#!/usr/bin/env node
// Runs the command line from a bundle, which starts in a tenth of a second and whose threads need no TypeScript
// loader. The bundle is made anew when a source is younger than it.
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const target = fileURLToPath(new URL("../build/solver-cli.mjs", import.meta.url));

function youngest(path) {
  let time = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) time = Math.max(time, youngest(`${path}/${entry.name}`));
    else if (entry.name.endsWith(".ts")) time = Math.max(time, statSync(`${path}/${entry.name}`).mtimeMs);
  }
  return time;
}

if (!existsSync(target) || statSync(target).mtimeMs < youngest(folder)) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [`${folder}cli.ts`],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    outfile: target,
    logLevel: "error",
  });
}
await import(target);

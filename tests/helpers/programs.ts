import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../scripts/lib/bundles.mjs";

/**
 * A program that runs outside the server, bundled as the build does it. Inside the project, where its packages are
 * found.
 */
export async function bundledProgram(source: string): Promise<{ file: string; remove(): void }> {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(path.resolve(".cache", "test-program-"));
  const output = "program.js";
  await build({ ...bundleOptions([{ source, output }]), outdir: folder, sourcemap: false });
  return { file: path.join(folder, output), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

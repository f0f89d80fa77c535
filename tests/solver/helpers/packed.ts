import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const solver = fileURLToPath(new URL("../../../solver/", import.meta.url));

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** An empty folder with the package in it, as somebody has it who installed what `npm pack` made. */
export interface Installed {
  readonly folder: string;
  /** Of the tarball, from its root. */
  readonly files: readonly string[];
  remove(): void;
}

/** @throws where npm fails, with what it says */
export function installPacked(): Installed {
  const folder = mkdtempSync(join(tmpdir(), "route-solver-"));
  // Settings that npm gave to this process are not meant for these commands.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync("npm", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const said = npm(solver, "pack", "--json", "--pack-destination", folder);
  // The scripts of the package write before the list.
  const listed = JSON.parse(said.slice(said.search(/^[[{]$/m))) as Packed[] | Record<string, Packed>;
  const [{ filename, files }] = Object.values(listed);
  writeFileSync(join(folder, "package.json"), '{ "name": "somebody", "version": "1.0.0", "type": "module" }');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
  return {
    folder,
    files: files.map(({ path }) => path).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

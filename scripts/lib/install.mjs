import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Refusal, timed } from "./log.mjs";
import { runQuietly } from "./processes.mjs";
import { ROOT } from "./project.mjs";

/** Compiled packages fit one system and one binary interface of Node. */
const RUNTIME = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
const runtimeFile = (/** @type {string} */ root) => path.join(root, "node_modules", ".cache", "route-platform-runtime");

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Locked
 * @param {{ packages: Record<string, Locked> }} wanted package-lock.json
 * @param {{ packages: Record<string, Locked> }} present npm's own record, node_modules/.package-lock.json
 * @returns {string | null} the first package that is missing or another one
 */
export function firstDifference(wanted, present) {
  for (const [name, entry] of Object.entries(wanted.packages)) {
    if (name === "") continue;
    const found = present.packages[name];
    // Optional packages for other systems are left out by npm.
    if (!found && (entry.optional || entry.devOptional)) continue;
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return name;
  }
  return null;
}

/** @param {string} file @returns {any} undefined when it isn't there or broken */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * npm writes its record as the last thing of a successful installation, so a broken-off one is noticed too.
 * @param {string} root
 * @returns {string | null} why packages have to be installed
 */
export function installReason(root) {
  const present = readJson(path.join(root, "node_modules", ".package-lock.json"));
  if (!present) return "nothing is installed yet";
  const different = firstDifference(readJson(path.join(root, "package-lock.json")), present);
  if (different) return `${different.replace(/^.*node_modules\//, "")} is not the locked version`;
  const stamp = runtimeFile(root);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") !== RUNTIME)
    return "Node or the system is another one than before";
  return null;
}

/**
 * Where better-sqlite3's compiled file can't be downloaded, node-gyp compiles it and would download Node's headers;
 * most installations of Node bring them along.
 * @returns {string | undefined} the folder under which include/node lies
 */
function headersPrefix() {
  const prefix = path.resolve(realpathSync(process.execPath), "..", "..");
  const header = path.join(prefix, "include", "node", "node_version.h");
  if (!existsSync(header)) return undefined;
  const major = /#define NODE_MAJOR_VERSION (\d+)/.exec(readFileSync(header, "utf8"))?.[1];
  return major === process.versions.node.split(".")[0] ? prefix : undefined;
}

/** The last part of the time goes to compiling, when all packages are there. */
const UNPACKING = 0.8;

/**
 * How far an installation is: the packages that are there already, of those that will be.
 * @param {string} root
 * @returns {() => number} 0 to 1
 */
export function installedShare(root) {
  const locked = readJson(path.join(root, "package-lock.json"));
  const names = Object.keys(locked?.packages ?? {}).filter((name) => name.startsWith("node_modules/"));
  return () =>
    names.length === 0
      ? 0
      : (UNPACKING * names.filter((name) => existsSync(path.join(root, name, "package.json"))).length) / names.length;
}

/** @returns {Promise<void>} @throws Refusal when npm fails, with the end of what it printed */
export async function ensureInstalled() {
  const reason = installReason(ROOT);
  if (reason) {
    await timed(
      `Installing packages, because ${reason} (npm ci, one to three minutes)`,
      "Packages installed",
      install,
      { expectedMs: 90_000, share: installedShare(ROOT) },
    );
  }
  const stamp = runtimeFile(ROOT);
  if (!reason && existsSync(stamp)) return;
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, RUNTIME);
}

async function install() {
  const env = { ...process.env };
  const nodedir = headersPrefix();
  if (nodedir && !env.npm_config_nodedir) env.npm_config_nodedir = nodedir;
  // NODE_ENV=production would leave out the compiler.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const { code, output } = await runQuietly(npm[0] ?? "npm", [...npm.slice(1), ...args], { cwd: ROOT, env });
  if (code === 0) return;
  const hint = /gyp/.test(output)
    ? " A package had to be compiled, which needs Python 3 and a C++ compiler " +
      "(Debian: apt-get install build-essential python3; macOS: xcode-select --install)."
    : "";
  const end = output.split("\n").slice(-25).join("\n");
  throw new Refusal(`${end}\nThe packages could not be installed: npm ci ended with code ${code}.${hint}`);
}

import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder; every script works from any current directory. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");

/** @param {...string} parts @returns {string} absolute path inside the project */
export const inRoot = (...parts) => path.join(ROOT, ...parts);

/**
 * The server as Node runs it in the project's folder. A plan of 1,000 visits makes some megabytes of objects: with
 * twice V8's room for new ones they are cleared away less often, which took a sixth of the page's time.
 */
export const SERVER = ["--enable-source-maps", "--max-semi-space-size=32", "build/index.js"];

/** The oldest major version of Node that the project supports. */
export const OLDEST_NODE = 20;

/**
 * @param {string} version as process.versions.node gives it, "20.11.1"
 * @returns {string | null} the sentence to refuse with
 */
export function nodeTooOld(version) {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_NODE) return null;
  const needed = `Node ${OLDEST_NODE} or newer is needed, this is ${version}`;
  return `${needed}: install it from https://nodejs.org and start again.`;
}

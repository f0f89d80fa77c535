import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";

/**
 * Every file below the given paths, sorted, with / between folders.
 * @param {string} root
 * @param {string[]} inputs files or folders, relative to root; missing ones are left out
 * @param {string[]} [leaveOut] files or folders, relative to root
 * @returns {string[]}
 */
export function listFiles(root, inputs, leaveOut = []) {
  /** @type {string[]} */
  const files = [];
  /** @param {string} relative */
  const visit = (relative) => {
    if (leaveOut.includes(relative)) return;
    const absolute = path.join(root, relative);
    if (!existsSync(absolute)) return;
    if (!statSync(absolute).isDirectory()) files.push(relative);
    else for (const name of readdirSync(absolute)) visit(`${relative}/${name}`);
  };
  for (const input of inputs) visit(input);
  return files.sort();
}

/**
 * One hash over names and contents, so that a renamed, removed or added file counts as a change and a touched one
 * doesn't.
 * @param {string} root @param {string[]} files relative to root
 * @returns {string} hex
 */
export function hashFiles(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} stampFile @param {string} hash
 * @returns {boolean} was the stamp written for this hash, and is every output that it lists still there?
 */
export function isFresh(stampFile, hash) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
    const folder = path.dirname(stampFile);
    return (
      stamp.hash === hash &&
      stamp.outputs.every((/** @type {string} */ output) => existsSync(path.join(folder, output)))
    );
  } catch {
    return false;
  }
}

/** @param {string} stampFile @param {string} hash @param {string[]} outputs relative to the stamp's folder */
export function writeStamp(stampFile, hash, outputs) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  const draft = `${stampFile}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ hash, outputs }));
  renameSync(draft, stampFile);
}

/** @param {string} stampFile */
export function removeStamp(stampFile) {
  rmSync(stampFile, { force: true });
}

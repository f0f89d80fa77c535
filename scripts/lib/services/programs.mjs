import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders that hold servers and are not on everybody's PATH. */
const MORE_FOLDERS = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/opt/homebrew/opt/mariadb/bin",
  "/usr/local/opt/mariadb/bin",
];

/**
 * @param {...string} names alternatives, the first one found wins; absolute paths are taken as they are
 * @returns {string | undefined} absolute path of a program that may be executed
 */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean), ...MORE_FOLDERS];
  for (const name of names) {
    const candidates = path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name));
    const found = candidates.find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
    if (found) return found;
  }
  return undefined;
}

export const isRoot = () => process.getuid?.() === 0;

/** @returns {boolean} Debian, Ubuntu and their relatives, as root: programs can be installed by apt-get */
export function canApt() {
  return isRoot() && existsSync("/etc/debian_version") && findProgram("apt-get") !== undefined;
}

/**
 * @param {string} name of a system user
 * @returns {{ uid: number, gid: number } | undefined}
 */
export function systemUser(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((candidate) => candidate.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

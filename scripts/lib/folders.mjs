import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Tries it for real: permission bits say nothing about a read-only disk, and nothing at all to root.
 * @param {string} folder created when it isn't there
 * @returns {string | null} the system's reason why it can't be written ("EACCES"), null when it can
 */
export function writeProblem(folder) {
  const probe = path.join(folder, `.write-test-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, "");
    rmSync(probe);
    return null;
  } catch (error) {
    return (error instanceof Error && "code" in error && String(error.code)) || String(error);
  }
}

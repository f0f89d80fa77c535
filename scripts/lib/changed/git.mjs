import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Refusal } from "../log.mjs";
import { inRoot, ROOT } from "../project.mjs";

/** @param {...string} args @returns {string[]} lines */
const git = (...args) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\n")
    .filter(Boolean);

/**
 * What differs from `base`, committed or not, and what git doesn't know yet. Code that was removed is left out:
 * whatever imported it has changed as well.
 * @param {string} [base] a commit; without it where this branch left main
 * @returns {{ base: string, files: string[] }}
 * @throws Refusal when git knows no such commit
 */
export function changedFiles(base) {
  try {
    const [commit = ""] = base ? git("rev-parse", "--verify", `${base}^{commit}`) : git("merge-base", "main", "HEAD");
    const files = [
      ...git("diff", "--name-only", "--no-renames", "--relative", commit),
      ...git("ls-files", "--others", "--exclude-standard"),
    ];
    return {
      base: commit,
      files: files.filter((file) => existsSync(inRoot(file)) || !/\.(tsx?|mjs|js|css)$/.test(file)),
    };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new Refusal(
      `--changed compares with ${base ?? "where this branch left main"}, ` +
        `which git doesn't find here: ${message.trim()}`,
    );
  }
}

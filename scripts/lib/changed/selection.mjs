import { readImports } from "../../house/graph.mjs";
import { print } from "../log.mjs";
import { ROOT } from "../project.mjs";
import { listFiles } from "../stamp.mjs";
import { BEYOND_IMPORTS } from "./beyond-imports.mjs";
import { testsOf } from "./choose.mjs";
import { changedFiles } from "./git.mjs";

/** @typedef {{ folder: string, isTest: RegExp }} Where */

/**
 * Which test files of each kind a change can reach; says what is left out, and why.
 * @param {Record<string, Where>} kinds by name
 * @param {string} [base] a commit; without it where this branch left main
 * @returns {Promise<Record<string, string[]>>} by kind
 */
export async function selectTests(kinds, base) {
  const { base: commit, files } = changedFiles(base);
  print(`${files.length} files differ from ${commit.slice(0, 10)}.`);
  const graph = await readImports(ROOT);
  const found = Object.entries(kinds).map(([kind, { folder, isTest }]) => {
    const all = listFiles(ROOT, [folder]).filter((file) => isTest.test(file));
    const { why, tests } = testsOf({ changed: files, graph, beyondImports: BEYOND_IMPORTS, tests: all });
    const left = all.filter((file) => !tests.includes(file));
    print(
      why
        ? `${kind}: all ${all.length} files, because ${why}.`
        : `${kind}: ${tests.length} of ${all.length} files; the others use nothing that changed.`,
    );
    for (const file of left) print(`  left out: ${file}`);
    return /** @type {const} */ ([kind, tests]);
  });
  return Object.fromEntries(found);
}

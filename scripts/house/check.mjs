import { readImports } from "./graph.mjs";
import { refusal, rowOf } from "./judge.mjs";

/**
 * @param {string} root the project's folder
 * @param {string[]} [sources] folders and files in it; all without it
 * @returns {Promise<string[]>} what the table refuses, and every cycle, a sentence each
 */
export async function houseFaults(root, sources) {
  const faults = new Set();
  for (const [from, imports] of await readImports(root, sources)) {
    if (!/\.(tsx?|mjs|js)$/.test(from)) continue;
    if (!rowOf(from)) faults.add(`${from}: no row of scripts/house/table.mjs covers this file`);
    for (const { cycle, ...one } of imports) {
      const fault = refusal({ from, ...one });
      if (fault) faults.add(fault);
      if (cycle) faults.add(`cycle: ${cycleInOrder([from, ...cycle])}`);
    }
  }
  return [...faults].sort();
}

/**
 * @param {string[]} files first and last are the same @returns {string} told from the same file on, whoever found it
 */
function cycleInOrder(files) {
  const ring = files.slice(1);
  const first = ring.indexOf([...ring].sort()[0] ?? "");
  return [...ring.slice(first), ...ring.slice(0, first), ring[first]].join(" → ");
}

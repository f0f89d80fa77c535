/**
 * @typedef {{ status: string }} Mutant
 * @typedef {{ files: Record<string, { mutants: Mutant[] }> }} Report What Stryker keeps of a section, of this run and
 * those before.
 * @typedef {{ folder: string, mutants: number, noticed: number, missed: number, score: number }} Score
 */

/**
 * How many planted faults the tests of a section notice, by folder and in all.
 * @param {Report} report
 * @returns {Score[]} the last one is the sum
 */
export function mutationScores(report) {
  /** @type {Map<string, { noticed: number, missed: number }>} */
  const folders = new Map();
  const all = { noticed: 0, missed: 0 };
  for (const [file, { mutants }] of Object.entries(report.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const counts = folders.get(folder) ?? { noticed: 0, missed: 0 };
    folders.set(folder, counts);
    for (const { status } of mutants) {
      const noticed = status === "Killed" || status === "Timeout";
      if (!noticed && status !== "Survived" && status !== "NoCoverage") continue;
      for (const sum of [counts, all]) sum[noticed ? "noticed" : "missed"] += 1;
    }
  }
  return [...folders, /** @type {const} */ (["in all", all])].map(([folder, { noticed, missed }]) => {
    const mutants = noticed + missed;
    return {
      folder,
      mutants,
      noticed,
      missed,
      score: mutants === 0 ? 100 : Math.floor((1000 * noticed) / mutants) / 10,
    };
  });
}

/** @param {Score[]} scores @returns {string} a table for the console */
export function scoreTable(scores) {
  const rows = scores.map(({ folder, mutants, noticed, missed, score }) => [
    folder,
    String(mutants),
    String(noticed),
    String(missed),
    `${score.toFixed(1)} %`,
  ]);
  const lines = [["folder", "mutants", "noticed", "missed", "score"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

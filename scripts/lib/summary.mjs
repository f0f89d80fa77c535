/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Record<string, number>} Sweeps   how often tests tried what, by its name
 * @typedef {{ name: string, ok: boolean, ms: number, counts?: Counts, note?: string, sweeps?: Sweeps }} SectionResult
 */

/**
 * @param {any} report vitest's JSON report
 * @returns {Counts} a file that could not even be loaded counts as one failure
 */
export function vitestCounts(report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === "failed" && !file.assertionResults.some((/** @type {any} */ test) => test.status === "failed"),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * @param {any} report vitest's JSON report, with what tests have added by tests/helpers/swept
 * @returns {Sweeps} summed over all tests, of both databases where a sweep runs on both
 */
export function vitestSweeps(report) {
  /** @type {Sweeps} */
  const sums = {};
  for (const { assertionResults } of report.testResults)
    for (const { meta } of assertionResults)
      for (const [what, times] of Object.entries(meta?.swept ?? {})) sums[what] = (sums[what] ?? 0) + times;
  return sums;
}

/** @param {SectionResult[]} results @returns {string[]} a line for each sweep */
export const sweepLines = (results) =>
  results
    .flatMap(({ sweeps = {} }) => Object.entries(sweeps))
    .map(([what, times]) => `  ${String(times).padStart(7)}  ${what}`);

/**
 * @param {any} report Playwright's JSON report
 * @returns {Counts} a flaky test counts as failed: nobody knows why it passed the second time
 */
export function playwrightCounts(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  // Errors outside of tests: a configuration or a start of servers that failed.
  const outside = unexpected === 0 ? (report.errors?.length ?? 0) : 0;
  return { passed: expected, failed: unexpected + flaky + outside, skipped };
}

/**
 * A section that fails without a failing test (lint, a crashed runner) counts as one failure,
 * so that the last line never says "0 failed" about a failed run.
 * @param {SectionResult[]} results
 * @returns {Counts}
 */
export function total(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of results) {
    sum.passed += counts?.passed ?? 0;
    sum.skipped += counts?.skipped ?? 0;
    sum.failed += ok ? 0 : Math.max(1, counts?.failed ?? 0);
  }
  return sum;
}

/** @param {Counts} counts */
export const lastLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** @param {SectionResult[]} results @returns {string} one line a section, columns aligned */
export function table(results) {
  const rows = results.map(({ name, ok, ms, counts, note }) => [
    name,
    ok ? "ok" : "FAILED",
    `${(ms / 1000).toFixed(1)} s`,
    counts ? lastLine(counts) : (note ?? ""),
  ]);
  const width = (/** @type {number} */ column) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = [0, 1, 2].map(width);
  return rows
    .map(([name = "", state = "", time = "", text = ""]) => {
      const columns = [name.padEnd(widths[0] ?? 0), state.padEnd(widths[1] ?? 0), time.padStart(widths[2] ?? 0), text];
      return `  ${columns.join("  ")}`.trimEnd();
    })
    .join("\n");
}

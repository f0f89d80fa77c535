import { describe, expect, it } from "vitest";
import { serverUrl } from "../../../scripts/lib/services/start-all.mjs";
import {
  lastLine,
  playwrightCounts,
  sweepLines,
  table,
  total,
  vitestCounts,
  vitestSweeps,
} from "../../../scripts/lib/summary.mjs";
import { parseKinds } from "../../../scripts/lib/test-steps.mjs";

describe("vitestCounts", () => {
  const report = (testResults: object[], numbers: object) => ({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...numbers,
  });

  it("adds pending and todo as skipped", () => {
    expect(vitestCounts(report([], { numPassedTests: 5, numPendingTests: 2, numTodoTests: 1 }))).toEqual({
      passed: 5,
      failed: 0,
      skipped: 3,
    });
  });

  it("counts a file that could not be loaded once, and a failed test not twice", () => {
    const files = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(vitestCounts(report(files, { numPassedTests: 2, numFailedTests: 1 }))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 0,
    });
  });
});

describe("sweeps", () => {
  it("are summed over all tests, and each has a line", () => {
    const test = (swept?: object) => ({ status: "passed", meta: swept ? { swept } : {} });
    const sweeps = vitestSweeps({
      testResults: [
        { assertionResults: [test({ pages: 3 }), test()] },
        { assertionResults: [test({ pages: 4, posts: 1200 })] },
      ],
    });
    expect(sweeps).toEqual({ pages: 7, posts: 1200 });
    expect(
      sweepLines([
        { name: "unit", ok: true, ms: 1 },
        { name: "integration", ok: true, ms: 1, sweeps },
      ]),
    ).toEqual(["        7  pages", "     1200  posts"]);
  });
});

describe("playwrightCounts", () => {
  it("counts flaky tests as failed", () => {
    expect(playwrightCounts({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    });
  });

  it("counts an error outside of all tests", () => {
    expect(
      playwrightCounts({
        stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
        errors: [{ message: "no server" }],
      }).failed,
    ).toBe(1);
  });
});

describe("total", () => {
  it("sums, and counts a failed section without failed tests as one failure", () => {
    const sum = total([
      { name: "lint", ok: false, ms: 1 },
      { name: "unit", ok: true, ms: 1, counts: { passed: 4, failed: 0, skipped: 1 } },
      { name: "e2e", ok: false, ms: 1, counts: { passed: 2, failed: 3, skipped: 0 } },
      { name: "solver", ok: false, ms: 1, counts: { passed: 7, failed: 0, skipped: 0 } },
    ]);
    expect(lastLine(sum)).toBe("13 passed, 5 failed, 1 skipped");
  });
});

describe("table", () => {
  it("aligns the columns and shows what failed", () => {
    const text = table([
      { name: "lint", ok: true, ms: 1234 },
      { name: "integration", ok: false, ms: 61_000, counts: { passed: 1, failed: 2, skipped: 0 } },
    ]);
    expect(text.split("\n")).toEqual([
      "  lint         ok       1.2 s",
      "  integration  FAILED  61.0 s  1 passed, 2 failed, 0 skipped",
    ]);
  });
});

describe("parseKinds", () => {
  it("takes all kinds when none is named, in their own order otherwise", () => {
    expect(parseKinds([]).kinds).toEqual(["lint", "typecheck", "build", "unit", "integration", "solver", "e2e"]);
    expect(parseKinds(["e2e", "unit"]).kinds).toEqual(["unit", "e2e"]);
  });

  it("hands the rest to the runner", () => {
    expect(parseKinds(["unit", "tests/unit/scripts", "-t", "unit"])).toEqual({
      kinds: ["unit"],
      filters: ["tests/unit/scripts", "-t", "unit"],
      changed: null,
    });
  });

  it("takes --changed wherever it stands, with a commit or without", () => {
    expect(parseKinds(["--changed"])).toMatchObject({ filters: [], changed: { base: undefined } });
    expect(parseKinds(["unit", "--changed=HEAD~3", "-t", "x"])).toEqual({
      kinds: ["unit"],
      filters: ["-t", "x"],
      changed: { base: "HEAD~3" },
    });
  });
});

describe("serverUrl", () => {
  it("leaves out the database, so that tests name their own", () => {
    expect(serverUrl("mysql://user:p%40ss@db.example:3307/production?ssl=1")).toBe(
      "mysql://user:p%40ss@db.example:3307/",
    );
  });
});

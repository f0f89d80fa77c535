import { describe, expect, it, vi } from "vitest";
import { ErrorCode, SolverError, effortMs, solve } from "solver/index";
import type { Options, Problem } from "solver/index";
import { validateOptions } from "solver/validate/validate-options";

const problem: Problem = {
  vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: 0 }],
  jobs: [{ id: 1, locationIndex: 1 }],
  shipments: [],
  matrices: { car: { size: 2, durations: Int32Array.from([0, 60, 60, 0]) } },
};

/** As a program without types may call it. */
const solveWith = (options: object): unknown => {
  try {
    return solve(problem, options as Options).cost;
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    return [error.field, error.code];
  }
};

describe("options", () => {
  it.each<[object, string, number]>([
    [{ timeLimit: 5 }, "options.timeLimit", ErrorCode.UnknownField],
    [{ toString: 5 }, "options.toString", ErrorCode.UnknownField],
    [{ timeLimitMs: NaN }, "options.timeLimitMs", ErrorCode.WrongType],
    [{ timeLimitMs: Infinity }, "options.timeLimitMs", ErrorCode.WrongType],
    [{ timeLimitMs: -1 }, "options.timeLimitMs", ErrorCode.OutOfRange],
    [{ timeLimitMs: "5" }, "options.timeLimitMs", ErrorCode.WrongType],
    [{ iterationLimit: 1.5 }, "options.iterationLimit", ErrorCode.WrongType],
    [{ seed: null }, "options.seed", ErrorCode.WrongType],
    [{ exploration: 6 }, "options.exploration", ErrorCode.OutOfRange],
    [{ threads: 0 }, "options.threads", ErrorCode.OutOfRange],
    [{ threads: NaN }, "options.threads", ErrorCode.WrongType],
    [{ threads: 65 }, "options.threads", ErrorCode.OutOfRange],
    [{ changeBudget: -1 }, "options.changeBudget", ErrorCode.OutOfRange],
    [{ stopFlag: [0] }, "options.stopFlag", ErrorCode.WrongType],
    [{ onProgress: true }, "options.onProgress", ErrorCode.WrongType],
    [{ now: 5 }, "options.now", ErrorCode.WrongType],
    [{ now: performance.now }, "options.now", ErrorCode.WrongType],
    [{ now: () => "5" }, "options.now", ErrorCode.WrongType],
    [{ iterationLimit: undefined, now: () => performance.now(), threads: 2 }, "options.now", ErrorCode.Conflict],
    [{ stopFlag: new Int32Array(1) }, "options.stopFlag", ErrorCode.WrongType],
    [{ warmStart: "x" }, "options.warmStart", ErrorCode.WrongType],
    [{ alternatives: 1 }, "options.alternatives", ErrorCode.WrongType],
  ])("%o is refused with its name", (options, field, code) => {
    expect(solveWith({ iterationLimit: 5, ...options })).toEqual([field, code]);
  });

  it("with a clock of their own are taken with threads where an iteration limit makes them one", () => {
    expect(solveWith({ iterationLimit: 5, threads: 2, now: () => performance.now() })).toBe(120);
  });

  it("take a stop flag without shared memory where there is none", () => {
    const { SharedArrayBuffer: shared } = globalThis;
    vi.stubGlobal("SharedArrayBuffer", undefined);
    expect(() => validateOptions({ stopFlag: new Int32Array(1) })).not.toThrow();
    vi.unstubAllGlobals();
    expect(globalThis.SharedArrayBuffer).toBe(shared);
    expect(() => validateOptions({ stopFlag: new Int32Array(new shared(4)) })).not.toThrow();
  });

  it("that are undefined count as not given", () => {
    const names = ["timeLimitMs", "seed", "exploration", "threads", "stopFlag", "onProgress", "now", "warmStart"];
    const none = Object.fromEntries([...names, "changeBudget", "alternatives"].map((name) => [name, undefined]));
    expect(solveWith({ ...none, iterationLimit: 5 })).toBe(120);
  });
});

describe("the time by size and exploration", () => {
  it.each([
    [NaN, 5, "tasks", ErrorCode.WrongType],
    [-1, 5, "tasks", ErrorCode.OutOfRange],
    [10, 9, "exploration", ErrorCode.OutOfRange],
    [10, 2.5, "exploration", ErrorCode.WrongType],
  ])("of %d stops at exploration %d is refused", (tasks, exploration, field, code) => {
    expect(() => effortMs(tasks, exploration)).toThrow(expect.objectContaining({ field, code }));
  });

  it("is known for all others", () => {
    expect([effortMs(10, 0), effortMs(1000, 3), effortMs(1e6, 5)]).toEqual([20, 20_000, 100_000]);
  });
});

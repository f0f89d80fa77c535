import { describe, expect, it } from "vitest";
import type { Problem, Solution, Violation } from "solver/index";
import { searchChecked, searchMs, threadsFor } from "~/services/solver/formats/format-tools";
import type { FormatTools } from "~/services/solver/formats/format-tools";

const PROBLEM: Problem = { vehicles: [], jobs: [], shipments: [], matrices: {} };

describe("problems in other products' formats", () => {
  it("have no answer that the independent check objects to", async () => {
    const solution = { cost: 7 } as Solution;
    const tools = (violations: Violation[]) =>
      ({ search: () => Promise.resolve({ solution, violations }) }) as Partial<FormatTools> as FormatTools;
    expect(await searchChecked(tools([]), PROBLEM, {})).toBe(solution);
    const broken: Violation = { code: "load", amount: 3, message: "vehicle 1 carries 3 too much" };
    await expect(searchChecked(tools([broken]), PROBLEM, {})).rejects.toMatchObject({
      code: "calculation.check_failed",
      status: 500,
    });
  });

  it("are searched as long as they need, within the caller's limit and ours", () => {
    expect([searchMs(1, 5), searchMs(3, 5), searchMs(200, 5)]).toEqual([100, 300, 10_000]);
    expect([searchMs(1999, 5), searchMs(1999, 5, { isLong: true })]).toEqual([30_000, 99_950]);
    expect([searchMs(2000, 5), searchMs(10_000, 5)]).toEqual([100_000, 100_000]);
    expect(searchMs(2000, 5, { askedMs: 500 })).toBe(500);
    expect(searchMs(1999, 5, { askedMs: 60_000 })).toBe(60_000);
  });

  it("are refused when they need more memory than there is", () => {
    const size = { visits: 10, places: 20_000, vehicles: [], isNear: false };
    const tools = { memoryMb: 500, mostThreads: 4 };
    expect(() => threadsFor({ ...size, vehicles: [{ profile: "car", speed_factor: 1 }] }, tools)).toThrow("of memory");
    expect(threadsFor({ ...size, places: 10 }, tools)).toBe(4);
    expect(threadsFor({ ...size, isNear: true }, tools)).toBe(4);
    // With one thread it takes 174 MB, and each further one 49.
    expect(threadsFor({ ...size, places: 10, visits: 2_000 }, { ...tools, memoryMb: 175 + 2 * 49 })).toBe(3);
  });
});

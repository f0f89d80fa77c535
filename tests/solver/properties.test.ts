import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { randomProblem } from "./helpers/random-problem";
import { loadSharedCheck } from "./helpers/shared-checker";

const sharedCheck = await loadSharedCheck();
const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

describe("random problems over all constraints", () => {
  it("are solved without a broken rule, no stop lost or doubled", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 28 }), (seed, tasks) => {
        const json = randomProblem(seed, { tasks });
        const { problem, locations } = readVroom(json);
        const solution = solve(problem, { iterationLimit: 150, seed });
        expect(check(problem, solution)).toEqual([]);
        if (sharedCheck !== null) expect(sharedCheck(json, writeVroom(problem, solution, locations, 0))).toMatchObject({ violations: [], feasible: true });
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 250) },
    );
  });
});

describe("the search", () => {
  it("is never worse than its first plan and gives the same answer for the same seed and iteration limit", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 22 }), (seed, tasks) => {
        const { problem } = readVroom(randomProblem(seed, { tasks }));
        const first = solve(problem, { iterationLimit: 1, seed });
        const more = solve(problem, { iterationLimit: 250, seed });
        const rank = (solution: typeof first): [number, number, number] => [-solution.summary.priority, solution.unassigned.length, solution.cost];
        const [a, b] = [rank(more), rank(first)];
        const at = a.findIndex((value, k) => value !== b[k]);
        // rounding of the search's cost may hide one unit
        if (at >= 0) expect(a[at]!).toBeLessThanOrEqual(b[at]! + (at === 2 ? 1 : 0));
        const again = solve(problem, { iterationLimit: 250, seed });
        expect(again.routes).toEqual(more.routes);
      }),
      { numRuns: 80 },
    );
  });

  it("stops on the flag and keeps the best plan", () => {
    const { problem } = readVroom(randomProblem(5, { tasks: 28 }));
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const seen: number[] = [];
    const solution = solve(problem, {
      timeLimitMs: 60_000, stopFlag,
      onProgress: ({ share, cost }) => {
        seen.push(cost);
        expect(share).toBeLessThan(1);
        if (seen.length === 2) Atomics.store(stopFlag, 0, 1);
      },
    });
    // A minute of search would have reported some 300 times; the flag is seen within a few rounds.
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen.length).toBeLessThan(20);
    expect(check(problem, solution)).toEqual([]);
  });

  it("two threads give a right plan", () => {
    const { problem } = readVroom(randomProblem(11, { tasks: 28 }));
    const solution = solve(problem, { timeLimitMs: 1500, threads: 2 });
    expect(check(problem, solution)).toEqual([]);
  });
});

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
      { numRuns: Number(globalThis.process.env.SOLVER_RUNS ?? 150) },
    );
  });
});

import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { check, solve } from "solver/index";
import type { Problem } from "solver/index";
import { buildInstance } from "solver/model/build";
import * as neighbours from "solver/model/neighbours";
import { Random } from "solver/random";
import { job, problem as make, vehicle } from "./helpers/problems";

/** Widths of the tables of neighbours that were begun, and of those that were made. */
const tables = vi.hoisted((): { begun: number[]; made: number[] } => ({ begun: [], made: [] }));

vi.mock("solver/model/neighbours", async (importOriginal) => {
  const original = await importOriginal<typeof neighbours>();
  const buildNeighbours: typeof original.buildNeighbours = (instance, width, withTime, checkpoint) => {
    tables.begun.push(width);
    const table = original.buildNeighbours(instance, width, withTime, checkpoint);
    tables.made.push(width);
    return table;
  };
  return { ...original, buildNeighbours };
});

beforeEach(() => {
  tables.begun.length = 0;
  tables.made.length = 0;
});

const STOPS = 300;

/** Stops anywhere in a square, some at the same place, for vehicles with room for all. */
function scattered(seed: number, stops: number, window: readonly [number, number] | null = null): Problem {
  const random = new Random(seed);
  const size = Math.ceil(stops / 2) + 1;
  const at = Array.from({ length: size }, () => [random.below(300), random.below(300)] as const);
  const durations = Int32Array.from(
    at.flatMap(([x, y]) => at.map(([u, v]) => Math.abs(x - u) + 2 * Math.abs(y - v) + (x > u ? 1 : 0))),
  );
  const jobs = Array.from({ length: stops }, (_, k) => job(k + 1, 1 + (k % (size - 1))));
  return make({ size, durations }, [vehicle(1, window === null ? {} : { timeWindow: window }), vehicle(2)], jobs);
}

describe("a time limit", () => {
  /** Every look at the clock takes some time, and so, at first, does nothing else. */
  const clock = (stepMs: number) => {
    let nowMs = 0;
    return () => (nowMs += stepMs);
  };
  const served = (problem: Problem, timeLimitMs: number, stepMs: number) => {
    const solution = solve(problem, { timeLimitMs, now: clock(stepMs) });
    expect(check(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    return solution;
  };

  it("that is over once there is a plan makes it the answer: nothing is prepared for a search", () => {
    served(scattered(1, STOPS, [0, 1e6]), 1, 1000);
    expect(tables.begun).toEqual([40]);
  });

  it("that ends while a search is prepared makes the first plan the answer", () => {
    const { iterations } = served(scattered(1, STOPS, [0, 1e6]), 1000, 10);
    expect(tables.begun).toEqual([40, 100]);
    expect(tables.made).toEqual([40]);
    expect(iterations).toBe(0);
  });

  it("that isn't over leaves the preparation whole", () => {
    const { iterations } = served(scattered(1, STOPS, [0, 1e6]), 8000, 10);
    expect(tables.made).toEqual([40, 100]);
    expect(iterations).toBeGreaterThan(0);
  });
});

describe("tables of neighbours", () => {
  it("are one where no times count", () => {
    solve(scattered(1, 50), { iterationLimit: 5 });
    expect(tables.made).toEqual([100]);
  });

  it("have each task's nearest ones, as if all were sorted", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 300 }),
        (seed, stops, width) => {
          const instance = buildInstance(scattered(seed, stops));
          const { list, width: used } = neighbours.buildNeighbours(instance, width, false);
          const { taskCount: n, place, size } = instance;
          const cost = (i: number, j: number) => instance.cost[0]![place[i]! * size + place[j]!]!;
          const nearness = (i: number, j: number) => Math.min(cost(i, j), cost(j, i));
          for (const i of [0, n >> 1, n - 1]) {
            const others = Array.from({ length: n }, (_, j) => j).filter((j) => j !== i);
            others.sort((a, b) => nearness(i, a) - nearness(i, b) || a - b);
            expect(Array.from(list.subarray(i * used, (i + 1) * used))).toEqual(others.slice(0, width));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("of two tasks at one place differ where their windows do", () => {
    const [early, late] = [{ timeWindows: [[0, 10]] as const }, { timeWindows: [[5000, 5010]] as const }];
    const jobs = [job(1, 0, early), job(2, 0, late), job(3, 1, early), job(4, 1, late)];
    const durations = Int32Array.from([0, 5, 5, 0]);
    const instance = buildInstance(make({ size: 2, durations }, [vehicle(1)], jobs));
    expect(Array.from(neighbours.buildNeighbours(instance, 1, true).list)).toEqual([2, 3, 0, 1]);
  });
});

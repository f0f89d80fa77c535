import { describe, expect, it, vi } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { check, solve } from "solver/index";
import type { GivenRoute, Problem, Solution } from "solver/index";
import { isLarge } from "solver/large/search-large";
import { SharedParts } from "solver/large/shared-parts";
import type { Part } from "solver/large/part";
import { assemble } from "solver/schedule/schedule";
import { inParts, plane } from "./helpers/large";
import { shipment } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";
import { withSparse } from "./helpers/travel";

const LARGER = { least: 30, routes: 3, most: 40 };

const stopsOf = ({ routes }: Solution): string[] =>
  routes.flatMap(({ steps }) =>
    steps.flatMap(({ type, id }) => (id === undefined || type === "break" ? [] : `${type} ${id}`)),
  );

const stepsOf = ({ routes }: Solution): GivenRoute[] =>
  routes.map(({ vehicleId, steps }) => ({
    vehicleId,
    steps: steps.flatMap(({ type, id }) =>
      id === undefined || type === "start" || type === "end" || type === "break" ? [] : [{ type, id }],
    ),
  }));

describe("a search in parts", () => {
  it("keeps every rule of random problems over all constraints, serves or names each stop once", () => {
    let served = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const tasks = 20 + (seed % 30);
      const problem = withSparse(readVroom(randomProblem(seed, { tasks, gaps: seed % 3 === 0 })).problem, seed, 0.5);
      const solution = inParts(problem, { iterationLimit: 1000, seed });
      expect(check(problem, solution)).toEqual([]);
      served += stopsOf(solution).length;
    }
    expect(served).toBeGreaterThan(300);
  });

  it("is worth more than its first plan, and little less than a search of the whole", () => {
    const problem = plane(5, 120, 14, 10);
    const first = inParts(problem, { iterationLimit: 1 });
    const parts = inParts(problem, { iterationLimit: 30_000 }, LARGER);
    const whole = solve(problem, { iterationLimit: 30_000 });
    expect([first, parts, whole].map(({ unassigned }) => unassigned.length)).toEqual([0, 0, 0]);
    expect(parts.cost).toBeLessThan(0.95 * first.cost);
    expect(parts.cost).toBeLessThan(1.1 * whole.cost);
  });

  it("gives the same answer for the same seed, and another for another one", () => {
    const problem = plane(6, 60, 8, 9);
    const [one, again, other] = [3, 3, 4].map((seed) => stepsOf(inParts(problem, { iterationLimit: 3000, seed })));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it("uses the vehicles that there are: as few as can carry everything", () => {
    const problem = plane(7, 96, 10, 10);
    const solution = inParts(problem, { iterationLimit: 30_000 }, LARGER);
    expect([solution.unassigned.length, solution.routes.length]).toEqual([0, 10]);
  });

  it("begins with given routes, keeps locked beginnings, and serves halves of pairs on one vehicle", () => {
    const base = plane(8, 40, 6, 30);
    const problem: Problem = {
      ...base,
      vehicles: base.vehicles.map((van, v) =>
        v === 2
          ? {
              ...van,
              lockedPrefix: [
                { type: "job", id: 7 },
                { type: "pickup", id: 102 },
              ],
            }
          : van,
      ),
      shipments: Array.from({ length: 8 }, (_, s) => shipment(100 + s, 1 + s, 30 - s, { amount: [2] })),
    };
    const given: GivenRoute[] = [
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 1 },
          { type: "pickup", id: 100 },
          { type: "job", id: 2 },
        ],
      },
      {
        vehicleId: 2,
        steps: [
          { type: "delivery", id: 100 },
          { type: "job", id: 3 },
        ],
      },
    ];
    const solution = inParts(problem, { iterationLimit: 5000, warmStart: given });
    expect(check(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    const third = stepsOf(solution).find(({ vehicleId }) => vehicleId === 3)!;
    expect(third.steps.slice(0, 2)).toEqual(problem.vehicles[2]!.lockedPrefix);
  });

  it("a poor given plan is left where a first plan of its own is better, with locked beginnings kept", () => {
    const base = plane(12, 120, 14, 10);
    const lockedPrefix = [{ type: "job" as const, id: 50 }];
    const locked = { ...base, vehicles: base.vehicles.map((van, v) => (v === 3 ? { ...van, lockedPrefix } : van)) };
    for (const problem of [base, locked]) {
      // Every twelfth stop on one vehicle, all over the plane.
      const warmStart: GivenRoute[] = problem.vehicles.slice(0, 12).map(({ id }, v) => ({
        vehicleId: id,
        steps: problem.jobs.filter(({ id: job }) => job % 12 === v).map((job) => ({ type: "job", id: job.id })),
      }));
      const [own, left] = [{}, { warmStart }].map((more) => inParts(problem, { iterationLimit: 500, ...more }, LARGER));
      expect(check(problem, left!)).toEqual([]);
      expect(left!.unassigned).toEqual([]);
      expect(left!.cost).toBeLessThan(1.05 * own!.cost);
    }
  });

  it("a good given plan is never made worse", () => {
    const problem = plane(9, 90, 12, 9);
    const good = inParts(problem, { iterationLimit: 30_000 });
    const again = inParts(problem, { iterationLimit: 500, warmStart: stepsOf(good) });
    expect(again.cost).toBeLessThanOrEqual(1.005 * good.cost);
  });

  it("is what solve() does with many stops on points, and ends soon after its flag is raised", () => {
    const problem = plane(10, 2500, 60, 50);
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const costs: number[] = [];
    const solution = solve(problem, {
      timeLimitMs: 600_000,
      threads: 2,
      stopFlag,
      onProgress: ({ cost, bestRoutes }) => {
        costs.push(cost);
        const best = assemble(problem, bestRoutes(), {
          iterations: 0,
          computingTimes: { firstSolutionMs: 0, solvingMs: 0 },
        });
        expect(stopsOf(best)).toHaveLength(2500);
        expect(Math.abs(best.cost - cost)).toBeLessThan(2);
        if (costs.length === 2) Atomics.store(stopFlag, 0, 1);
      },
    });
    expect(isLarge(problem)).toBe(true);
    expect(check(problem, solution)).toEqual([]);
    expect(stopsOf(solution)).toHaveLength(2500);
    expect(costs.length).toBeGreaterThan(1);
  });

  it("a time limit ends what has an iteration limit too; the first plan is told before it is improved", () => {
    let clock = 0;
    const told: number[] = [];
    const solution = solve(plane(12, 2100, 60, 50), {
      timeLimitMs: 60_000,
      iterationLimit: 1e9,
      now: () => (clock += 10),
      onProgress: ({ iterations }) => told.push(iterations),
    });
    expect(told[0]).toBe(0);
    expect(stopsOf(solution)).toHaveLength(2100);
    expect(clock).toBeGreaterThan(60_000);
  });

  it("is ended while it is hot: the answer is the best plan that there was, not the last one", () => {
    const problem = plane(11, 900, 24, 50);
    const stopFlag = new Int32Array(new SharedArrayBuffer(4));
    const costs: number[] = [];
    const onProgress = ({ cost, share }: { cost: number; share: number }) => {
      costs.push(cost);
      // a round has ended whose plan is worse than what it began with
      if (share > 0.3) Atomics.store(stopFlag, 0, 1);
    };
    const ended = inParts(problem, { timeLimitMs: 4000, stopFlag, onProgress }, LARGER);
    expect(check(problem, ended)).toEqual([]);
    expect(ended.cost).toBeLessThanOrEqual(costs[0]! + 1);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  });
});

describe("a search in parts whose flag is up before it began", () => {
  it.each([0, 3])("answers with routes that keep every rule: %i given ones", (given) => {
    const base = plane(11, 2100, 300, 10);
    const early = base.jobs.map((one) => (one.id % 4 === 0 ? { ...one, timeWindows: [[0, 300] as const] } : one));
    const problem = { ...base, jobs: early };
    const warmStart = Array.from({ length: given }, (_, v) => ({
      vehicleId: v + 1,
      steps: Array.from({ length: v === 0 ? 12 : 3 }, (_, k) => ({ type: "job" as const, id: 100 * v + 4 * k + 1 })),
    }));
    const stopFlag = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    const solution = solve(problem, { timeLimitMs: 60_000, stopFlag, ...(given > 0 && { warmStart }) });
    expect(check(problem, solution)).toEqual([]);
    // savings routes without early stops, or the given routes, without the last stops of the one that is too heavy
    if (given === 0) expect(solution.routes.length).toBeGreaterThan(0);
    else
      expect(stepsOf(solution)).toEqual(warmStart.map(({ steps, ...one }) => ({ ...one, steps: steps.slice(0, 10) })));
  });
});

describe("parts in shared memory", () => {
  const part = (vehicles: number[], open: number[]): Part => ({
    vehicles,
    routes: vehicles.map((v) => [v, v + 10]),
    open,
  });
  const round = { endsAtMs: 0, temperatures: null, takesBest: true };

  it("each part is taken once; what nobody writes in time stays as it was, also when it is written later", () => {
    const shared = new SharedParts(SharedParts.allocate(40, 10));
    shared.begin([part([1, 2], []), part([3], [20]), part([4], [])], round);
    const taken = [shared.take()!, shared.take()!, shared.take()!];
    expect(taken.map(({ part: { vehicles } }) => vehicles)).toEqual([[1, 2], [3], [4]]);
    expect(shared.take()).toBeNull();
    shared.write(taken[0]!, { routes: [[11], [2, 12, 1]], open: [], gained: 5, iterations: 7 });
    const end = shared.end(0, () => 1);
    expect([end.gained, end.givenUp]).toEqual([5, 2]);
    expect(end.parts).toEqual([
      { vehicles: [1, 2], routes: [[11], [2, 12, 1]], open: [] },
      part([3], [20]),
      part([4], []),
    ]);

    // the late one finds another round, whose parts it must not touch
    shared.begin([part([5], []), part([6], [])], round);
    shared.take();
    shared.take();
    shared.write(taken[1]!, { routes: [[]], open: [3, 13, 20], gained: 9, iterations: 1 });
    expect(shared.end(0, () => 1)).toEqual({ parts: [part([5], []), part([6], [])], gained: 0, givenUp: 2 });
  });

  it("the leader waits for a part that is being written: it never reads half of one", () => {
    const memory = SharedParts.allocate(40, 10);
    const shared = new SharedParts(memory);
    shared.begin([part([1, 2], []), part([3], [])], round);
    const first = shared.take()!;
    const results: unknown[] = [];
    const leader = (): void => {
      try {
        results.push(shared.end(0, () => 1));
      } catch (error) {
        results.push(error);
      }
    };
    // why: a thread that stops between two stores can't be had at will; here the leader comes when half is laid down,
    // and its waiting, which would block this only thread, throws
    const set = vi.spyOn(memory.items, "set").mockImplementation((values: ArrayLike<number>, at = 0) => {
      for (let k = 0; k < values.length; k++) {
        memory.items[at + k] = values[k]!;
        if (k === 3) leader();
      }
    });
    const wait = vi.spyOn(Atomics, "wait").mockImplementation(() => {
      throw new Error("waits");
    });
    try {
      shared.write(first, {
        routes: [
          [11, 2],
          [12, 1],
        ],
        open: [],
        gained: 5,
        iterations: 7,
      });
    } finally {
      wait.mockRestore();
      set.mockRestore();
    }
    leader();
    const whole = {
      vehicles: [1, 2],
      routes: [
        [11, 2],
        [12, 1],
      ],
      open: [],
    };
    expect(results).toEqual([new Error("waits"), { parts: [whole, part([3], [])], gained: 5, givenUp: 1 }]);
  });
});

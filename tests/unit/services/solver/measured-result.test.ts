import { afterEach, describe, expect, it, vi } from "vitest";
import type { Problem, Solution, SparseMatrix } from "solver/index";
import { schedule, timeRoutes, validateProblem } from "solver/index";
import { AppError } from "~/lib/errors";
import type { MeasuredPairs } from "~/services/routing/pairs/measured-pairs";
import { measureResult } from "~/services/solver/measured-result";

afterEach(() => vi.restoreAllMocks());

/** Six places on a line, each 60 s and 500 m from the next; only neighbours are known. */
const SIZE = 6;
function line(): SparseMatrix {
  const to: number[] = [];
  const rowStart = [0];
  for (let place = 0; place < SIZE; place += 1) {
    to.push(...[place - 1, place + 1].filter((other) => other >= 0 && other < SIZE));
    rowStart.push(to.length);
  }
  return {
    kind: "sparse",
    size: SIZE,
    rowStart: Int32Array.from(rowStart),
    to: Int32Array.from(to),
    durations: new Int32Array(to.length).fill(60),
    distances: new Int32Array(to.length).fill(500),
    metric: "euclidean",
    points: Float64Array.from({ length: 2 * SIZE }, (_, at) => (at % 2 === 0 ? at / 2 : 0)),
  };
}

/** The second of two vans has to drive from place 1 to 3 and from 3 to 0; stop 13 is to be reached by 200. */
const problem = (): Problem => ({
  vehicles: [
    { id: 1, profile: "car", startIndex: 0, endIndex: 0, timeWindow: [0, 10_000] },
    { id: 2, profile: "van", startIndex: 0, endIndex: 0, timeWindow: [0, 10_000] },
  ],
  jobs: [
    { id: 10, locationIndex: 1 },
    { id: 11, locationIndex: 1, description: "second" },
    { id: 13, locationIndex: 3, timeWindows: [[0, 200]] },
    { id: 14, locationIndex: 5 },
  ],
  shipments: [],
  matrices: { car: line(), van: line() },
});
const ROUTES = [
  { vehicleId: 1, steps: [{ type: "job", id: 10 } as const] },
  {
    vehicleId: 2,
    steps: [
      { type: "job", id: 11 },
      { type: "job", id: 13 },
    ] as const,
  },
];
const solved = (given: Problem): Solution => ({
  ...timeRoutes(given, ROUTES),
  iterations: 7,
  computingTimes: { firstSolutionMs: 1, solvingMs: 2 },
});

/** Answers seconds for each leg, and is asked for these. */
function measuring(secondsOf: (from: number, to: number) => number) {
  const asked: (readonly [number, number])[] = [];
  const keep = vi.fn(async () => undefined);
  const measure: MeasuredPairs["measure"] = async (legs) => {
    asked.push(...legs);
    return {
      durationsSec: Int32Array.from(legs, ([from, to]) => secondsOf(from, to)),
      distancesM: Int32Array.from(legs, ([from, to]) => 10 * secondsOf(from, to)),
      keep,
    };
  };
  return { measure, asked, keep };
}

describe("the legs of a searched result", () => {
  it("are asked for where they are estimates, and the routes timed again", async () => {
    const given = problem();
    validateProblem(given);
    const van = measuring((from) => (from === 1 ? 100 : 300));
    const car = measuring(() => 1);
    const near = new Map([
      ["car", car],
      ["van", van],
    ]);
    const before = solved(given);
    const { solution, legs, estimated, failure, keep } = await measureResult(given, before, near);
    expect([legs, car.asked, van.asked]).toEqual([
      2,
      [],
      [
        [1, 3],
        [3, 0],
      ],
    ]);
    expect([failure, estimated.size]).toEqual([null, 0]);
    expect(solution.routes[0]).toEqual(before.routes[0]);
    const [, again] = solution.routes;
    expect(again!.steps.map(({ durationSec }) => durationSec)).toEqual([0, 60, 160, 460]);
    expect([again!.distanceM, again!.violations]).toEqual([500 + 4000, []]);
    expect(solution.summary.durationSec).toBe(120 + 460);
    // What is left out keeps its reasons; the problem itself is as it was.
    expect(solution.unassigned).toBe(before.unassigned);
    expect(schedule(given, ROUTES)[1]).toEqual(before.routes[1]);
    await keep();
    expect(van.keep).toHaveBeenCalledTimes(1);
  });

  it("say what is broken by their times: late, or no road", async () => {
    const given = problem();
    const late = measuring(() => 260);
    const { solution } = await measureResult(given, solved(given), new Map([["van", late]]));
    expect(solution.routes[1]!.violations.map(({ code, amount }) => [code, amount])).toEqual([["delay", 120]]);
    const lost = measuring((from) => (from === 1 ? -1 : 50));
    const { solution: without } = await measureResult(given, solved(given), new Map([["van", lost]]));
    expect(without.routes[1]!.violations.map(({ code }) => code)).toContain("no_way");
  });

  it("are checked again: what the times break is told by the result, anything else is a fault", async () => {
    const given = problem();
    const late = new Map([["van", measuring(() => 260)]]);
    const before = solved(given);
    const { violations } = await measureResult(given, before, late);
    expect(violations).toEqual([]);
    // a search that had lost a stop
    const lost = { ...before, unassigned: before.unassigned.filter(({ id }) => id !== 14) };
    const { violations: faults } = await measureResult(given, lost, late);
    expect(faults[0]!.message).toBe("The job 14 is neither served nor unassigned.");
  });

  it("leave the result as it is where all of them are known", async () => {
    const given = problem();
    const before = timeRoutes(given, [ROUTES[0]!]);
    const van = measuring(() => 1);
    const { solution, legs } = await measureResult(given, before, new Map([["car", van]]));
    expect([solution, legs, van.asked]).toEqual([before, 0, []]);
  });

  it("stay estimates where the engine fails, and are named", async () => {
    // why: an engine that fails is logged for the operator too
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const given = problem();
    const before = solved(given);
    const measure = () => Promise.reject(new AppError("routing.failed", "OSRM is away.", { status: 502 }));
    const { solution, legs, estimated, failure } = await measureResult(given, before, new Map([["van", { measure }]]));
    expect([solution, legs, failure]).toEqual([before, 2, "OSRM is away."]);
    expect([...estimated]).toEqual([[2, new Set([2, 3])]]);
  });

  it("are given up with the calculation, and a fault of the program is none of the engine", async () => {
    const given = problem();
    const gone = { measure: () => Promise.reject(new TypeError("a fault")) };
    await expect(measureResult(given, solved(given), new Map([["van", gone]]))).rejects.toThrow("a fault");
    const away = { measure: () => Promise.reject(new AppError("routing.failed", "away", { status: 502 })) };
    await expect(
      measureResult(given, solved(given), new Map([["van", away]]), AbortSignal.abort(new Error("given up"))),
    ).rejects.toThrow("given up");
  });

  it("go into rows in their order", async () => {
    const given = problem();
    const far = measuring((from, to) => 100 * from + to);
    const all = { ...given, jobs: given.jobs.map((job) => ({ ...job, timeWindows: [[0, 9000]] as const })) };
    const result = timeRoutes(all, [
      { vehicleId: 2, steps: [13, 11, 14, 10].map((id) => ({ type: "job", id }) as const) },
    ]);
    const { solution } = await measureResult(all, result, new Map([["van", far]]));
    expect(solution.routes[0]!.steps.map(({ durationSec }) => durationSec)).toEqual([
      ...[0, 3, 3 + 301, 3 + 301 + 105, 3 + 301 + 105 + 501, 3 + 301 + 105 + 501 + 60],
    ]);
  });
});

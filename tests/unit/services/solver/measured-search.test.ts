import { afterEach, describe, expect, it, vi } from "vitest";
import { entryOf, timeRoutes } from "solver/index";
import type { Problem, Solution, SparseMatrix } from "solver/index";
import { AppError } from "~/lib/errors";
import type { MeasuredTravel } from "~/services/solver/measured-travel";
import { searchMeasured } from "~/services/solver/measured-search";
import type { Part } from "~/services/solver/measured-search";

afterEach(() => vi.restoreAllMocks());

/** Four places, of which only the ways between the depot and each other one are known. */
const SIZE = 4;
const problem = (): Problem => ({
  vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: 0, timeWindow: [0, 100_000] }],
  jobs: [1, 2, 3].map((place) => ({ id: 10 + place, locationIndex: place })),
  shipments: [],
  matrices: {
    car: {
      kind: "sparse",
      size: SIZE,
      rowStart: Int32Array.of(0, 3, 4, 5, 6),
      to: Int32Array.of(1, 2, 3, 0, 0, 0),
      durations: new Int32Array(6).fill(100),
      metric: "euclidean",
      points: Float64Array.from({ length: 2 * SIZE }, (_, at) => at * 10),
    },
  },
});
const ORDERS = [
  [11, 12, 13],
  [13, 12, 11],
  [12, 13, 11],
];

/** A search that finds one order after the other, and what it was given each time. */
function searching(then: (part: number) => void = () => undefined) {
  const parts: Part[] = [];
  const known: string[][] = [];
  const search = async (given: Problem, part: Part): Promise<{ solution: Solution }> => {
    const order = ORDERS[parts.push(part) - 1]!;
    const model = given.matrices.car as SparseMatrix;
    const pairs = [1, 2, 3].flatMap((from) => [1, 2, 3].map((to) => [from, to] as const));
    known.push(pairs.flatMap(([from, to]) => (entryOf(model, from, to) < 0 ? [] : [`${from}-${to}`])));
    const steps = order.map((id) => ({ type: "job" as const, id }));
    then(parts.length);
    const timed = timeRoutes(given, [{ vehicleId: 1, steps }]);
    return { solution: { ...timed, iterations: 1, computingTimes: { firstSolutionMs: 1, solvingMs: 1 } } };
  };
  return { search, parts, known };
}

const road = (seconds: () => number) => {
  const one = {
    measure: async (legs: readonly unknown[]) => ({
      durationsSec: Int32Array.from(legs, seconds),
      distancesM: new Int32Array(legs.length),
      keep: async () => undefined,
    }),
  };
  return new Map([["car", one]]) as unknown as MeasuredTravel["near"];
};
const NEVER = {
  isOne: false,
  isStopped: () => false,
  isReleased: () => false,
  signal: new AbortController().signal,
};
const sharesOf = (parts: readonly Part[]) => parts.map(({ used, until }) => [used, until]);

describe("a search whose legs are measured on the way", () => {
  it("goes on from each part's plan, and knows its legs by then", async () => {
    const { search, parts, known } = searching();
    const { found, measured, kept } = await searchMeasured(
      problem(),
      road(() => 500),
      { ...NEVER, search },
    );
    expect(sharesOf(parts)).toEqual([
      [0, 0.8],
      [0.8, 0.9],
      [0.9, 1],
    ]);
    expect(known).toEqual([[], ["1-2", "2-3"], ["1-2", "2-1", "2-3", "3-2"]]);
    expect(parts.map(({ from }) => from?.[0]!.steps.map((step) => step.id) ?? null)).toEqual([
      null,
      ORDERS[0],
      ORDERS[1],
    ]);
    // Of the last one, 2-3-1, the leg from 3 to 1 alone was an estimate.
    expect([measured!.legs, measured!.solution.summary.durationSec]).toEqual([1, 100 + 500 + 500 + 100]);
    expect(found.solution.routes[0]!.steps.slice(1, 4).map(({ id }) => id)).toEqual(ORDERS[2]);
    expect(kept.map(({ legs }) => legs)).toEqual([2, 2, 1]);
  });

  it.each([
    ["begins with the rest of an interrupted one", { used: 0.85 }, [0.85, 0.9]],
    ["begins with the last part", { used: 0.97 }, [0.97, 1]],
    ["is one where it may be no more", { isOne: true }, [0, 1]],
  ])("%s", async (_what, options, first) => {
    const { search, parts } = searching();
    await searchMeasured(
      problem(),
      road(() => 500),
      { ...NEVER, ...options, search },
    );
    expect(sharesOf(parts)[0]).toEqual(first);
    expect(parts.at(-1)!.until).toBe(1);
  });

  it("is one where nothing is to be measured", async () => {
    const { search, parts } = searching();
    await searchMeasured(problem(), new Map(), { ...NEVER, search });
    expect(sharesOf(parts)).toEqual([[0, 1]]);
  });

  it("ends with the part that is stopped, and measures its legs", async () => {
    let isStopped = false;
    const { search, parts } = searching((part) => (isStopped = part === 2));
    const { measured } = await searchMeasured(
      problem(),
      road(() => 500),
      {
        ...NEVER,
        isStopped: () => isStopped,
        search,
      },
    );
    expect([parts.length, measured!.legs]).toEqual([2, 2]);
  });

  it("ends where the engine fails", async () => {
    // why: an engine that fails is logged for the operator too
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { search, parts } = searching();
    const away = road(() => {
      throw new AppError("routing.failed", "OSRM is away.", { status: 502 });
    });
    const { measured } = await searchMeasured(problem(), away, { ...NEVER, search });
    expect([parts.length, measured!.failure]).toEqual([1, "OSRM is away."]);
  });

  it("is not measured once it is released", async () => {
    let isReleased = false;
    const { search, parts } = searching(() => (isReleased = true));
    const { measured, kept } = await searchMeasured(
      problem(),
      road(() => 500),
      {
        ...NEVER,
        isReleased: () => isReleased,
        search,
      },
    );
    expect([parts.length, measured, kept]).toEqual([1, null, []]);
  });
});

import { describe, expect, it } from "vitest";
import { check } from "solver/check";
import { NO_WAY, routesOf, solve } from "solver/index";
import type { Problem, Vehicle } from "solver/index";
import { isGenetic } from "solver/genetic/genetic-problem";
import { buildInstance } from "solver/model/build";
import { withSharedTables } from "solver/model/shared-tables";
import { Random } from "solver/random";
import { job, line, problem, vehicle } from "./helpers/problems";

const DAY = 86_400;

const served = (input: Problem, solution = solve(input, { iterationLimit: 300 })): number[] => {
  expect(check(input, solution)).toEqual([]);
  return routesOf(solution)
    .flatMap(({ steps }) => steps.map(({ id }) => id))
    .sort((a, b) => a - b);
};

describe("loads", () => {
  const places = line(0, 10, 20, 30, 40);
  const jobs = (amount: (k: number) => number[]): Problem["jobs"] =>
    [1, 2, 3, 4].map((k) => job(k, k, { delivery: amount(k) }));
  const kept = (vehicles: readonly Vehicle[], amount: (k: number) => number[]): number[][] => {
    const { dimensions, capacity, atStart } = buildInstance(problem(places, vehicles, jobs(amount)));
    return [[dimensions], [...capacity], [...atStart]];
  };

  it("that every vehicle has room for together rule nothing out and are left out", () => {
    const amount = (k: number): number[] => [1, k, 5];
    expect(kept([vehicle(1, { capacity: [4, 9, 20] }), vehicle(2, { capacity: [9, 10, 20] })], amount)).toEqual([
      [1],
      [9, 10],
      [1, 2, 3, 4],
    ]);
    expect(kept([vehicle(1, { capacity: [4, 10, 20] })], amount)).toEqual([[0], [], []]);
    expect(kept([vehicle(1, { capacity: [3, 10, 19] })], amount)[0]).toEqual([2]);
  });

  it("of pairs count once each", () => {
    const pair = { pickup: { id: 1, locationIndex: 1 }, delivery: { id: 1, locationIndex: 2 }, amount: [3] };
    const of = (capacity: number): number =>
      buildInstance(problem(places, [vehicle(1, { capacity: [capacity] })], [job(9, 3, { pickup: [2] })], [pair]))
        .dimensions;
    expect(of(5)).toBe(0);
    expect(of(4)).toBe(1);
  });

  it("that a break limits stay", () => {
    const rest = { id: 1, serviceSec: 5, timeWindows: [[0, 100] as const], maxLoad: [0, 1] };
    const input = problem(
      places,
      [vehicle(1, { capacity: [50, 50], breaks: [rest] })],
      jobs(() => [1, 1]),
    );
    const { dimensions, breakMaxLoad } = buildInstance(input);
    expect([dimensions, [...breakMaxLoad[0]!]]).toEqual([2, [0, 1]]);
  });

  it("tell vehicles apart only where they rule something out", () => {
    const classes = (a: number[], b: number[]): number =>
      buildInstance(
        problem(
          places,
          [vehicle(1, { capacity: a }), vehicle(2, { capacity: b })],
          jobs(() => [1, 1]),
        ),
      ).classCount;
    expect(classes([4, 2], [9, 2])).toBe(1);
    expect(classes([4, 2], [9, 3])).toBe(2);
  });

  it("without one, plans are searched genetically too", () => {
    for (const windows of [{}, { timeWindow: [0, 500] as const }]) {
      const input = problem(
        places,
        [vehicle(1, windows), vehicle(2, windows)],
        jobs(() => []),
      );
      expect(isGenetic(buildInstance(input))).toBe(true);
      const solution = solve(input, { iterationLimit: 60_000 });
      expect(served(input, solution)).toEqual([1, 2, 3, 4]);
      expect(solution.cost).toBe(80);
    }
  });
});

describe("setup", () => {
  const setups = (locations: readonly number[], startIndex = 0): number[][] => {
    const jobs = locations.map((at, k) => job(k + 1, at, { setupSec: 7, serviceSec: 2 }));
    const { setup, service } = buildInstance(problem(line(0, 10, 20, 30), [vehicle(1, { startIndex })], jobs));
    return [[...setup], [...service]];
  };

  it("is service where nothing else happens at the place", () => {
    expect(setups([1, 2, 3])).toEqual([
      [0, 0, 0],
      [9, 9, 9],
    ]);
    expect(setups([1, 2, 2])).toEqual([
      [0, 7, 7],
      [9, 2, 2],
    ]);
    // a vehicle that starts there has no setup
    expect(setups([1, 2, 3], 2)).toEqual([
      [0, 7, 0],
      [9, 2, 9],
    ]);
  });
});

describe("a locked stop", () => {
  it("whose windows were over before the first shift began keeps nothing else from its vehicle", () => {
    for (const windows of [
      [[0, 900]],
      [
        [0, 200],
        [300, 900],
      ],
    ] as [number, number][][]) {
      const lockedPrefix = [{ type: "job", id: 1 } as const];
      const input = problem(
        line(0, 60, 120),
        [vehicle(1, { timeWindow: [1000, 5000], lockedPrefix })],
        [job(1, 1, { timeWindows: windows }), job(2, 2, { timeWindows: [[1000, 2000]] })],
      );
      const solution = solve(input, { iterationLimit: 300 });
      expect(solution.unassigned).toEqual([]);
      expect(solution.routes[0].steps.map(({ type }) => type)).toEqual(["start", "job", "job", "end"]);
    }
  });

  it("that isn't locked is not served then", () => {
    const jobs = [job(1, 1, { timeWindows: [[0, 900]] }), job(2, 2)];
    expect(served(problem(line(0, 60, 120), [vehicle(1, { timeWindow: [1000, 5000] })], jobs))).toEqual([2]);
  });
});

describe("small and large rates", () => {
  const random = new Random(7);
  const points = Array.from({ length: 41 }, () => [random.below(60), random.below(60)]);
  const matrix = {
    size: 41,
    durations: Int32Array.from(
      points.flatMap(([x, y]) => points.map(([u, w]) => Math.round(Math.hypot(x - u, y - w)))),
    ),
    distances: Int32Array.from(
      points.flatMap(([x, y]) => points.map(([u, w]) => 10 * Math.round(Math.hypot(x - u, y - w)))),
    ),
  };
  const jobs = Array.from({ length: 40 }, (_, k) => job(k + 1, k + 1, { delivery: [1] }));
  const travel = (costs: Vehicle["costs"]): number =>
    solve(
      problem(
        matrix,
        [1, 2, 3].map((id) => vehicle(id, { capacity: [15], costs })),
        jobs,
      ),
      {
        iterationLimit: 10_000,
      },
    ).summary.durationSec;
  const usual = travel({ perHour: 3600 });

  it.each<[string, Vehicle["costs"]]>([
    ["1 an hour", { perHour: 1 }],
    ["a hundredth an hour", { perHour: 0.01 }],
    ["0.3 a kilometre", { perHour: 0, perKm: 0.3 }],
    ["1 an hour beside a fixed cost", { perHour: 1, fixed: 100 }],
    ["10,000,000,000 an hour", { perHour: 10_000_000_000 }],
  ])("lead to routes as short as others: %s", (_, costs) => {
    expect(travel(costs)).toBeLessThanOrEqual(1.02 * usual);
  });
});

describe("times far from each other", () => {
  const at = 20_000 * DAY;
  const one = (window: readonly [number, number], v: Partial<Vehicle>, more: readonly Vehicle[] = []): Problem =>
    problem(line(0, 60, 120), [vehicle(1, v), ...more], [job(1, 1, { timeWindows: [window] }), job(2, 2)]);

  it("are served where a shift begins long before them", () => {
    for (const speedFactor of [1, 1.2]) {
      expect(served(one([at, at + DAY], { timeWindow: [0, 2 * at], speedFactor }))).toEqual([1, 2]);
      expect(served(one([at, at + DAY], { speedFactor }))).toEqual([1, 2]);
    }
    expect(served(one([30 * DAY, 31 * DAY], { timeWindow: [0, 365 * DAY], speedFactor: 1.2 }))).toEqual([1, 2]);
  });

  const refused = (input: Problem): { code: number; field: string } => {
    try {
      solve(input, { iterationLimit: 1 });
    } catch (error) {
      const { code, field } = error as { code: number; field: string };
      return { code, field };
    }
    throw new Error("It was not refused.");
  };

  it("are refused where they are out of reach", () => {
    const days = [vehicle(2, { timeWindow: [0, DAY] })];
    const field = "vehicles[0].timeWindow[0]";
    expect(refused(one([at, at + 9], { timeWindow: [at, at + DAY] }, days))).toEqual({ code: 205, field });
    expect(refused(one([at, at + 9], { timeWindow: [0, DAY] }))).toEqual({
      code: 205,
      field: "jobs[0].timeWindows[0][0]",
    });
    const strict = { timeWindow: [0, 2 * at] as const, strictStart: true };
    expect(refused(one([at, at + 9], strict))).toEqual({ code: 205, field: "jobs[0].timeWindows[0][0]" });
  });

  it("may lie as far apart as the clock reaches, wherever the first one lies", () => {
    const jobs = [at, at + 105 * DAY].map((from, k) => job(k + 1, k + 1, { timeWindows: [[from, from + DAY]] }));
    expect(served(problem(line(0, 60, 120), [vehicle(1, { speedFactor: 1.1 })], jobs))).toEqual([1, 2]);
  });

  it("don't make a break due that counts from the begin of its shift", () => {
    const rest = { id: 1, onlyIfDue: true, dueAfterSec: 21_600, maxLoad: [0], serviceSec: 600 };
    const long = vehicle(1, { timeWindow: [0, 2 * at], capacity: [1], breaks: [rest] });
    const stop = job(1, 1, { delivery: [1], pickup: [1] });
    expect(served(problem(line(0, 3600), [long], [stop]))).toEqual([1]);
    expect(refused(problem(line(0, 3600), [long], [{ ...stop, timeWindows: [[at, at + 9]] }]))).toEqual({
      code: 205,
      field: "jobs[0].timeWindows[0][0]",
    });
  });

  it("are nearer where a vehicle has a pace of its own", () => {
    const jobs = [0, 112].map((day, k) => job(k + 1, k + 1, { timeWindows: [[day * DAY, (day + 1) * DAY]] }));
    expect(served(problem(line(0, 60, 120), [vehicle(1)], jobs))).toEqual([1, 2]);
    const slow = problem(line(0, 60, 120), [vehicle(1, { speedFactor: 0.9 })], jobs);
    expect(refused(slow)).toEqual({ code: 205, field: "jobs[1].timeWindows[0][0]" });
  });

  it("stay as they are for breaks", () => {
    const rest = { id: 1, serviceSec: 600, timeWindows: [[100, 200] as const] };
    const input = one([at, at + 9], { timeWindow: [0, 2 * at], breaks: [rest] });
    expect(refused(input)).toEqual({ code: 205, field: "jobs[0].timeWindows[0][0]" });
  });
});

describe("travel tables", () => {
  const half = line(0, 5, 10);
  const van = (id: number, profile: string): Vehicle => vehicle(id, { profile, capacity: [1] });
  const input = (other: Problem["matrices"][string]): Problem => ({
    ...problem(line(0, 10, 20), [van(1, "car"), van(2, "high")], [job(1, 1, { delivery: [1] }), job(2, 2)]),
    matrices: { car: line(0, 10, 20), high: other },
  });

  it("that are equal make one class of their vehicles", () => {
    const { classCount, travel } = buildInstance(input(line(0, 10, 20)));
    expect([classCount, travel.length]).toEqual([1, 1]);
    const distances = Int32Array.from({ length: 9 }, (_, k) => k);
    for (const other of [half, line(0, 10, 20, 30), { ...line(0, 10, 20), distances }])
      expect(buildInstance(input(other)).classCount).toBe(2);
    const alike = {
      ...input(line(0, 10, 20)),
      matrices: { car: { ...half, distances }, high: { ...half, distances } },
    };
    expect(buildInstance(alike).classCount).toBe(1);
  });

  it("have no rows of places that nobody can reach, so that the search need not look out for missing ways", () => {
    const roads = line(0, 10, 20);
    const island = { ...roads, durations: roads.durations.map((sec, k) => (k % 3 === 2 && k < 8 ? NO_WAY : sec)) };
    const cars: Problem = { ...input(roads), matrices: { car: island, high: island } };
    const { hasNoWay, taskCount, size } = buildInstance(cars, undefined, true);
    expect([hasNoWay, taskCount, size]).toEqual([false, 1, 2]);
    expect(served(cars)).toEqual([1]);
    // as well where nobody would go there
    expect(buildInstance({ ...cars, jobs: [cars.jobs[0]] }, undefined, true).hasNoWay).toBe(false);
    // locked, it stays, and with it the missing way
    const vehicles = [{ ...cars.vehicles[0], lockedPrefix: [{ type: "job" as const, id: 2 }] }, cars.vehicles[1]];
    expect(buildInstance({ ...cars, vehicles }, undefined, true).hasNoWay).toBe(true);
  });

  it("that are equal aren't copied for each profile, and every vehicle is used as before", () => {
    const many = { ...input(line(0, 10, 20)), jobs: [job(1, 1, { delivery: [1] }), job(2, 2, { delivery: [1] })] };
    expect(withSharedTables(many, () => undefined).vehicles.map(({ profile }) => profile)).toEqual(["car", "car"]);
    expect(withSharedTables(input(half), () => undefined)).toEqual(input(half));
    const solution = solve(many, { iterationLimit: 300 });
    expect(check(many, solution)).toEqual([]);
    expect(solution.routes.map(({ vehicleId }) => vehicleId).sort()).toEqual([1, 2]);
  });
});

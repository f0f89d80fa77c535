import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem, Vehicle } from "solver/index";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { Directions } from "solver/genetic/directions";
import { isGenetic } from "solver/genetic/genetic-problem";
import type { GeneticProblem } from "solver/genetic/genetic-problem";
import { GeneticSearch } from "solver/genetic/genetic-search";
import { polishShare } from "solver/genetic/polish";
import { buildInstance } from "solver/model/build";
import { Random } from "solver/random";
import { searchProblem, teamMemory } from "solver/search-problem";
import {
  seeds,
  made,
  madeProblem,
  ofKind,
  costOf,
  excessOf,
  everyTask,
  tasksOf,
  cuts,
  onVehicles,
  orders,
} from "./helpers/genetic";

describe("a genetic search", () => {
  it("finds the best plan of a few tasks, in matrices with one-way legs and for several kinds of vehicles too", () => {
    for (let seed = 1; seed <= 24; seed++) {
      const problem = madeProblem(seed, {
        tasks: 6,
        vehicles: 3,
        room: 1.1,
        oneWay: seed % 2 === 0,
        mixed: seed > 12,
        fixed: seed % 3 === 0 ? 200 : 0,
        openEnd: seed % 4 === 1,
      });
      let least = Infinity;
      for (const tour of orders(everyTask(problem)))
        for (const routes of cuts(tour, 3))
          for (const plan of onVehicles(problem, routes))
            if (excessOf(problem, plan) === 0) least = Math.min(least, costOf(problem, plan));
      const search = new GeneticSearch(problem, new Random(seed));
      let plans = 0;
      search.run(() => ++plans > 400);
      if (least === Infinity) expect(search.best).toBe(null);
      else expect(search.best?.cost).toBeCloseTo(least, 3);
      if (search.best !== null) expect(excessOf(problem, search.best.routes)).toBe(0);
    }
  });

  it("never returns less than the plan that it was given", () => {
    for (const how of [{}, { mixed: true }, { windows: true }]) {
      const problem = madeProblem(3, { tasks: 60, vehicles: 10, room: 1.02, ...how });
      const long = new GeneticSearch(problem, new Random(1));
      let plans = 0;
      long.run(() => ++plans > 600);
      const search = new GeneticSearch(problem, new Random(2));
      search.take(long.best!.routes);
      search.run(() => true);
      expect(search.best).not.toBe(null);
      expect(search.best!.cost).toBeLessThanOrEqual(long.best!.cost + 1e-3);
      expect(search.best!.excess).toBe(0);
    }
  });

  it("ends soon after it is stopped, within the plan that it improves, with every task", () => {
    for (const windows of [false, true]) {
      const problem = madeProblem(3, { tasks: 200, vehicles: 30, windows });
      let looks = 0;
      const search = new GeneticSearch(problem, new Random(1), () => ++looks > 50);
      search.take(ofKind(0, [everyTask(problem)]));
      expect(looks).toBeGreaterThan(50);
      expect(looks).toBeLessThan(120);
    }
  });

  it("passes over a plan with more vehicles of a kind than it has routes for", () => {
    const problem = madeProblem(3, { tasks: 8, vehicles: 4, room: 3, mixed: true });
    const search = new GeneticSearch(problem, new Random(1));
    search.take(
      ofKind(1, [
        [1, 2],
        [3, 4, 5],
        [6, 7, 8],
      ]),
    );
    expect(search.best).toBe(null);
    search.take(
      ofKind(1, [
        [1, 2],
        [3, 4, 5],
      ]).concat(ofKind(0, [[6, 7, 8]])),
    );
    expect(search.best).not.toBe(null);
  });
});

describe("the order of routes around the depot", () => {
  it("is that of their directions, also where they end anywhere", () => {
    const options = { tasks: 30, vehicles: 4 };
    for (let seed = 1; seed <= 10; seed++) {
      const problem = madeProblem(seed, options);
      const routes = ofKind(
        0,
        everyTask(problem).map((task) => [task]),
      );
      const orderOf = (of: GeneticProblem): number[] => tasksOf(new Directions(of).sorted(routes));
      expect(orderOf(problem)).not.toEqual(everyTask(problem));
      expect(orderOf(madeProblem(seed, { ...options, openEnd: true }))).toEqual(orderOf(problem));
    }
  });
});

describe("a search long enough for genetic search", () => {
  const perTask = 1500 * 8;

  it("breaks no rule and gives the same answer for the same seed", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 8 }), fc.boolean(), (seed, tasks, oneWay) => {
        const vehicles = 1 + Math.ceil(tasks / 4);
        const options = { tasks, vehicles, oneWay, mixed: seed % 2 === 0, openEnd: seed % 3 === 0 };
        const { problem } = readVroom(made(seed, options));
        const limit = { iterationLimit: perTask * tasks + 500, seed };
        const solution = solve(problem, limit);
        expect(check(problem, solution)).toEqual([]);
        expect(solution.unassigned).toEqual([]);
        expect(solve(problem, limit).routes).toEqual(solution.routes);
      }),
      { numRuns: 6 },
    );
  });

  it("knows loads whose sum needs more than 32 bits", () => {
    const json = made(7, { tasks: 8, vehicles: 8 });
    const jobs = (json.jobs as { delivery: number[] }[]).map((job) => ({ ...job, delivery: [500_000_000] }));
    const vehicles = (json.vehicles as object[]).map((vehicle) => ({ ...vehicle, capacity: [1_000_000_000] }));
    const { problem } = readVroom({ ...json, jobs, vehicles });
    const solution = solve(problem, { iterationLimit: 8 * perTask });
    expect(check(problem, solution)).toEqual([]);
    const counts = solution.routes.map(({ steps }) => steps.filter(({ type }) => type === "job").length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(Math.max(...counts)).toBe(2);
  });

  it("ends soon after the stop flag is raised, with every job", () => {
    const { problem } = readVroom(made(5, { tasks: 16, vehicles: 4 }));
    const flag = new Int32Array(new SharedArrayBuffer(4));
    let reports = 0;
    const found = searchProblem(
      problem,
      {
        iterationLimit: 16 * perTask,
        stopFlag: flag,
        onProgress: ({ share }) => {
          if (share > 0.6 && ++reports === 1) Atomics.store(flag, 0, 1);
        },
        now: clockOfSteps(),
      },
      0,
    );
    expect(reports).toBe(1);
    expect(found.iterations).toBeLessThan(0.9 * 16 * perTask);
    expect(found.routes.flatMap(({ steps }) => steps)).toHaveLength(16);
  });

  it("meets other threads that have ended", () => {
    const { problem } = readVroom(made(6, { tasks: 12, vehicles: 4 }));
    const memory = teamMemory(problem, 2);
    const options = { iterationLimit: 12 * perTask };
    const second = searchProblem(problem, options, 0, { memory, thread: 1, threads: 2 });
    expect(second.routes).toEqual([]);
    const first = searchProblem(problem, options, 0, { memory, thread: 0, threads: 2 });
    expect(first.routes.flatMap(({ steps }) => steps)).toHaveLength(12);
  });
});

/** A clock on which a second passes every time that it is looked at. */
function clockOfSteps(): () => number {
  let ms = 0;
  return () => (ms += 1000);
}

describe("a problem without jobs", () => {
  const car = { size: 1, durations: new Int32Array(1) };
  const emptyWith = (vehicles: readonly Partial<Vehicle>[]): Problem => ({
    vehicles: vehicles.map((own, k) => ({
      id: k + 1,
      profile: "car",
      startIndex: 0,
      endIndex: 0,
      capacity: [1],
      ...own,
    })),
    jobs: [],
    shipments: [],
    matrices: { car },
  });
  const timeWindow = [0, 1000] as const;

  it.each([
    ["no hours", emptyWith([{}])],
    ["working hours", emptyWith([{ timeWindow }])],
    ["vehicles of two kinds", emptyWith([{}, { costs: { fixed: 9 } }])],
  ])("is answered at once, with %s", (_, problem) => {
    expect(isGenetic(buildInstance(problem))).toBe(false);
    expect(polishShare(buildInstance(problem), Infinity)).toBe(0);
    for (const limit of [{}, { timeLimitMs: 60_000 }, { iterationLimit: 1_000_000 }]) {
      let looks = 0;
      const now = (): number => {
        if (++looks > 100) throw new Error("The search goes on.");
        return looks;
      };
      const solution = solve(problem, { ...limit, now, onProgress: () => undefined });
      expect(solution.routes).toEqual([]);
      expect(solution.iterations).toBe(0);
    }
  });
});

describe("what genetic search is for", () => {
  const base = made(1, { tasks: 4, vehicles: 2 });
  const vehicles = base.vehicles as Record<string, unknown>[];
  const jobs = base.jobs as Record<string, unknown>[];
  const all = (fields: Record<string, unknown>): unknown => ({
    ...base,
    vehicles: vehicles.map((v) => ({ ...v, ...fields })),
  });
  const firstJob = (fields: Record<string, unknown>): unknown => ({
    ...base,
    jobs: jobs.map((job, k) => (k === 0 ? { ...job, ...fields } : job)),
  });
  const setup = { setup: 5, time_windows: [[0, 1e6]] };
  const twoLoads = jobs.map((job) => ({ ...job, delivery: [1, 1] }));
  const isFor = (json: unknown): boolean => isGenetic(buildInstance(readVroom(json).problem));

  it.each([
    ["jobs on equal vehicles", base],
    ["vehicles of two sizes", { ...base, vehicles: [{ ...vehicles[0], capacity: [99] }, vehicles[1]] }],
    ["vehicles with other fixed costs", { ...base, vehicles: [{ ...vehicles[0], costs: { fixed: 9 } }, vehicles[1]] }],
    ["vehicles that end anywhere", all({ end_index: undefined })],
    ["equal working hours", all({ time_window: [0, 1e6] })],
    ["a window of a job", firstJob({ time_windows: [[0, 1e6]] })],
    ["setup at a place of its own where there are windows", firstJob(setup)],
    ["no load", { ...base, jobs: jobs.map((job) => ({ ...job, delivery: undefined })) }],
    [
      "two loads of which one has room everywhere",
      { ...base, vehicles: vehicles.map((v) => ({ ...v, capacity: [3, 4] })), jobs: twoLoads },
    ],
    ["dearer hours", { ...base, vehicles: [{ ...vehicles[0], costs: { per_hour: 4321 } }, vehicles[1]] }],
  ])("is %s", (_, json) => expect(isFor(json)).toBe(true));

  it.each([
    [
      "two windows of a job",
      firstJob({
        time_windows: [
          [0, 10],
          [20, 1e6],
        ],
      }),
    ],
    ["setup at a place of two jobs where there are windows", firstJob({ ...setup, location_index: 2 })],
    ["working hours of one vehicle", { ...base, vehicles: [{ ...vehicles[0], time_window: [0, 1e6] }, vehicles[1]] }],
    ["a limit on travel time", all({ max_travel_time: 1e6 })],
    ["a limit on stops", all({ max_tasks: 3 })],
    ["skills", { ...(firstJob({ skills: [1] }) as object), vehicles: [{ ...vehicles[0], skills: [1] }, vehicles[1]] }],
    ["vehicles of two depots", { ...base, vehicles: [{ ...vehicles[0], start_index: 1 }, vehicles[1]] }],
    ["a vehicle that ends elsewhere", { ...base, vehicles: [{ ...vehicles[0], end_index: 1 }, vehicles[1]] }],
    [
      "costs by distance beside costs by time",
      {
        ...base,
        vehicles: [{ ...vehicles[0], costs: { per_hour: 0, per_km: 100 } }, vehicles[1]],
        matrices: {
          car: {
            durations: (base.matrices as { car: { durations: number[][] } }).car.durations,
            distances: jobs.concat({}).map((_, i) => jobs.concat({}).map((_, j) => 1000 * Math.abs(i - j) ** 2)),
          },
        },
      },
    ],
    ["pickups beside deliveries", firstJob({ delivery: undefined, pickup: [1] })],
    [
      "two loads",
      {
        ...base,
        vehicles: vehicles.map((v) => ({ ...v, capacity: [3, 3] })),
        jobs: twoLoads,
      },
    ],
    ["a break", all({ breaks: [{ id: 1, time_windows: [[0, 100]], service: 10 }] })],
  ])("isn't %s", (_, json) => expect(isFor(json)).toBe(false));
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { geneticProblem, isGenetic } from "solver/genetic/genetic-problem";
import type { GeneticProblem } from "solver/genetic/genetic-problem";
import { GeneticSearch } from "solver/genetic/genetic-search";
import { KnownPairs } from "solver/genetic/known-pairs";
import { LinkedRoutes } from "solver/genetic/linked-routes";
import { LocalSearch } from "solver/genetic/local-search";
import { Split } from "solver/genetic/split";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Random } from "solver/random";
import { searchProblem, teamMemory } from "solver/search-problem";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

interface Made {
  readonly tasks: number;
  readonly vehicles: number;
  /** Room of all vehicles over what is asked for. */
  readonly room?: number;
  readonly oneWay?: boolean;
  readonly fixed?: number;
}

/** Jobs in a square around a depot, on equal vehicles. */
function made(seed: number, { tasks, vehicles, room = 1.2, oneWay = false, fixed = 0 }: Made): Record<string, unknown> {
  const random = new Random(seed);
  const points = Array.from({ length: tasks + 1 }, () => [random.below(1000), random.below(1000)]);
  const loads = points.map(() => 1 + random.below(9));
  const sum = loads.slice(1).reduce((all, load) => all + load, 0);
  const capacity = Math.max(Math.ceil((room * sum) / vehicles), ...loads);
  const durations = points.map(([x, y]) =>
    points.map(([u, w]) => Math.round(Math.hypot(x - u, y - w) * (oneWay ? 1 + random.real() / 2 : 1))),
  );
  return {
    vehicles: Array.from({ length: vehicles }, (_, v) => ({
      id: v + 1,
      start_index: 0,
      end_index: 0,
      capacity: [capacity],
      ...(fixed > 0 ? { costs: { fixed } } : {}),
    })),
    jobs: loads.slice(1).map((load, k) => ({ id: k + 1, location_index: k + 1, delivery: [load] })),
    matrices: { car: { durations } },
  };
}

function madeProblem(seed: number, options: Made): GeneticProblem {
  const instance = buildInstance(readVroom(made(seed, options)).problem);
  expect(isGenetic(instance)).toBe(true);
  return geneticProblem(instance, buildNeighbours(instance, 40, false), options.vehicles);
}

function costOf({ cost, taskCount }: GeneticProblem, routes: readonly (readonly number[])[]): number {
  let sum = 0;
  for (const tasks of routes) {
    let last = 0;
    for (const task of [...tasks, 0]) {
      sum += cost[last * (taskCount + 1) + task];
      last = task;
    }
  }
  return sum;
}

const loadOf = ({ load }: GeneticProblem, tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + load[task], 0);

const excessOf = (problem: GeneticProblem, routes: readonly (readonly number[])[]): number =>
  routes.reduce((sum, tasks) => sum + Math.max(0, loadOf(problem, tasks) - problem.capacity), 0);

const everyTask = ({ taskCount }: GeneticProblem): number[] => Array.from({ length: taskCount }, (_, k) => k + 1);

function shuffled(problem: GeneticProblem, random: Random): number[] {
  const tour = everyTask(problem);
  random.shuffle(tour);
  return tour;
}

/** Every way to cut a tour into routes, at most so many. */
function* cuts(tour: readonly number[], most: number): Generator<number[][]> {
  if (tour.length === 0) yield [];
  else if (most > 0)
    for (let k = 1; k <= tour.length; k++)
      for (const rest of cuts(tour.slice(k), most - 1)) yield [tour.slice(0, k), ...rest];
}

function* orders(tasks: readonly number[]): Generator<number[]> {
  if (tasks.length === 0) yield [];
  for (const task of tasks) for (const rest of orders(tasks.filter((other) => other !== task))) yield [task, ...rest];
}

describe("the costs of genetic search", () => {
  it("have that of the vehicle where a route leaves the depot, and nowhere else", () => {
    const options = { tasks: 10, vehicles: 3, oneWay: true };
    const [free, paid] = [0, 50].map((fixed) => madeProblem(3, { ...options, fixed }));
    const more = Array.from(paid.cost, (cost, k) => cost - free.cost[k]);
    const first = more[1];
    expect(first).toBeGreaterThan(0);
    expect(more).toEqual(more.map((_, k) => (k > 0 && k <= 10 ? first : 0)));
  });
});

describe("a local optimum", () => {
  it("has every task once, costs what its routes cost, and no more than what it was made of", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 40 }), fc.boolean(), (seed, tasks, oneWay) => {
        const vehicles = 1 + Math.ceil(tasks / 6);
        const problem = madeProblem(seed, { tasks, vehicles, oneWay, fixed: seed % 3 === 0 ? 50 : 0 });
        const random = new Random(seed);
        const local = new LocalSearch(problem, random);
        for (const price of [1, 10, 1000]) {
          const given: number[][] = Array.from({ length: vehicles }, () => []);
          for (const task of shuffled(problem, random)) given[random.below(vehicles)].push(task);
          const found = local.run(given, price);
          expect(found.routes.flat().sort((a, b) => a - b)).toEqual(everyTask(problem));
          expect(found.routes.length).toBeLessThanOrEqual(vehicles);
          expect(found.cost).toBe(costOf(problem, found.routes));
          expect(found.excess).toBe(excessOf(problem, found.routes));
          const before = costOf(
            problem,
            given.filter((route) => route.length > 0),
          );
          expect(found.cost + price * found.excess).toBeLessThanOrEqual(before + price * excessOf(problem, given));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("leaves no single task that would be cheaper elsewhere, nor a stretch that would be cheaper turned", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, oneWay) => {
        const problem = madeProblem(seed, { tasks: 14, vehicles: 4, oneWay });
        const price = 20;
        const random = new Random(seed);
        const { routes, cost, excess } = new LocalSearch(problem, random).run([shuffled(problem, random)], price);
        const priced = (plan: readonly (readonly number[])[]): number =>
          costOf(
            problem,
            plan.filter((route) => route.length > 0),
          ) +
          price * excessOf(problem, plan);
        const all = [...routes, ...(routes.length < 4 ? [[]] : [])];
        for (const task of everyTask(problem)) {
          const without = all.map((route) => route.filter((other) => other !== task));
          without.forEach((route, r) => {
            for (let k = 0; k <= route.length; k++) {
              const moved = without.map((other, s) =>
                s === r ? [...route.slice(0, k), task, ...route.slice(k)] : other,
              );
              expect(priced(moved)).toBeGreaterThanOrEqual(cost + price * excess - 1e-3);
            }
          });
        }
        routes.forEach((route, r) => {
          for (let from = 0; from < route.length; from++)
            for (let to = from + 2; to <= route.length; to++) {
              const turned = [...route.slice(0, from), ...route.slice(from, to).reverse(), ...route.slice(to)];
              // turning the whole of it is a move of its own only where ways are the same in both directions
              if (oneWay && (from === 0 || to === route.length)) continue;
              const plan = routes.map((other, s) => (s === r ? turned : other));
              expect(priced(plan)).toBeGreaterThanOrEqual(cost + price * excess - 1e-3);
            }
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe("pairs of routes between which nothing gains", () => {
  it("are passed over by a search that has met them, and by nothing else", () => {
    const problem = madeProblem(5, { tasks: 12, vehicles: 4 });
    const routes = new LinkedRoutes(problem);
    const known = new KnownPairs(routes);
    const take = (given: readonly (readonly number[])[], price: number): void => {
      routes.price = price;
      routes.take(given);
      known.look();
    };
    const plan = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ];
    take(plan, 7);
    expect(known.has(0, 1)).toBe(false);
    known.keep();
    take([plan[2], [4, 6, 5], plan[0], [10, 11]], 7);
    expect([known.has(0, 2), known.has(2, 0), known.has(0, 0)]).toEqual([true, true, true]);
    expect([known.has(0, 1), known.has(1, 1), known.has(2, 3), known.has(3, 3)]).toEqual([false, false, false, false]);
    take(plan, 8);
    expect(known.has(0, 1)).toBe(false);
    take(plan, 7);
    expect(known.has(0, 1)).toBe(true);
    routes.move(1, 2);
    routes.settle(0, 0);
    expect([known.has(0, 1), known.has(0, 0), known.has(1, 2)]).toEqual([false, false, true]);
  });

  it("leave nothing to gain for a search that has met none of them", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, oneWay) => {
        const problem = madeProblem(seed, { tasks: 40, vehicles: 9, oneWay, room: 1.1 });
        const random = new Random(seed);
        const local = new LocalSearch(problem, random);
        let { routes } = local.run([shuffled(problem, random)], 20);
        for (let k = 0; k < 20; k++) {
          const price = [2, 20, 200][k % 3];
          // what parents and children have in common: most of their routes
          const moved = 1 + random.below(40);
          const given = routes.map((tasks) => tasks.filter((task) => task !== moved));
          given[random.below(given.length)].push(moved);
          const found = local.run(given, price);
          const again = new LocalSearch(problem, new Random(seed)).run(found.routes, price);
          expect(again.cost + price * again.excess).toBe(found.cost + price * found.excess);
          routes = found.routes;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("a tour", () => {
  it("is cut into the cheapest routes, however few there may be", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), (seed, tasks, vehicles) => {
        const problem = madeProblem(seed, { tasks, vehicles, room: 1 });
        const price = seed % 50;
        const tour = shuffled(problem, new Random(seed));
        const priced = (routes: readonly (readonly number[])[]): number =>
          costOf(problem, routes) + price * excessOf(problem, routes);
        const found = new Split(problem).run(Int32Array.from(tour), price);
        expect(found.flat()).toEqual(tour);
        expect(found.length).toBeLessThanOrEqual(vehicles);
        const possible = [...cuts(tour, vehicles)];
        const within = possible.filter((routes) =>
          routes.every((route) => route.length === 1 || loadOf(problem, route) <= 1.5 * problem.capacity),
        );
        expect(priced(found)).toBeLessThanOrEqual(Math.min(Infinity, ...within.map(priced)) + 1e-6);
        expect(priced(found)).toBeGreaterThanOrEqual(Math.min(...possible.map(priced)) - 1e-6);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a genetic search", () => {
  it("finds the best plan of a few tasks, in matrices with one-way legs too", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const problem = madeProblem(seed, {
        tasks: 6,
        vehicles: 3,
        room: 1.1,
        oneWay: seed % 2 === 0,
        fixed: seed % 3 === 0 ? 200 : 0,
      });
      let least = Infinity;
      for (const tour of orders(everyTask(problem)))
        for (const routes of cuts(tour, 3))
          if (excessOf(problem, routes) === 0) least = Math.min(least, costOf(problem, routes));
      const search = new GeneticSearch(problem, new Random(seed));
      let plans = 0;
      search.run(() => ++plans > 400);
      expect(search.best?.cost ?? Infinity).toBe(least);
      if (search.best !== null) expect(excessOf(problem, search.best.routes)).toBe(0);
    }
  });

  it("never returns less than the plan that it was given", () => {
    const problem = madeProblem(3, { tasks: 60, vehicles: 10, room: 1.02 });
    const long = new GeneticSearch(problem, new Random(1));
    let plans = 0;
    long.run(() => ++plans > 600);
    const search = new GeneticSearch(problem, new Random(2));
    search.take(long.best!.routes);
    search.run(() => true);
    expect(search.best!.cost).toBeLessThanOrEqual(long.best!.cost);
    expect(search.best!.excess).toBe(0);
  });
});

describe("a search long enough for genetic search", () => {
  const perTask = 1500 * 8;

  it("breaks no rule and gives the same answer for the same seed", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 8 }), fc.boolean(), (seed, tasks, oneWay) => {
        const { problem } = readVroom(made(seed, { tasks, vehicles: 1 + Math.ceil(tasks / 4), oneWay }));
        const limit = { iterationLimit: perTask * tasks + 500, seed };
        const solution = solve(problem, limit);
        expect(check(problem, solution)).toEqual([]);
        expect(solution.unassigned).toEqual([]);
        expect(solve(problem, limit).routes).toEqual(solution.routes);
      }),
      { numRuns: 4 },
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
    const { problem } = readVroom(made(5, { tasks: 40, vehicles: 9 }));
    const flag = new Int32Array(new SharedArrayBuffer(4));
    let reports = 0;
    const found = searchProblem(
      problem,
      {
        iterationLimit: 40 * perTask,
        stopFlag: flag,
        onProgress: ({ share }) => {
          if (share > 0.6 && ++reports === 1) Atomics.store(flag, 0, 1);
        },
        now: clockOfSteps(),
      },
      0,
    );
    expect(reports).toBe(1);
    expect(found.iterations).toBeLessThan(0.9 * 40 * perTask);
    expect(found.routes.flatMap(({ steps }) => steps)).toHaveLength(40);
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
  const isFor = (json: unknown): boolean => isGenetic(buildInstance(readVroom(json).problem));

  it("is jobs on equal vehicles", () => expect(isFor(base)).toBe(true));

  it.each([
    ["working hours", all({ time_window: [0, 1e6] })],
    ["a window of a job", firstJob({ time_windows: [[0, 1e6]] })],
    ["a limit on travel time", all({ max_travel_time: 1e6 })],
    ["a limit on stops", all({ max_tasks: 3 })],
    ["skills", { ...(firstJob({ skills: [1] }) as object), vehicles: [{ ...vehicles[0], skills: [1] }, vehicles[1]] }],
    ["vehicles of two sizes", { ...base, vehicles: [{ ...vehicles[0], capacity: [99] }, vehicles[1]] }],
    ["pickups beside deliveries", firstJob({ delivery: undefined, pickup: [1] })],
    [
      "two loads",
      {
        ...base,
        vehicles: vehicles.map((v) => ({ ...v, capacity: [99, 99] })),
        jobs: jobs.map((j) => ({ ...j, delivery: [1, 1] })),
      },
    ],
    ["a break", all({ breaks: [{ id: 1, time_windows: [[0, 100]], service: 10 }] })],
  ])("isn't %s", (_, json) => expect(isFor(json)).toBe(false));
});

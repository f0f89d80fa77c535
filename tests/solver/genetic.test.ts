import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { geneticProblem, isGenetic } from "solver/genetic/genetic-problem";
import type { GeneticProblem, KindRoute } from "solver/genetic/genetic-problem";
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
  /** Every second vehicle is half as large again, dearer on every way, and costs twice as much. */
  readonly mixed?: boolean;
}

/** Jobs in a square around a depot. */
function made(seed: number, options: Made): Record<string, unknown> {
  const { tasks, vehicles, room = 1.2, oneWay = false, fixed = 0, mixed = false } = options;
  const random = new Random(seed);
  const points = Array.from({ length: tasks + 1 }, () => [random.below(1000), random.below(1000)]);
  const loads = points.map(() => 1 + random.below(9));
  const sum = loads.slice(1).reduce((all, load) => all + load, 0);
  const capacity = Math.max(Math.ceil((room * sum) / vehicles), ...loads);
  const durations = points.map(([x, y]) =>
    points.map(([u, w]) => Math.round(Math.hypot(x - u, y - w) * (oneWay ? 1 + random.real() / 2 : 1))),
  );
  return {
    vehicles: Array.from({ length: vehicles }, (_, v) => {
      const isLarge = mixed && v % 2 === 1;
      const costs = { fixed: isLarge ? 2 * fixed : fixed, per_hour: isLarge ? 4000 : 3600 };
      return {
        id: v + 1,
        start_index: 0,
        end_index: 0,
        capacity: [isLarge ? Math.ceil(1.5 * capacity) : capacity],
        ...(fixed > 0 || mixed ? { costs } : {}),
      };
    }),
    jobs: loads.slice(1).map((load, k) => ({ id: k + 1, location_index: k + 1, delivery: [load] })),
    matrices: { car: { durations } },
  };
}

function madeProblem(seed: number, options: Made): GeneticProblem {
  const instance = buildInstance(readVroom(made(seed, options)).problem);
  expect(isGenetic(instance)).toBe(true);
  const all = Array.from({ length: options.vehicles }, (_, v) => v);
  return geneticProblem(instance, buildNeighbours(instance, 40, false), all);
}

/** Routes of one kind of vehicle. */
const ofKind = (kind: number, routes: readonly (readonly number[])[]): KindRoute[] =>
  routes.map((tasks) => ({ kind, tasks }));

function costOf({ cost, taskCount, kinds }: GeneticProblem, routes: readonly KindRoute[]): number {
  let sum = 0;
  for (const { kind, tasks } of routes) {
    if (tasks.length === 0) continue;
    sum += kinds[kind].fixed;
    let last = 0;
    for (const task of [...tasks, 0]) {
      sum += kinds[kind].rate * cost[last * (taskCount + 1) + task];
      last = task;
    }
  }
  return sum;
}

const loadOf = ({ load }: GeneticProblem, tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + load[task], 0);

const excessOf = (problem: GeneticProblem, routes: readonly KindRoute[]): number =>
  routes.reduce((sum, { kind, tasks }) => sum + Math.max(0, loadOf(problem, tasks) - problem.kinds[kind].capacity), 0);

const pricedAt =
  (problem: GeneticProblem, price: number) =>
  (routes: readonly KindRoute[]): number =>
    costOf(problem, routes) + price * excessOf(problem, routes);

/** Costs are counted in finer units where vehicles differ: the price of a load that weighs as much as it does there. */
const finely = ({ cost }: GeneticProblem, price: number): number => Math.round((price * Math.max(...cost)) / 1200);

/** Whether there are enough vehicles of each kind. */
const areThere = ({ kinds }: GeneticProblem, routes: readonly KindRoute[]): boolean =>
  kinds.every(({ most }, k) => routes.filter(({ kind, tasks }) => kind === k && tasks.length > 0).length <= most);

const tasksOf = (routes: readonly KindRoute[]): number[] => routes.flatMap(({ tasks }) => tasks);

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

/** Every way to give routes vehicles that there are. */
function* onVehicles(problem: GeneticProblem, routes: readonly (readonly number[])[]): Generator<KindRoute[]> {
  const withKinds = function* (k: number): Generator<KindRoute[]> {
    if (k === routes.length) yield [];
    else
      for (const rest of withKinds(k + 1))
        for (let kind = 0; kind < problem.kinds.length; kind++) yield [{ kind, tasks: routes[k] }, ...rest];
  };
  for (const plan of withKinds(0)) if (areThere(problem, plan)) yield plan;
}

function* orders(tasks: readonly number[]): Generator<number[]> {
  if (tasks.length === 0) yield [];
  for (const task of tasks) for (const rest of orders(tasks.filter((other) => other !== task))) yield [task, ...rest];
}

describe("kinds of vehicles", () => {
  it("have room, a rate of the dearest vehicles' costs, and what one costs that leaves the depot", () => {
    const options = { tasks: 10, vehicles: 5, oneWay: true, mixed: true, fixed: 30 };
    const { kinds, routes, cost } = madeProblem(3, options);
    const instance = buildInstance(readVroom(made(3, options)).problem);
    const room = instance.capacity[0];
    expect(kinds).toEqual([
      { capacity: room, rate: expect.closeTo(0.9, 3), fixed: 30 * instance.costScale, vehicles: [0, 2, 4], most: 3 },
      { capacity: Math.ceil(1.5 * room), rate: 1, fixed: 60 * instance.costScale, vehicles: [1, 3], most: 2 },
    ]);
    expect(routes).toBe(5);
    const [ofSmall, ofLarge] = [0, 1].map((v) => instance.cost[instance.costOf[v]]);
    const [from, to] = [instance.place[0], instance.place[1]];
    expect(cost[1 * 11 + 2]).toBe(ofLarge[from * instance.size + to]);
    expect(cost[1 * 11 + 2] * kinds[0].rate).toBeCloseTo(ofSmall[from * instance.size + to], -0.5);
  });

  it("of which there are plenty get routes for all loads, and equal vehicles a few more than are in use", () => {
    const problemOf = (options: Made, used: readonly number[]): GeneticProblem => {
      const instance = buildInstance(readVroom(made(4, options)).problem);
      return geneticProblem(instance, buildNeighbours(instance, 40, false), used);
    };
    const plenty = { tasks: 30, vehicles: 60, room: 10 };
    expect(problemOf(plenty, [3, 5]).kinds.map(({ most }) => most)).toEqual([4]);
    const { kinds, load } = problemOf({ ...plenty, mixed: true }, [3, 5]);
    const sum = load.reduce((all, one) => all + one, 0);
    expect(kinds.map(({ most }) => most)).toEqual(
      kinds.map(({ capacity }) => Math.ceil(sum / capacity) + 1 + Math.ceil(sum / capacity / 10)),
    );
  });
});

describe("a local optimum", () => {
  it("has every task once, costs what its routes cost, and no more than what it was made of", () => {
    const anyOf = fc.record({
      seed: seeds,
      tasks: fc.integer({ min: 1, max: 40 }),
      oneWay: fc.boolean(),
      mixed: fc.boolean(),
    });
    fc.assert(
      fc.property(anyOf, ({ seed, tasks, ...how }) => {
        const vehicles = 2 + Math.ceil(tasks / 6);
        const problem = madeProblem(seed, { tasks, vehicles, ...how, fixed: seed % 3 === 0 ? 50 : 0 });
        const random = new Random(seed);
        const local = new LocalSearch(problem, random);
        for (const price of [1, 10, 1000].map((one) => finely(problem, one))) {
          const given = problem.kinds.flatMap(({ most }, k) =>
            ofKind(
              k,
              Array.from({ length: most }, (): number[] => []),
            ),
          );
          for (const task of shuffled(problem, random))
            (given[random.below(given.length)].tasks as number[]).push(task);
          const found = local.run(given, price);
          expect(tasksOf(found.routes).sort((a, b) => a - b)).toEqual(everyTask(problem));
          expect(areThere(problem, found.routes)).toBe(true);
          expect(found.cost).toBeCloseTo(costOf(problem, found.routes), 3);
          expect(found.excess).toBe(excessOf(problem, found.routes));
          const priced = pricedAt(problem, price);
          expect(priced(found.routes)).toBeLessThanOrEqual(priced(given) + 1e-3);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("leaves no task that would be cheaper elsewhere, no stretch turned, and no vehicles exchanged", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.boolean(), (seed, oneWay, mixed) => {
        const fixed = seed % 3 === 0 ? 50 : 0;
        const problem = madeProblem(seed, { tasks: 14, vehicles: 4, oneWay, mixed, fixed });
        const price = finely(problem, 20);
        const random = new Random(seed);
        const given = ofKind(0, [shuffled(problem, random)]);
        const { routes } = new LocalSearch(problem, random).run(given, price);
        const priced = pricedAt(problem, price);
        const least = priced(routes) - 2e-3;
        const all = [...routes];
        problem.kinds.forEach(({ most }, kind) => {
          if (routes.filter((route) => route.kind === kind).length < most) all.push({ kind, tasks: [] });
        });
        for (const task of everyTask(problem)) {
          const without = all.map(({ kind, tasks }) => ({ kind, tasks: tasks.filter((other) => other !== task) }));
          without.forEach(({ kind, tasks }, r) => {
            for (let k = 0; k <= tasks.length; k++) {
              const longer = { kind, tasks: [...tasks.slice(0, k), task, ...tasks.slice(k)] };
              const moved = without.map((other, s) => (s === r ? longer : other));
              expect(priced(moved)).toBeGreaterThanOrEqual(least);
            }
          });
        }
        routes.forEach(({ kind, tasks }, r) => {
          for (let from = 0; from < tasks.length; from++)
            for (let to = from + 2; to <= tasks.length; to++) {
              const turned = [...tasks.slice(0, from), ...tasks.slice(from, to).reverse(), ...tasks.slice(to)];
              // turning the whole of it is a move of its own only where ways are the same in both directions
              if (oneWay && (from === 0 || to === tasks.length)) continue;
              const plan = routes.map((other, s) => (s === r ? { kind, tasks: turned } : other));
              expect(priced(plan)).toBeGreaterThanOrEqual(least);
            }
        });
        for (let a = 0; a < all.length; a++)
          for (let b = 0; b < a; b++) {
            const kindOf = (r: number): number => all[r === a ? b : r === b ? a : r].kind;
            expect(priced(all.map(({ tasks }, r) => ({ kind: kindOf(r), tasks })))).toBeGreaterThanOrEqual(least);
          }
      }),
      { numRuns: 200 },
    );
  });

  it("leaves no vehicles that would be cheaper exchanged, however far from each other their routes are", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const problem = madeProblem(seed, { tasks: 200, vehicles: 24, room: 1.02, mixed: true });
        const price = finely(problem, 20);
        const random = new Random(seed);
        // cut from a good tour, so that routes far from each other stay so
        const tour = Int32Array.from(
          new LocalSearch(problem, random).run(ofKind(0, [shuffled(problem, random)]), 0).routes[0].tasks,
        );
        const { routes } = new LocalSearch(problem, random).run(new Split(problem).run(tour, price), price);
        const priced = pricedAt(problem, price);
        for (const a of routes)
          for (const b of routes)
            expect(
              priced([
                { ...a, kind: b.kind },
                { ...b, kind: a.kind },
              ]),
            ).toBeGreaterThanOrEqual(priced([a, b]) - 2e-3);
      }),
      { numRuns: 40 },
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
      routes.take(ofKind(0, given));
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

  it("are others on other vehicles", () => {
    const routes = new LinkedRoutes(madeProblem(5, { tasks: 12, vehicles: 4, mixed: true }));
    const known = new KnownPairs(routes);
    const tasks = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    routes.take(ofKind(0, tasks));
    known.keep();
    routes.take(ofKind(1, tasks));
    known.look();
    expect(known.has(0, 1)).toBe(false);
    routes.take(ofKind(0, tasks));
    known.look();
    expect(known.has(0, 1)).toBe(true);
  });

  it("leave nothing to gain for a search that has met none of them", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), fc.boolean(), (seed, oneWay, mixed) => {
        const problem = madeProblem(seed, { tasks: 40, vehicles: 9, oneWay, mixed, room: 1.1 });
        const random = new Random(seed);
        const local = new LocalSearch(problem, random);
        let { routes } = local.run(ofKind(0, [shuffled(problem, random)]), 20);
        for (let k = 0; k < 20; k++) {
          const price = finely(problem, [2, 20, 200][k % 3]);
          // what parents and children have in common: most of their routes
          const moved = 1 + random.below(40);
          const given = routes.map(({ kind, tasks }) => ({ kind, tasks: tasks.filter((task) => task !== moved) }));
          given[random.below(given.length)].tasks.push(moved);
          const found = local.run(given, price);
          const again = new LocalSearch(problem, new Random(seed)).run(found.routes, price);
          expect(again.cost + price * again.excess).toBeCloseTo(found.cost + price * found.excess, 3);
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
        const tour = shuffled(problem, new Random(seed));
        const priced = pricedAt(problem, seed % 50);
        const found = new Split(problem).run(Int32Array.from(tour), seed % 50);
        expect(tasksOf(found)).toEqual(tour);
        expect(found.length).toBeLessThanOrEqual(vehicles);
        const possible = [...cuts(tour, vehicles)].map((routes) => ofKind(0, routes));
        const within = possible.filter((routes) =>
          routes.every(
            (route) => route.tasks.length === 1 || loadOf(problem, route.tasks) <= 1.5 * problem.kinds[0].capacity,
          ),
        );
        expect(priced(found)).toBeLessThanOrEqual(Math.min(Infinity, ...within.map(priced)) + 1e-6);
        expect(priced(found)).toBeGreaterThanOrEqual(Math.min(...possible.map(priced)) - 1e-6);
      }),
      { numRuns: 300 },
    );
  });

  it("is cut into the cheapest routes on vehicles of several kinds, or of those that there are", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 7 }), fc.boolean(), (seed, tasks, pays) => {
        const few = madeProblem(seed, { tasks, vehicles: 6, mixed: true, room: 1.5, fixed: pays ? 100 : 0 });
        const enough = few.kinds.map((kind) => ({ ...kind, most: tasks }));
        const many = { ...few, kinds: enough, routes: enough.length * tasks };
        const tour = shuffled(few, new Random(seed));
        const price = finely(few, 10 + (seed % 300));
        const priced = pricedAt(few, price);
        for (const problem of [few, many]) {
          const found = new Split(problem).run(Int32Array.from(tour), price);
          expect(tasksOf(found).sort((a, b) => a - b)).toEqual(everyTask(problem));
          expect(areThere(problem, found)).toBe(true);
          const possible = [...cuts(tour, tasks)].flatMap((routes) => [...onVehicles(problem, routes)]);
          expect(priced(found)).toBeGreaterThanOrEqual(Math.min(...possible.map(priced)) - 1e-3);
          if (problem === few) continue;
          const largest = Math.max(...problem.kinds.map(({ capacity }) => capacity));
          const within = possible.filter((routes) =>
            routes.every((route) => route.tasks.length === 1 || loadOf(problem, route.tasks) <= 1.5 * largest),
          );
          expect(priced(found)).toBeLessThanOrEqual(Math.min(...within.map(priced)) + 1e-3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("makes vehicles dearer of which too many are wanted, so that later cuts are cheaper", () => {
    let cheaper = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const made = madeProblem(seed, { tasks: 20, vehicles: 8, mixed: true, room: 1.3, fixed: 400 });
      // the larger kind costs little, and there are two of it
      const kinds = made.kinds.map((kind, k) =>
        k === 1 ? { ...kind, rate: 0.1, fixed: 0, most: 2, vehicles: [1, 3] } : kind,
      );
      const problem = { ...made, kinds, routes: kinds.reduce((sum, { most }) => sum + most, 0) };
      const split = new Split(problem);
      const tour = Int32Array.from(everyTask(problem));
      const price = finely(problem, 30);
      const priced = pricedAt(problem, price);
      const first = priced(split.run(tour, price));
      const later = Array.from({ length: 60 }, () => priced(split.run(tour, price)));
      if (Math.min(...later) < first) cheaper++;
    }
    expect(cheaper).toBeGreaterThan(5);
  });
});

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
    for (const mixed of [false, true]) {
      const problem = madeProblem(3, { tasks: 60, vehicles: 10, room: 1.02, mixed });
      const long = new GeneticSearch(problem, new Random(1));
      let plans = 0;
      long.run(() => ++plans > 600);
      const search = new GeneticSearch(problem, new Random(2));
      search.take(long.best!.routes);
      search.run(() => true);
      expect(search.best!.cost).toBeLessThanOrEqual(long.best!.cost + 1e-3);
      expect(search.best!.excess).toBe(0);
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

describe("a search long enough for genetic search", () => {
  const perTask = 1500 * 8;

  it("breaks no rule and gives the same answer for the same seed", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 8 }), fc.boolean(), (seed, tasks, oneWay) => {
        const options = { tasks, vehicles: 1 + Math.ceil(tasks / 4), oneWay, mixed: seed % 2 === 0 };
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

  it.each([
    ["jobs on equal vehicles", base],
    ["vehicles of two sizes", { ...base, vehicles: [{ ...vehicles[0], capacity: [99] }, vehicles[1]] }],
    ["vehicles with other fixed costs", { ...base, vehicles: [{ ...vehicles[0], costs: { fixed: 9 } }, vehicles[1]] }],
    ["dearer hours", { ...base, vehicles: [{ ...vehicles[0], costs: { per_hour: 4321 } }, vehicles[1]] }],
  ])("is %s", (_, json) => expect(isFor(json)).toBe(true));

  it.each([
    ["working hours", all({ time_window: [0, 1e6] })],
    ["a window of a job", firstJob({ time_windows: [[0, 1e6]] })],
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
        vehicles: vehicles.map((v) => ({ ...v, capacity: [99, 99] })),
        jobs: jobs.map((j) => ({ ...j, delivery: [1, 1] })),
      },
    ],
    ["a break", all({ breaks: [{ id: 1, time_windows: [[0, 100]], service: 10 }] })],
  ])("isn't %s", (_, json) => expect(isFor(json)).toBe(false));
});

import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { geneticProblem } from "solver/genetic/genetic-problem";
import type { GeneticProblem } from "solver/genetic/genetic-problem";
import { KnownPairs } from "solver/genetic/known-pairs";
import { LinkedRoutes } from "solver/genetic/linked-routes";
import { LoadMoves } from "solver/genetic/load-moves";
import { LocalSearch } from "solver/genetic/local-search";
import { Split } from "solver/genetic/split";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Random } from "solver/random";
import {
  seeds,
  made,
  madeProblem,
  ofKind,
  costOf,
  loadOf,
  excessOf,
  loadPrice,
  pricedAt,
  finely,
  cuts,
  onVehicles,
  areThere,
  tasksOf,
  everyTask,
  shuffled,
} from "./helpers/genetic";
import type { Made } from "./helpers/genetic";

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
          const found = local.run(given, loadPrice(price));
          expect(tasksOf(found.routes).sort((a, b) => a - b)).toEqual(everyTask(problem));
          expect(areThere(problem, found.routes)).toBe(true);
          expect(found.cost).toBeCloseTo(costOf(problem, found.routes), 3);
          expect(found.excess).toBe(excessOf(problem, found.routes));
          const priced = pricedAt(problem, price);
          expect(priced(found.routes)).toBeLessThanOrEqual(priced(given) + 1e-3);
        }
        expect(local.circles).toBe(0);
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
        const { routes } = new LocalSearch(problem, random).run(given, loadPrice(price));
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
          new LocalSearch(problem, random).run(ofKind(0, [shuffled(problem, random)]), loadPrice(0)).routes[0].tasks,
        );
        const { routes } = new LocalSearch(problem, random).run(new Split(problem).run(tour, price), loadPrice(price));
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

describe("moves that go round in a circle", () => {
  it.each([false, true])("end with the plan that they have reached, into empty routes too: %s", (intoEmpty) => {
    const problem = madeProblem(5, { tasks: 12, vehicles: 4 });
    const plan = ofKind(0, [everyTask(problem)]);
    // why: a move whose cost is computed wrongly isn't known, so one that changes nothing says that it gains
    const moves = vi.spyOn(LoadMoves.prototype, "tryPair").mockImplementation(function (this: LoadMoves, u, v) {
      const { routes } = this as unknown as { readonly routes: LinkedRoutes };
      if (intoEmpty && routes.count[routes.route[v]] > 0) return false;
      routes.settle(routes.route[u], routes.route[v]);
      return true;
    });
    onTestFinished(() => moves.mockRestore());
    const local = new LocalSearch(problem, new Random(1));
    expect(local.run(plan, loadPrice(1000)).routes).toEqual(plan);
    expect(local.circles).toBe(1);
    moves.mockRestore();
    // nothing that it met counts as known to gain nothing
    expect(local.run(plan, loadPrice(1000)).routes).not.toEqual(plan);
  });
});

describe("pairs of routes between which nothing gains", () => {
  it("are passed over by a search that has met them, and by nothing else", () => {
    const problem = madeProblem(5, { tasks: 12, vehicles: 4 });
    const routes = new LinkedRoutes(problem);
    const known = new KnownPairs(routes);
    const take = (given: readonly (readonly number[])[], price: number, timePrice = 0): void => {
      routes.price = price;
      routes.timePrice = timePrice;
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
    take(plan, 7, 0.5);
    expect(known.has(0, 1)).toBe(false);
    known.keep();
    for (const timePrice of [0.5 * (1 + 1e-9), 0.25, 1e-4]) {
      take(plan, 7, timePrice);
      expect(known.has(0, 1)).toBe(false);
      known.keep();
    }
    take(plan, 7, 2e-4);
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
        let { routes } = local.run(ofKind(0, [shuffled(problem, random)]), loadPrice(20));
        for (let k = 0; k < 20; k++) {
          const price = finely(problem, [2, 20, 200][k % 3]);
          // what parents and children have in common: most of their routes
          const moved = 1 + random.below(40);
          const given = routes.map(({ kind, tasks }) => ({ kind, tasks: tasks.filter((task) => task !== moved) }));
          given[random.below(given.length)].tasks.push(moved);
          const found = local.run(given, loadPrice(price));
          const again = new LocalSearch(problem, new Random(seed)).run(found.routes, loadPrice(price));
          expect(again.cost + price * again.excess).toBeCloseTo(found.cost + price * found.excess, 3);
          routes = found.routes;
        }
        expect(local.circles).toBe(0);
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { snapshot } from "solver/construct/construct";
import { toGiven } from "solver/model/given-routes";
import { SharedBest } from "solver/parallel/shared-best";
import { loadRoutes } from "solver/search/journal";
import { Mosaic } from "solver/search/mosaic";
import type { Plan } from "solver/search/plan";
import { searchProblem } from "solver/search-problem";
import { Stop } from "solver/stop/stop";
import type { StepRef, Vehicle } from "solver/index";
import { emptyPlanOf, fill, filledPlan, planCost } from "./helpers/plan-state";
import { spread } from "./helpers/spread";

/** Two towns on both sides of the depot: tasks 0 and 1 in one, 2 and 3 in the other. */
const TOWNS = [0, 100, 101, -100, -101];

/** A plan of these routes, vehicle by vehicle, whose vehicles hold so many tasks each. */
function planOf(
  holds: readonly number[],
  routes: readonly (readonly number[])[],
  { places = TOWNS, fixed = holds.map(() => 0) } = {},
): Plan {
  const durations = places.map((from) => places.map((to) => Math.abs(from - to)));
  const jobs = [1, 2, 3, 4].map((id) => ({ id, location_index: id, delivery: [1] }));
  const vehicles = holds.map((most, k) => ({
    id: k + 1,
    start_index: 0,
    end_index: 0,
    capacity: [most],
    costs: { fixed: fixed[k]!, per_hour: 3600 },
  }));
  const { plan } = emptyPlanOf(readVroom({ jobs, vehicles, matrices: { car: { durations } } }).problem, 1);
  loadRoutes(plan, routes);
  return plan;
}

const noop = (): void => undefined;

const tasksOf = (routes: readonly (readonly number[])[]): number[] => routes.flat().sort((a, b) => a - b);

/** A mosaic of the plan's routes and these. */
function pieced(plan: Plan, ...others: (readonly (readonly number[])[])[]): Mosaic {
  const mosaic = new Mosaic(plan);
  mosaic.take();
  for (const routes of others) {
    loadRoutes(plan, routes);
    mosaic.take();
  }
  return mosaic;
}

describe("the best plan pieced together", () => {
  it("has from each plan the routes of the region that it has better", () => {
    const plan = planOf([2, 2, 2, 2], [[0, 1], [2], [3], []]);
    const first = plan.cost;
    const mosaic = pieced(plan, [[0], [1], [2, 3], []]);
    expect(mosaic.cost).toBeLessThan(Math.min(first, plan.cost));
    loadRoutes(plan, mosaic.routes());
    expect(snapshot(plan).filter((route) => route.length > 0)).toEqual(
      expect.arrayContaining([
        [0, 1],
        [2, 3],
      ]),
    );
    expect(plan.cost).toBe(mosaic.cost);
  });

  it("is the same from the routes alone as from the plan that has them", () => {
    const plan = planOf([2, 2, 2, 2], [[0, 1], [2], [3], []]);
    const mosaic = new Mosaic(plan);
    mosaic.takeRoutes([[0, 1], [2], [3], []]);
    mosaic.takeRoutes([[0], [1], [2, 3], []]);
    expect(mosaic.cost).toBe(pieced(plan, [[0], [1], [2, 3], []]).cost);
  });

  it("uses no more vehicles of a class than there are", () => {
    // one large van: each plan uses it for another town
    const plan = planOf([2, 1, 1, 1], [[0, 1], [2], [3], []]);
    const mosaic = pieced(plan, [[2, 3], [0], [1], []]);
    const routes = mosaic.routes();
    expect(tasksOf(routes)).toEqual([0, 1, 2, 3]);
    routes.forEach((tasks, v) => expect(tasks.length).toBeLessThanOrEqual(v === 0 ? 2 : 1));
  });

  it("takes an exchange that needs the vehicle which another one frees", () => {
    // the large van costs more, which only the far town is worth
    const plan = planOf([2, 1, 1, 1], [[0, 1], [2], [3], []], {
      places: [0, 1, 2, -100, -101],
      fixed: [100, 10, 10, 10],
    });
    const mosaic = pieced(plan, [[2, 3], [0], [1], []]);
    expect(mosaic.cost).toBe(plan.cost);
    expect(mosaic.routes()[0]).toEqual([2, 3]);
    expect(tasksOf(mosaic.routes())).toEqual([0, 1, 2, 3]);
  });

  it("is the other plan as a whole where only that saves something", () => {
    // the near town gives the large van up, which costs more there, for the far one
    const plan = planOf([2, 1, 1, 1], [[0, 1], [2], [3], []], {
      places: [0, 1, 2, -100, -101],
      fixed: [10, 10, 10, 10],
    });
    const mosaic = pieced(plan, [[2, 3], [0], [1], []]);
    expect(mosaic.cost).toBe(plan.cost);
    expect(mosaic.routes()[0]).toEqual([2, 3]);
  });

  it("leaves locked beginnings on their vehicles", () => {
    const { problem } = planOf([2, 2, 2, 2], []).instance;
    const [first, second, third, fourth] = problem.vehicles;
    const locked = (id: number): Vehicle["lockedPrefix"] => [{ type: "job", id }];
    const beginnings = [
      { ...third!, lockedPrefix: locked(2) },
      { ...fourth!, lockedPrefix: locked(4) },
    ];
    const { plan } = emptyPlanOf({ ...problem, vehicles: [first!, second!, ...beginnings] }, 1);
    loadRoutes(plan, [[2], [], [1, 0], [3]]);
    const mosaic = pieced(plan, [[], [0], [1], [3, 2]]);
    expect(mosaic.routes()).toEqual([[], [], [1, 0], [3, 2]]);
  });

  it("has no overloaded route, and passes over plans that leave out tasks", () => {
    const plan = planOf([1, 1, 1, 1], [[0], [1], [2], [3]]);
    const { cost } = plan;
    const mosaic = pieced(plan);
    plan.overload.begin(1);
    plan.overload.most.fill(2);
    loadRoutes(plan, [[0, 1], [], [2, 3], []]);
    expect(plan.overload.routes).toBe(2);
    expect(plan.cost).toBeLessThan(cost);
    mosaic.take();
    loadRoutes(plan, [[0], [], [2], []]);
    mosaic.take();
    expect(mosaic.cost).toBe(cost);
    expect(tasksOf(mosaic.routes())).toEqual([0, 1, 2, 3]);
  });

  it("costs no more than any plan on the way, keeps every rule and serves every task once", () => {
    let better = 0;
    let complete = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 4, max: 30 }), (seed, tasks) => {
        const { plan, random, search } = filledPlan(seed, tasks);
        if (plan.openCount > 0 || plan.instance.taskCount === 0) return;
        complete++;
        const mosaic = new Mosaic(plan);
        const beginnings = plan.instance.locked.map((locked) => [...locked]);
        let least = Infinity;
        // overlooks places, so that plans become better and worse
        search.inserter.blink = 0.5;
        for (let round = 0; round < 60; round++) {
          if (plan.openCount === 0) {
            mosaic.take();
            least = Math.min(least, plan.cost);
          }
          // a task goes where insertion puts it
          const task = random.below(plan.instance.taskCount);
          const v = plan.route[task]!;
          if (v >= 0 && plan.isLocked[task] === 0 && plan.instance.paired[task]! < 0) {
            plan.remove(task);
            plan.settle(v);
            // where a detour is shorter than the direct leg, a stop less can break a rule
            if (!plan.isFeasible(v)) loadRoutes(plan, mosaic.routes());
          }
          search.inserter.drawBlink();
          for (const open of [...plan.open.subarray(0, plan.openCount)])
            if (search.inserter.find(open)) search.inserter.apply(open);
        }
        expect(mosaic.cost).toBeLessThanOrEqual(least + 1e-6);
        if (mosaic.cost < least - 1e-6) better++;
        const routes = mosaic.routes();
        loadRoutes(plan, routes);
        expect(plan.cost).toBeCloseTo(mosaic.cost, 4);
        expect(planCost(plan)).toBeCloseTo(mosaic.cost, 4);
        expect(plan.openCount).toBe(0);
        expect(tasksOf(routes)).toEqual(Array.from({ length: plan.instance.taskCount }, (_, t) => t));
        for (let v = 0; v < plan.instance.vehicleCount; v++) {
          expect(plan.isFeasible(v)).toBe(true);
          expect(routes[v]!.slice(0, beginnings[v]!.length)).toEqual(beginnings[v]);
        }
        // its own routes read back cost the same
        const again = new Mosaic(plan);
        again.takeRoutes(routes);
        expect(again.cost).toBeCloseTo(mosaic.cost, 4);
      }),
      { numRuns: 200 },
    );
    expect(complete).toBeGreaterThan(50);
    expect(better).toBeGreaterThan(5);
  });
});

describe("a search", () => {
  it("ends a cooling with what can be pieced together from it", () => {
    const endOf = (seed: number, withMosaic: boolean): number => {
      const { plan, search } = fill(emptyPlanOf(spread(seed, 80, 5), seed));
      if (withMosaic) search.mosaic = new Mosaic(plan);
      const stop = new Stop(() => 0, Infinity, 20_000, undefined, 0);
      search.run(stop, { first: 1, last: 0.3 }, 0, 1, noop, noop);
      expect(search.journal.bestMissing).toBe(0);
      return search.journal.bestCost;
    };
    let better = 0;
    for (let seed = 1; seed <= 10; seed++) {
      // the mosaic draws no lots: both have seen the same plans
      const [without, pieced] = [endOf(seed, false), endOf(seed, true)];
      expect(pieced).toBeLessThanOrEqual(without);
      if (pieced < without) better++;
    }
    expect(better).toBeGreaterThan(3);
  });

  it("with threads answers with what can be pieced together from all their plans", () => {
    const plan = planOf([2, 2, 2, 2], [[0, 1], [2], [3], []]);
    const { problem, taskCount, vehicleCount } = plan.instance;
    const own = toGiven(plan.instance, snapshot(plan));
    const { cost } = plan;
    const theirs = [[0], [1], [2, 3], []];
    loadRoutes(plan, theirs);
    const memory = SharedBest.allocate(2, taskCount, vehicleCount);
    new SharedBest(memory, 1, taskCount, vehicleCount).publish(0, plan.cost, 0, theirs);
    SharedBest.finish(memory, 1);
    // no round of its own: it has the plan that it was given
    const options = { warmStart: own, iterationLimit: 0 };
    const found = searchProblem(problem, options, 0, { memory, thread: 0, threads: 2 });
    const stepsOf = (ids: readonly number[]): StepRef[] => ids.map((id) => ({ type: "job", id }));
    expect(found.routes.map((route) => route.steps).filter((steps) => steps.length > 0)).toEqual(
      expect.arrayContaining([stepsOf([1, 2]), stepsOf([3, 4])]),
    );
    expect(cost).toBe(plan.cost);
  });
});

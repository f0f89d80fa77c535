import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { snapshot } from "solver/construct/construct";
import { insertInOrder } from "solver/construct/insertion";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Random } from "solver/random";
import { Anneal } from "solver/search/anneal";
import { crossover } from "solver/search/crossover";
import { Inserter } from "solver/search/inserter";
import { loadRoutes } from "solver/search/journal";
import { Plan } from "solver/search/plan";
import type { Problem } from "solver/index";
import { expectUpToDate, planCost } from "./helpers/plan-state";
import { randomProblem } from "./helpers/random-problem";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

/** A random problem whose vehicles are all like its first one, some more of them. */
function equalVehicles(seed: number, tasks: number): Problem {
  const json = randomProblem(seed, { tasks });
  const [first] = json.vehicles as Record<string, unknown>[];
  return readVroom({ ...json, vehicles: Array.from({ length: 2 + (seed % 5) }, (_, k) => ({ ...first, id: k + 1 })) })
    .problem;
}

function searchOf(problem: Problem, random: Random): Anneal {
  const instance = buildInstance(problem);
  const plan = new Plan(instance);
  const inserter = new Inserter(plan, buildNeighbours(instance, 40, instance.hasTime), random);
  return new Anneal(plan, inserter, buildNeighbours(instance, 100, false), random);
}

/** Routes by insertion in a random order. */
function randomRoutes({ plan, inserter }: Anneal, random: Random): number[][] {
  loadRoutes(
    plan,
    Array.from({ length: plan.instance.vehicleCount }, () => []),
  );
  insertInOrder(plan, inserter, () => random.real());
  return snapshot(plan);
}

describe("routes of two plans in one", () => {
  it("keep every rule, every task once, stored values up to date, and some of the father's routes", () => {
    let crossed = 0;
    let inherited = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 4, max: 24 }), (seed, tasks) => {
        const random = new Random(seed);
        const problem = equalVehicles(seed, tasks);
        const search = searchOf(problem, random);
        const { plan } = search;
        if (plan.instance.classCount > 1) return;
        const mother = randomRoutes(search, random);
        const father = randomRoutes(search, random);
        const before = snapshot(plan);
        if (!crossover(search, mother, father, random, () => false)) {
          expect(snapshot(plan)).toEqual(before);
          return;
        }
        crossed++;
        expectUpToDate(problem, plan);
        for (let v = 0; v < plan.instance.vehicleCount; v++) expect(plan.isFeasible(v)).toBe(true);
        const child = snapshot(plan);
        const served = child.flat().sort((a, b) => a - b);
        const open = Array.from(plan.open.subarray(0, plan.openCount)).sort((a, b) => a - b);
        expect([...served, ...open].sort((a, b) => a - b)).toEqual(
          Array.from({ length: plan.instance.taskCount }, (_, t) => t),
        );
        expect(plan.cost).toBeCloseTo(planCost(plan), 6);
        if (
          child.some(
            (route) => route.length > 1 && father.some((theirs) => theirs.every((task) => route.includes(task))),
          )
        )
          inherited++;
      }),
      { numRuns: 200 },
    );
    expect(crossed).toBeGreaterThan(50);
    expect(inherited).toBeGreaterThan(crossed / 3);
  });

  it("don't stay on a route that breaks a rule because of what it lost", () => {
    // the direct way to stop 2 is too long for its window, the way by stop 1 is not
    const durations = [
      [0, 10, 100, 10],
      [10, 0, 10, 10],
      [10, 10, 0, 10],
      [10, 10, 10, 0],
    ];
    const jobs = [1, 2, 3].map((id) => ({ id, location_index: id, ...(id === 2 ? { time_windows: [[0, 30]] } : {}) }));
    const vehicles = [1, 2].map((id) => ({ id, start_index: 0, end_index: 0, profile: "car" }));
    const { problem } = readVroom({ jobs, vehicles, matrices: { car: { durations } } });
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const search = searchOf(problem, random);
      const { plan } = search;
      expect(crossover(search, [[0, 1], [2]], [[0, 2], []], random, () => false)).toBe(true);
      expectUpToDate(problem, plan);
      expect(plan.isFeasible(0) && plan.isFeasible(1)).toBe(true);
      expect(plan.openCount).toBe(0);
      expect(plan.prev[1]).toBeLessThan(3);
    }
  });

  it("are nothing new where both plans are the same", () => {
    const random = new Random(7);
    const search = searchOf(equalVehicles(7, 12), random);
    const routes = randomRoutes(search, random);
    expect(crossover(search, routes, routes, random, () => false)).toBe(false);
  });
});

describe("a search long enough for generations", () => {
  it("breaks no rule and gives the same answer for the same seed", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 6 }), (seed, tasks) => {
        const problem = equalVehicles(seed, tasks);
        const limit = { iterationLimit: 1500 * 3 * (problem.jobs.length + 2 * problem.shipments.length) + 1000, seed };
        const solution = solve(problem, limit);
        expect(check(problem, solution)).toEqual([]);
        expect(solve(problem, limit).routes).toEqual(solution.routes);
      }),
      { numRuns: 10 },
    );
  });
});

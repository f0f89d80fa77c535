import { describe, expect, it } from "vitest";
import { check, routesOf, solve } from "solver/index";
import { snapshot } from "solver/construct/construct";
import { followRoutes } from "solver/construct/warm-start";
import { readVroom } from "solver/formats/vroom/read";
import { isGenetic } from "solver/genetic/genetic-problem";
import { polish, polishShare } from "solver/genetic/polish";
import { buildInstance } from "solver/model/build";
import { Random } from "solver/random";
import { made } from "./helpers/genetic";
import type { Made } from "./helpers/genetic";
import { emptyPlanOf, expectUpToDate, fill, planCost } from "./helpers/plan-state";
import type { Filled } from "./helpers/plan-state";

const problemOf = (seed: number, options: Made) => readVroom(made(seed, options)).problem;
const never = (): boolean => false;

/** A plan by insertion, in no good order. */
function poorPlan(seed: number, options: Made): Filled {
  const filled = fill(emptyPlanOf(problemOf(seed, options), seed));
  filled.search.adopt(snapshot(filled.plan));
  return filled;
}

/** What the best exchange of two tasks of two routes gains, each to its cheapest place in the other one. */
function bestExchange({ plan }: Filled): number {
  const { instance } = plan;
  const { cost, costOf, place, size, taskCount: n, capacity, atStart } = instance;
  const way = (a: number, b: number): number => cost[costOf[0]!]![place[a]! * size + place[b]!]!;
  const routes = snapshot(plan);
  const load = routes.map((tasks) => tasks.reduce((sum, task) => sum + atStart[task]!, 0));
  const lengthOf = (tasks: readonly number[]): number => {
    const nodes = [n, ...tasks, n];
    return tasks.length === 0 ? 0 : nodes.slice(1).reduce((sum, node, k) => sum + way(nodes[k]!, node), 0);
  };
  const withTask = (tasks: readonly number[], task: number): number =>
    Math.min(...[...tasks, -1].map((_, k) => lengthOf([...tasks.slice(0, k), task, ...tasks.slice(k)])));
  let best = 0;
  routes.forEach((first, a) =>
    routes.forEach((second, b) => {
      if (b <= a) return;
      const before = lengthOf(first) + lengthOf(second);
      for (const u of first)
        for (const v of second) {
          const moved = atStart[u]! - atStart[v]!;
          if (load[a]! - moved > capacity[a]! || load[b]! + moved > capacity[b]!) continue;
          const [one, other] = [first.filter((task) => task !== u), second.filter((task) => task !== v)];
          best = Math.max(best, before - withTask(one, v) - withTask(other, u));
        }
    }),
  );
  return best;
}

describe("polishing a plan", () => {
  it("leaves no exchange of two tasks that gains, keeps the rules, and costs no more", () => {
    let gaining = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const filled = poorPlan(seed, { tasks: 21, vehicles: 5, room: 1.1, oneWay: seed % 2 === 0 });
      const { problem, plan, search, random } = filled;
      if (plan.openCount > 0) continue;
      const before = planCost(plan);
      if (bestExchange(filled) > 0) gaining++;
      polish(search, random, never);
      expect(bestExchange(filled)).toBe(0);
      expect(planCost(plan)).toBeLessThanOrEqual(before);
      expect(plan.openCount).toBe(0);
      expectUpToDate(problem, plan);
      expect(search.journal.bestCost).toBeCloseTo(planCost(plan), 4);
    }
    expect(gaining).toBeGreaterThan(10);
  });

  it("ends at once when it is over, with a plan that is no worse", () => {
    const { plan, search, random } = poorPlan(4, { tasks: 60, vehicles: 9 });
    const before = planCost(plan);
    let asked = 0;
    polish(search, random, () => ++asked > 5);
    expect(asked).toBeLessThan(20);
    expect(planCost(plan)).toBeLessThanOrEqual(before);
    expect(plan.openCount).toBe(0);
    const whole = poorPlan(4, { tasks: 60, vehicles: 9 });
    polish(whole.search, whole.random, never);
    expect(planCost(whole.plan)).toBeLessThan(planCost(plan));
  });

  it("leaves a plan as it is in which tasks have no room", () => {
    const filled = poorPlan(3, { tasks: 30, vehicles: 4, room: 0.9 });
    const { plan, search, random } = filled;
    expect(plan.openCount).toBeGreaterThan(0);
    const before = snapshot(plan);
    polish(search, random, never);
    expect(snapshot(plan)).toEqual(before);
  });

  it("is done at the end of a search, which gains nothing by it any more", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const problem = problemOf(seed, { tasks: 70, vehicles: 7, room: 1.05 });
      const solution = solve(problem, { seed, iterationLimit: 0.5 * 1500 * 70 });
      expect(check(problem, solution)).toEqual([]);
      const { plan, search } = emptyPlanOf(problem, seed);
      followRoutes(plan, routesOf(solution), never);
      search.adopt(snapshot(plan));
      const before = search.journal.bestCost;
      polish(search, new Random(seed + 1), never);
      expect(search.journal.bestCost).toBe(before);
    }
  });
});

describe("the time for polishing", () => {
  const shareOf = (json: Record<string, unknown>, efforts: number): number =>
    polishShare(buildInstance(readVroom(json).problem), efforts);

  it("is a quarter of a millisecond for each task, where that is little of the whole", () => {
    const json = made(1, { tasks: 20, vehicles: 3 });
    expect([0.3, 0.5, 1, 10].map((efforts) => shareOf(json, efforts))).toEqual([0, 0.02, 0.01, 0.001]);
  });

  it("is none for mixed fleets and for jobs with times, which gain nothing or aren't known there", () => {
    const mixed = made(1, { tasks: 20, vehicles: 4, mixed: true });
    expect(isGenetic(buildInstance(readVroom(mixed).problem))).toBe(true);
    expect(shareOf(mixed, 1)).toBe(0);
    const json = made(1, { tasks: 20, vehicles: 3 });
    const jobs = (json.jobs as object[]).map((job) => ({ ...job, time_windows: [[0, 1e6]] }));
    expect(shareOf({ ...json, jobs }, 1)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { readVroom } from "solver/formats/vroom/read";
import { Random } from "solver/random";
import { Anneal } from "solver/search/anneal";
import { Inserter, hasBulky } from "solver/search/inserter";
import { loadRoutes } from "solver/search/journal";
import { Plan } from "solver/search/plan";

const NEAR = 4;
const BUDGET = 1000;

/**
 * Stops on a line, a metre apart. The first one asks for `amount` of 12 units. Of the vehicles, each with two stops of
 * 4 units, only the last one, whose stops lie beyond the first one's near neighbours, has 4 units more.
 */
function planWith(amount: number): { plan: Plan; inserter: Inserter; last: number } {
  const routes = NEAR / 2 + 1;
  const stops = 1 + 2 * routes;
  const line = Array.from({ length: stops + 1 }, (_, k) => k);
  const { problem } = readVroom({
    vehicles: Array.from({ length: routes }, (_, v) => ({
      id: v + 1,
      start_index: 0,
      end_index: 0,
      capacity: [v === routes - 1 ? 12 : 8],
    })),
    jobs: line.slice(1).map((at) => ({ id: at, location_index: at, delivery: [at === 1 ? amount : 4] })),
    matrices: { car: { durations: line.map((a) => line.map((b) => Math.abs(a - b))) } },
  });
  const instance = buildInstance(problem);
  const plan = new Plan(instance);
  const inserter = new Inserter(plan, buildNeighbours(instance, NEAR, false), new Random(1));
  inserter.blink = 0;
  inserter.drawBlink();
  loadRoutes(
    plan,
    Array.from({ length: routes }, (_, v) => [1 + 2 * v, 2 + 2 * v]),
  );
  return { plan, inserter, last: routes - 1 };
}

describe("places of bulky tasks", () => {
  it("are looked for beside farther neighbours", () => {
    const { plan, inserter, last } = planWith(4);
    expect(inserter.find(0, false, BUDGET), "beside near neighbours alone").toBe(false);
    inserter.farther = buildNeighbours(plan.instance, 100, false);
    expect(inserter.find(0, false, BUDGET)).toBe(true);
    expect(plan.route[inserter.after]).toBe(last);
  });

  it("are looked for beside the search's own neighbours, where nobody gave it more", () => {
    const { plan, inserter, last } = planWith(4);
    new Anneal(plan, inserter, buildNeighbours(plan.instance, 100, false), new Random(1));
    expect(hasBulky(plan.instance)).toBe(true);
    expect(inserter.find(0, false, BUDGET)).toBe(true);
    expect(plan.route[inserter.after]).toBe(last);
  });

  it("of others aren't: a round that finds none near is given up", () => {
    const { plan, inserter } = planWith(3);
    inserter.farther = buildNeighbours(plan.instance, 100, false);
    expect(inserter.find(0, false, BUDGET)).toBe(false);
  });

  it("are the cheapest ones, near or far", () => {
    const { plan, inserter } = planWith(4);
    inserter.farther = buildNeighbours(plan.instance, 100, false);
    loadRoutes(plan, [[1], [3, 4], [5, 6]]);
    expect(inserter.find(0, false, BUDGET)).toBe(true);
    expect(plan.route[inserter.after], "the near route has room").toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { readVroom, routesOf, solve } from "solver/index";
import type { GivenRoute, Problem, Solution } from "solver/index";
import { Random } from "solver/random";
import { made } from "../helpers/genetic";

/** Stops of a problem in any order, shared out among vehicles as far as their loads go, the dearest ones first. */
function shuffled({ jobs, vehicles }: Problem, seed: number): GivenRoute[] {
  const order = jobs.map((_, k) => k);
  new Random(seed).shuffle(order);
  const dearest = [...vehicles].sort((a, b) => (b.costs?.fixed ?? 0) - (a.costs?.fixed ?? 0));
  const rooms = dearest.map(({ capacity }) => capacity![0]);
  const routes = dearest.map(({ id }) => ({ vehicleId: id, steps: [] as { type: "job"; id: number }[] }));
  for (const k of order) {
    const { id, delivery } = jobs[k];
    const v = rooms.findIndex((room) => room >= delivery![0]);
    if (v < 0) continue;
    rooms[v] -= delivery![0];
    routes[v].steps.push({ type: "job", id });
  }
  return routes;
}

const problemOf = (options: Parameters<typeof made>[1]): Problem => readVroom(made(5, options)).problem;
const mixed = problemOf({ tasks: 40, vehicles: 12, mixed: true, fixed: 900, room: 2.5 });

/** A problem for each way in which a search may go on, and iterations that lead there. */
const WAYS: readonly [way: string, problem: Problem, iterationLimit: number][] = [
  ["one cooling", problemOf({ tasks: 60, vehicles: 8 }), 20_000],
  ["several coolings", problemOf({ tasks: 10, vehicles: 4 }), 50_000],
  ["genetic search", problemOf({ tasks: 8, vehicles: 3 }), 130_000],
  ["genetic search with windows", problemOf({ tasks: 8, vehicles: 5, windows: true }), 36_000],
  ["generations", problemOf({ tasks: 20, vehicles: 8, windows: true }), 66_000],
  ["fleets chosen by estimate", mixed, 35_000],
  ["fleets compared", mixed, 95_000],
];

const found = new Map<string, Solution>();
/** Without a plan to start from. */
function alone(way: string, problem: Problem, iterationLimit: number): Solution {
  const solution = found.get(way) ?? solve(problem, { iterationLimit });
  found.set(way, solution);
  return solution;
}

describe("a given plan", () => {
  it.each(WAYS)("without a stop of the problem in it is none: %s", (way, problem, iterationLimit) => {
    const empty = problem.vehicles
      .slice(1)
      .map(({ id }) => ({ vehicleId: id, steps: [{ type: "job", id: 999 } as const] }));
    const solution = solve(problem, { iterationLimit, warmStart: empty });
    expect(routesOf(solution)).toEqual(routesOf(alone(way, problem, iterationLimit)));
  });

  it("without a stop in it stands for the steps of the vehicles, too", () => {
    const [way, problem, iterationLimit] = WAYS[0];
    const steps = new Map(shuffled(problem, 1).map((route) => [route.vehicleId, route.steps]));
    const vehicles = problem.vehicles.map((one) => ({ ...one, steps: steps.get(one.id) }));
    const routes = routesOf(alone(way, problem, iterationLimit));
    expect(routesOf(solve({ ...problem, vehicles }, { iterationLimit, warmStart: [] }))).toEqual(routes);
    expect(routesOf(solve({ ...problem, vehicles }, { iterationLimit }))).not.toEqual(routes);
  });

  it.each(WAYS)("that is far from a good one is left: %s", (way, problem, iterationLimit) => {
    const solution = solve(problem, { iterationLimit, warmStart: shuffled(problem, 2) });
    expect(solution.unassigned).toEqual([]);
    expect(solution.cost).toBeLessThanOrEqual(1.02 * alone(way, problem, iterationLimit).cost);
  });

  it.each(WAYS)("is never exchanged for a dearer one: %s", (way, problem, iterationLimit) => {
    const good = alone(way, problem, iterationLimit);
    for (const few of [1, 5000])
      expect(solve(problem, { iterationLimit: few, seed: 7, warmStart: routesOf(good) }).cost).toBeLessThanOrEqual(
        good.cost,
      );
  });
});

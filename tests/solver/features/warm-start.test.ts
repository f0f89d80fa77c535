import { describe, expect, it } from "vitest";
import { readVroom, routesOf, solve } from "solver/index";
import type { GivenRoute, Problem } from "solver/index";
import { Random } from "solver/random";
import { made } from "../helpers/genetic";

/** Stops of a problem in any order, shared out among vehicles as far as their loads go. */
function shuffled({ jobs, vehicles }: Problem, seed: number): GivenRoute[] {
  const order = jobs.map((_, k) => k);
  new Random(seed).shuffle(order);
  const rooms = vehicles.map(({ capacity }) => capacity![0]);
  const routes = vehicles.map(({ id }) => ({ vehicleId: id, steps: [] as { type: "job"; id: number }[] }));
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
const mixed = problemOf({ tasks: 60, vehicles: 14, mixed: true, fixed: 900, room: 1.6 });

/** A problem for each way in which a search may go on, and iterations that lead there. */
const WAYS: readonly [way: string, problem: Problem, iterationLimit: number][] = [
  ["one cooling", problemOf({ tasks: 60, vehicles: 8 }), 40_000],
  ["several coolings", problemOf({ tasks: 20, vehicles: 5 }), 100_000],
  ["genetic search", problemOf({ tasks: 8, vehicles: 3 }), 130_000],
  ["genetic search with windows", problemOf({ tasks: 8, vehicles: 5, windows: true }), 36_000],
  ["generations", problemOf({ tasks: 30, vehicles: 10, windows: true }), 100_000],
  ["fleets chosen by estimate", mixed, 60_000],
  ["fleets compared", mixed, 140_000],
];

describe("a given plan", () => {
  it.each(WAYS)("without a stop in it is none: %s", (_, problem, iterationLimit) => {
    const alone = routesOf(solve(problem, { iterationLimit }));
    const empty = problem.vehicles.slice(1).map(({ id }) => ({ vehicleId: id, steps: [] }));
    expect(routesOf(solve(problem, { iterationLimit, warmStart: empty }))).toEqual(alone);
  });

  it("without a stop in it stands for the steps of the vehicles, too", () => {
    const [, problem, iterationLimit] = WAYS[0];
    const steps = new Map(shuffled(problem, 1).map((route) => [route.vehicleId, route.steps]));
    const vehicles = problem.vehicles.map((one) => ({ ...one, steps: steps.get(one.id) }));
    const alone = routesOf(solve(problem, { iterationLimit }));
    expect(routesOf(solve({ ...problem, vehicles }, { iterationLimit, warmStart: [] }))).toEqual(alone);
    expect(routesOf(solve({ ...problem, vehicles }, { iterationLimit }))).not.toEqual(alone);
  });

  it.each(WAYS)("that is far from a good one is left: %s", (_, problem, iterationLimit) => {
    const alone = solve(problem, { iterationLimit });
    for (const seed of [1, 2]) {
      const found = solve(problem, { iterationLimit, seed, warmStart: shuffled(problem, seed) });
      expect(found.unassigned).toEqual([]);
      expect(found.cost).toBeLessThanOrEqual(1.02 * alone.cost);
    }
  });

  it.each(WAYS)("is never exchanged for a dearer one: %s", (_, problem, iterationLimit) => {
    const good = solve(problem, { iterationLimit });
    for (const few of [1, 5000])
      expect(solve(problem, { iterationLimit: few, seed: 7, warmStart: routesOf(good) }).cost).toBeLessThanOrEqual(
        good.cost,
      );
  });
});

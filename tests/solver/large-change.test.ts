import { describe, expect, it } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { check, solve } from "solver/index";
import type { GivenRoute, Solution } from "solver/index";
import { isLarge } from "solver/large/search-large";
import { Random } from "solver/random";
import { changedStops } from "./helpers/changed-stops";
import { inParts, plane } from "./helpers/large";
import { randomProblem } from "./helpers/random-problem";
import { givenOf } from "./helpers/single-changes";
import { withSparse } from "./helpers/travel";

const rank = ({ summary, unassigned, cost }: Solution): number[] => [-summary.priority, unassigned.length, cost];
/** Whether a plan serves no less and costs no more; a unit of cost may be rounding. */
const isNoWorse = (a: readonly number[], [priority, open, cost]: readonly number[]): boolean =>
  (a.map((value, k) => value - [priority!, open!, cost! + 1][k]!).find((difference) => difference !== 0) ?? 0) <= 0;

/** A plan in which some stops have been moved to the ends of other routes. */
function disturbed(good: readonly GivenRoute[], moves: number, seed: number): GivenRoute[] {
  const random = new Random(seed);
  const routes = good.map(({ vehicleId, steps }) => ({ vehicleId, steps: [...steps] }));
  for (let k = 0; k < moves; k++) {
    const from = routes[random.below(routes.length)]!;
    const [stop] = from.steps.splice(random.below(from.steps.length), 1);
    if (stop !== undefined) routes[random.below(routes.length)]!.steps.push(stop);
  }
  return routes;
}

describe("a large plan of which a few stops may change", () => {
  it.each([0, 1, 3, 8])("%i: no more change, every rule is kept, and the plan never gets worse", (changeBudget) => {
    let changed = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const { problem: dense } = readVroom(randomProblem(seed, { tasks: 20 + (seed % 20), gaps: seed % 3 === 0 }));
      const problem = withSparse(dense, seed, 0.5);
      const moved = disturbed(givenOf(solve(problem, { iterationLimit: 2, seed })), 6, seed);
      // what breaks a rule where it stands is left out first
      const given = solve(problem, { warmStart: moved, changeBudget: 0 });
      const solution = inParts(problem, { warmStart: moved, changeBudget, iterationLimit: 400, seed });
      expect(check(problem, solution)).toEqual([]);
      const count = changedStops(problem, givenOf(given), givenOf(solution));
      expect(count).toBeLessThanOrEqual(changeBudget);
      changed += count;
      expect(isNoWorse(rank(solution), rank(given)), `seed ${seed}`).toBe(true);
    }
    expect(changed).toBeGreaterThan(changeBudget === 0 ? -1 : 8 * changeBudget);
  });

  it("is given to the parts where it gains most, and serves stops that are in no route first", () => {
    const size = { least: 60, routes: 6, most: 120 };
    const tight = plane(21, 240, 24, 12);
    const good = inParts(tight, { iterationLimit: 20_000 }, size);
    const problem = { ...tight, vehicles: tight.vehicles.map((van) => ({ ...van, capacity: [18] })) };
    const warmStart = disturbed(givenOf(good), 6, 3).map(({ vehicleId, steps }, v) => ({
      vehicleId,
      steps: v === 5 ? steps.slice(1) : steps,
    }));
    const before = solve(problem, { warmStart, changeBudget: 0 });
    expect(before.unassigned).toHaveLength(1);
    const costs = [1, 3, 7].map((changeBudget) => {
      const options = { warmStart, changeBudget, iterationLimit: 3000 };
      const [parts, whole] = [inParts(problem, options, size), solve(problem, options)];
      expect(parts.unassigned).toEqual([]);
      expect(changedStops(problem, warmStart, givenOf(parts))).toBeLessThanOrEqual(changeBudget);
      return [parts.cost, whole.cost];
    });
    // nine tenths of what a search of the whole finds
    for (const [parts, whole] of costs.slice(1))
      expect(before.cost - parts!).toBeGreaterThan(0.9 * (before.cost - whole!));
    expect(costs.map(([parts]) => parts)).toEqual(costs.map(([parts]) => parts!).toSorted((a, b) => b - a));
  });

  it("is what solve() does: without routes all stops are open; a raised flag answers with the given plan", () => {
    const problem = plane(22, 2100, 60, 50);
    expect(isLarge(problem)).toBe(true);
    const three = solve(problem, { changeBudget: 3, iterationLimit: 10 });
    expect(three.unassigned).toHaveLength(2097);
    expect(check(problem, three)).toEqual([]);
    const warmStart = givenOf(solve(problem, { iterationLimit: 1 }));
    const stopFlag = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    expect(givenOf(solve(problem, { warmStart, changeBudget: 3, stopFlag }))).toEqual(warmStart);
  });
});

import { describe, expect, it } from "vitest";
import { Random } from "solver/random";
import { check } from "solver/check";
import { solve } from "solver/index";
import type { Job, Matrix, Problem, Vehicle } from "solver/index";
import { job, problem as make, vehicle } from "./helpers/problems";

const STOPS = 50;

/** A warehouse far outside a town, with straight roads. */
function farFromTown(seed: number): Matrix {
  const random = new Random(seed);
  const at = Array.from({ length: STOPS + 1 }, (_, i) =>
    i === 0 ? [0, 0] : [3000 + 1000 * random.real(), 1000 * random.real()],
  );
  const size = at.length;
  const durations = new Int32Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      durations[i * size + j] = Math.round(Math.hypot(at[i]![0]! - at[j]![0]!, at[i]![1]! - at[j]![1]!));
  return { size, durations };
}

/**
 * 50 units: five small vehicles, or three and a big one that drives more slowly and saves a way to the town and back.
 */
const small = (id: number): Vehicle => vehicle(id, { capacity: [10] });
const big = (id: number): Vehicle => vehicle(id, { capacity: [20], speedFactor: 0.9 });
const fleet = [small(1), small(2), small(3), small(4), small(5), small(6), big(7), big(8)];
const jobs: readonly Job[] = Array.from({ length: STOPS }, (_, k) => job(k + 1, k + 1, { delivery: [1] }));

describe("which vehicles of a mixed fleet are used", () => {
  const solved = (problem: Problem, seed: number) => {
    const solution = solve(problem, { iterationLimit: 4000, seed });
    expect(check(problem, solution)).toEqual([]);
    return solution;
  };

  it.each([1, 2, 3, 4])(
    "is decided by what the plan costs, not by what the first plan began with (town %i)",
    (seed) => {
      const matrix = farFromTown(seed);
      const compositions = [
        [1, 2, 3, 4, 5],
        [1, 2, 3, 7],
        [1, 7, 8],
      ].map((ids) => fleet.filter(({ id }) => ids.includes(id)));
      const cheapest = Math.min(
        ...compositions
          .map((vehicles) => solved(make(matrix, vehicles, jobs), seed))
          .filter((solution) => solution.unassigned.length === 0)
          .map(({ cost }) => cost),
      );
      const solution = solved(make(matrix, fleet, jobs), seed);
      expect(solution.unassigned).toEqual([]);
      expect(solution.cost).toBeLessThanOrEqual(cheapest * 1.01);
    },
  );

  it("isn't decided by a stop that none of them can serve", () => {
    const matrix = farFromTown(5);
    const nobody = job(STOPS + 1, 1, { delivery: [21] });
    const all = solved(make(matrix, fleet, jobs), 1);
    const solution = solved(make(matrix, fleet, [...jobs, nobody]), 1);
    expect(solution.unassigned.map(({ id }) => id)).toEqual([nobody.id]);
    expect(solution.cost).toBeLessThanOrEqual(all.cost * 1.01);
  });
});

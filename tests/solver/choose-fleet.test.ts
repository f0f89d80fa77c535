import { describe, expect, it } from "vitest";
import { construct } from "solver/construct/construct";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { mostThreads } from "solver/parallel/threads";
import { Random } from "solver/random";
import { check } from "solver/check";
import { solve } from "solver/index";
import type { Job, Matrix, Problem, Vehicle } from "solver/index";
import { averagesOf, estimateFleet } from "solver/search/fleet-estimate";
import { Inserter } from "solver/search/inserter";
import { Plan } from "solver/search/plan";
import { job, problem as make, vehicle } from "./helpers/problems";

const STOPS = 40;

/** A depot 1,000 seconds away from stops in a row, 10 seconds from one to the next. */
const matrix: Matrix = (() => {
  const size = STOPS + 1;
  const at = (k: number): number => (k === 0 ? 0 : 1000 + 10 * k);
  const durations = new Int32Array(size * size);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) durations[i * size + j] = Math.abs(at(i) - at(j));
  return { size, durations };
})();

function planned(problem: Problem): Plan {
  const instance = buildInstance(problem, () => undefined);
  const plan = new Plan(instance, () => undefined);
  const near = buildNeighbours(instance, 40, instance.hasTime, () => undefined);
  construct(
    plan,
    new Inserter(plan, near, new Random(1)),
    () => false,
    () => false,
  );
  return plan;
}

const jobs = (load: (k: number) => number): Job[] =>
  Array.from({ length: STOPS }, (_, k) => job(k + 1, k + 1, { delivery: [load(k)] }));
const fixed = (id: number, capacity: number, cost: number): Vehicle =>
  vehicle(id, { capacity: [capacity], costs: { fixed: cost } });

describe("the estimate of a fleet", () => {
  it("prices the ways from and to the depot once per vehicle, and fixed costs", () => {
    const plan = planned(
      make(
        matrix,
        [fixed(1, 20, 0), fixed(2, 20, 700), fixed(3, 40, 0)],
        jobs(() => 1),
      ),
    );
    const averages = averagesOf(plan);
    const { costScale } = plan.instance;
    const cost = (fleet: number[]): number => estimateFleet(averages, fleet, STOPS) / costScale;
    expect(cost([0, 1]) - cost([2])).toBeGreaterThan(700 + 2000);
    expect(cost([0, 1]) - cost([2])).toBeLessThan(700 + 3000);
  });

  it("counts the room of a vehicle by loads, by numbers and by working time", () => {
    const plan = planned(
      make(
        matrix,
        [
          vehicle(1, { capacity: [10] }),
          vehicle(2, { capacity: [40], maxTasks: 4 }),
          vehicle(3, { capacity: [400], timeWindow: [0, 2000] }),
          vehicle(4, { capacity: [400] }),
        ],
        jobs(() => 1),
      ),
    );
    const { room } = averagesOf(plan);
    expect(room[0]).toBeCloseTo(0.25, 6);
    expect(room[1]).toBeCloseTo(0.1, 6);
    // it can't even drive there and back
    expect(room[2]).toBe(0);
    expect(room[3]).toBe(1);
  });
});

describe("a short search of a mixed fleet", () => {
  // far too few rounds for probes of random fleets
  const solved = (problem: Problem, seed: number) => {
    const solution = solve(problem, { iterationLimit: 600, seed });
    expect(check(problem, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    return solution.routes.map(({ vehicleId }) => vehicleId).sort((a, b) => a - b);
  };

  it.each([1, 2, 3])("uses the fewest vehicles where the way to the stops is long (seed %i)", (seed) => {
    const fleet = [1, 2, 3, 4, 5, 6, 7].map((id) => vehicle(id, { capacity: [id <= 5 ? 10 : 20] }));
    expect(
      solved(
        make(
          matrix,
          fleet,
          jobs(() => 1),
        ),
        seed,
      ),
    ).toEqual([6, 7]);
  });

  it.each([1, 2, 3])("finds room for light stops where numbers are limited (seed %i)", (seed) => {
    // by loads alone one large vehicle would do, by mean stops two vans and the large one wouldn't
    const vans = [1, 2, 3, 4, 5].map((id) => vehicle(id, { capacity: [10], maxTasks: 14 }));
    const large = vehicle(9, { capacity: [200], maxTasks: 14, speedFactor: 0.9 });
    const routes = solved(
      make(
        matrix,
        [...vans, large],
        jobs((k) => (k % 3 === 0 ? 6 : 0)),
      ),
      seed,
    );
    expect(routes).toHaveLength(3);
    expect(routes).toContain(9);
  });
});

describe("threads of a search", () => {
  it("are at most half of the processors' cores in a short run, because code is being compiled", () => {
    expect(mostThreads(1000)).toBeLessThan(mostThreads(10_000));
    expect(mostThreads(1000)).toBeGreaterThanOrEqual(1);
    expect(mostThreads(0)).toBe(Infinity);
  });
});

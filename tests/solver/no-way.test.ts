import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_WAY, check, schedule, solve } from "solver/index";
import type { Matrix, Problem, Solution, Vehicle } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { Random } from "solver/random";
import { withoutWays } from "./helpers/gaps";
import { denseOf, job, line, problem as make, vehicle } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";
import { givenOf, stepsOf } from "./helpers/single-changes";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });
const runs = Number(process.env.SOLVER_RUNS ?? 150);

const lacks = ({ durations, size }: Matrix, from: number, to: number): boolean =>
  from !== to && durations[from * size + to] === NO_WAY;

/** Legs without a way behind the locked beginning of each route, from the reported places alone. */
function brokenLegs(problem: Problem, solution: Solution): number {
  let count = 0;
  for (const route of solution.routes) {
    const { profile } = problem.vehicles.find(({ id }) => id === route.vehicleId)!;
    const places = route.steps.flatMap(({ locationIndex }) => (locationIndex === undefined ? [] : [locationIndex]));
    places.forEach((place, k) => {
      if (k > 0 && lacks(denseOf(problem, profile), places[k - 1]!, place)) count++;
    });
  }
  return count;
}

function gapsIn(problem: Problem): number {
  return Object.keys(problem.matrices).reduce(
    (sum, profile) => sum + denseOf(problem, profile).durations.filter((value) => value === NO_WAY).length,
    0,
  );
}

describe("random problems with legs without a way", () => {
  it("no answer uses one: solved anew, from given routes, within a change budget, behind a locked beginning", () => {
    let gaps = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 22 }), (seed, tasks) => {
        const { problem } = readVroom(randomProblem(seed, { tasks, gaps: true }));
        gaps += gapsIn(problem);
        const accepted = (input: Problem, options: Parameters<typeof solve>[1]): Solution => {
          const solution = solve(input, { iterationLimit: 120, seed, ...options });
          expect(check(input, solution)).toEqual([]);
          expect(brokenLegs(input, solution)).toBe(0);
          expect(schedule(input, givenOf(solution)).flatMap(({ violations }) => violations)).toEqual([]);
          for (const { reasons } of solution.unassigned) expect(reasons).toHaveLength(input.vehicles.length);
          return solution;
        };
        const first = accepted(problem, { alternatives: true });
        const random = new Random(seed);
        const given = givenOf(first).map(({ vehicleId, steps }) => ({
          vehicleId,
          steps: [...steps].sort(() => random.real() - 0.5),
        }));
        accepted(problem, { warmStart: given });
        accepted(problem, { warmStart: given, changeBudget: seed % 4 });
        accepted({ ...problem, balance: random.real() }, {});
        const frozen = problem.vehicles.map((one): Vehicle => ({
          ...one,
          lockedPrefix: stepsOf(first, one.id).slice(0, (seed + one.id) % 3),
        }));
        // a beginning may need what follows it: a way home, or a way to a delivery that then stays on board
        const locked = solve({ ...problem, vehicles: frozen }, { iterationLimit: 120, seed });
        const wrong = check({ ...problem, vehicles: frozen }, locked).filter(
          ({ code }) => code !== "no_way" && code !== "precedence",
        );
        expect(wrong).toEqual([]);
        for (const { vehicleId } of locked.routes) {
          const one = frozen.find(({ id }) => id === vehicleId)!;
          const isAlone = stepsOf(locked, vehicleId).length === one.lockedPrefix?.length;
          if (!isAlone)
            expect(
              brokenLegs(problem, {
                ...locked,
                routes: locked.routes.filter((route) => route.vehicleId === vehicleId),
              }),
            ).toBe(0);
        }
      }),
      { numRuns: runs },
    );
    expect(gaps).toBeGreaterThan(runs * 10);
  });

  it("what a vehicle of its own could serve is served, and what no vehicle reaches has that reason", () => {
    const seen = { served: 0, out: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 12 }), fc.boolean(), (seed, stops, hours) => {
        const random = new Random(seed);
        const depots = 1 + random.below(3);
        const size = depots + stops;
        const share = random.real() ** 2;
        const drawn = Array.from({ length: size * size }, () => random.real() < share);
        const island = random.below(size);
        const isApart = random.real() < 0.4;
        const matrix = withoutWays(
          line(...Array.from({ length: size }, () => random.below(900))),
          (from, to) => drawn[from * size + to]! || (isApart && from < island !== to < island),
        );
        const fleet = Array.from({ length: depots * stops }, (_, v) =>
          vehicle(v + 1, {
            startIndex: v % depots,
            endIndex: v % depots,
            capacity: [stops],
            ...(hours ? { timeWindow: [0, 900 * (stops + 2)] as const } : {}),
          }),
        );
        const jobs = Array.from({ length: stops }, (_, k) => job(k + 1, depots + k, { delivery: [1] }));
        const problem = make(matrix, fleet, jobs);
        const solution = solve(problem, { iterationLimit: 60, seed });
        expect(check(problem, solution)).toEqual([]);
        const out = new Map(solution.unassigned.map((stop) => [stop.id, stop]));
        for (const { id, locationIndex: at } of jobs) {
          const isReached = fleet.some(
            ({ startIndex, endIndex }) => !lacks(matrix, startIndex!, at) && !lacks(matrix, at, endIndex!),
          );
          if (isReached) {
            seen.served++;
            expect(out.has(id)).toBe(false);
          } else if (out.has(id)) {
            seen.out++;
            expect(out.get(id)!.suggestion).toBeUndefined();
            for (const { code } of out.get(id)!.reasons) expect(code).toBe("no_way");
          }
        }
      }),
      { numRuns: runs },
    );
    expect(Math.min(seen.served, seen.out)).toBeGreaterThan(runs / 5);
  });

  it("serve as many stops as any order of any of them allows", () => {
    let some = 0;
    let missed = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 6 }), fc.boolean(), (seed, stops, hours) => {
        const random = new Random(seed);
        const share = 0.3 + 0.5 * random.real();
        const drawn = Array.from({ length: (stops + 2) ** 2 }, () => random.real() < share);
        const size = stops + 2;
        const places = Array.from({ length: size }, () => random.below(900));
        const matrix = withoutWays(line(...places), (from, to) => drawn[from * size + to]!);
        const van = vehicle(1, { endIndex: random.below(2), ...(hours ? { timeWindow: [0, 90_000] as const } : {}) });
        const problem = make(
          matrix,
          [van],
          Array.from({ length: stops }, (_, k) => job(k + 1, 2 + k)),
        );
        const solution = solve(problem, { iterationLimit: 400, seed });
        expect(check(problem, solution)).toEqual([]);
        const most = longest(matrix, van, stops);
        if (most > 0 && most < stops) some++;
        if (stops - solution.unassigned.length < most) missed++;
      }),
      { numRuns: runs },
    );
    expect(some).toBeGreaterThan(runs / 5);
    // up to 4 of 5 legs lack a way: the search may miss the one order there is, but rarely
    expect(missed).toBeLessThanOrEqual(runs / 75);
  });
});

/** Most stops (places from 2 on) that one route can have, by trying all orders. */
function longest(matrix: Matrix, { startIndex, endIndex }: Vehicle, stops: number): number {
  let most = 0;
  const go = (here: number, used: number, count: number): void => {
    if (count > most && !lacks(matrix, here, endIndex!)) most = count;
    for (let k = 0; k < stops; k++)
      if ((used & (1 << k)) === 0 && !lacks(matrix, here, 2 + k)) go(2 + k, used | (1 << k), count + 1);
  };
  go(startIndex!, 0, 0);
  return most;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { legsOf } from "solver/check/travel";
import { NO_WAY, hasWay, legMetres, legSec } from "solver/contract";
import { check, solve } from "solver/index";
import type { Problem, SparseMatrix, TravelModel } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { denseMatrix } from "solver/model/dense";
import { Random } from "solver/random";
import { job, vehicle } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";
import { pointsModel, randomPoints, sparseOf, withSparse } from "./helpers/travel";

/** Random travel of each form over 2 to 12 places. */
const models = fc.record({ seed: fc.nat(), size: fc.integer({ min: 2, max: 12 }), kind: fc.nat(2) });

function modelOf({ seed, size, kind }: { seed: number; size: number; kind: number }): TravelModel {
  const random = new Random(seed);
  const points = randomPoints(random, size);
  if (kind === 0) return pointsModel(points);
  const durations = Int32Array.from({ length: size * size }, () => (random.real() < 0.1 ? NO_WAY : random.below(900)));
  const dense = { size, durations, distances: durations.map((value) => 9 * Math.max(0, value)) };
  return kind === 1 ? dense : sparseOf(dense, points, () => random.real() < 0.4);
}

const everyPair = (size: number): [number, number][] =>
  Array.from({ length: size * size }, (_, k) => [Math.floor(k / size), k % size]);

describe("travel in its three forms", () => {
  it("a square matrix of any places, in any order and more than once, says what the model says", () => {
    fc.assert(
      fc.property(models, fc.nat(), (given, seed) => {
        const model = modelOf(given);
        const random = new Random(seed);
        const places = Int32Array.from({ length: 1 + random.below(15) }, () => random.below(model.size));
        const dense = denseMatrix(model, places, () => undefined);
        for (const [i, j] of everyPair(places.length)) {
          const [from, to] = [places[i]!, places[j]!];
          // from a place to itself there is always a way
          if (from !== to) expect(hasWay(dense, i, j)).toBe(hasWay(model, from, to));
          expect(legSec(dense, i, j)).toBe(legSec(model, from, to));
          expect(legMetres(dense, i, j)).toBe(legMetres(model, from, to));
        }
      }),
    );
  });

  it("the checker, which reads the problem by itself, finds the same legs", () => {
    fc.assert(
      fc.property(models, (given) => {
        const model = modelOf(given);
        const van = vehicle(1);
        const leg = legsOf({ vehicles: [van], jobs: [job(1, 1)], shipments: [], matrices: { car: model } }, van);
        for (const [from, to] of everyPair(model.size)) {
          const { seconds, metres } = leg(from, to);
          if (from !== to) expect(seconds === NO_WAY).toBe(!hasWay(model, from, to));
          if (seconds === NO_WAY) continue;
          expect([seconds, metres]).toEqual([legSec(model, from, to), legMetres(model, from, to)]);
        }
      }),
    );
  });

  it("an estimate is the straight line at the pace around both ends, and never below what is known", () => {
    // four places on a line, 100 apart; the first is left at 2 seconds and 3 metres per unit, the last at 4 and 5
    const matrix: SparseMatrix = {
      kind: "sparse",
      size: 4,
      metric: "euclidean",
      points: Float64Array.of(0, 0, 100, 0, 200, 0, 300, 0),
      rowStart: Int32Array.of(0, 1, 1, 1, 2),
      to: Int32Array.of(1, 2),
      durations: Int32Array.of(200, 400),
      distances: Int32Array.of(300, 500),
    };
    expect([legSec(matrix, 0, 1), legMetres(matrix, 0, 1)]).toEqual([200, 300]);
    expect([legSec(matrix, 0, 3), legMetres(matrix, 0, 3)]).toEqual([900, 1200]);
    // places without a known leg go by the mean of all: 3 seconds and 4 metres
    expect([legSec(matrix, 1, 2), legMetres(matrix, 1, 2)]).toEqual([300, 400]);
    expect(legSec(matrix, 2, 2)).toBe(0);
    const bounded = { ...matrix, beyond: Int32Array.of(1000, 0, 0, 0) };
    expect([legSec(bounded, 0, 3), legSec(bounded, 3, 0), legSec(bounded, 0, 1)]).toEqual([1000, 900, 200]);
    expect(legSec(bounded, 0, 0)).toBe(0);
  });

  it("geographic points: a degree of longitude is shorter in the north, and the date line is no border", () => {
    const matrix: SparseMatrix = {
      kind: "sparse",
      size: 4,
      metric: "geographic",
      points: Float64Array.of(179.9, 60, -179.9, 60, 0, 0, 0.2, 0),
      rowStart: Int32Array.of(0, 0, 0, 1, 1),
      to: Int32Array.of(3),
      durations: Int32Array.of(2000),
    };
    expect(legSec(matrix, 2, 3)).toBe(2000);
    expect(legSec(matrix, 3, 2)).toBe(2000);
    expect(legSec(matrix, 0, 1)).toBe(1000);
  });

  it("a sparse matrix that knows all pairs gives the same plan as the square one", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const { problem: square } = readVroom(randomProblem(seed, { tasks: 8 + (seed % 8), gaps: seed % 2 === 0 }));
      const options = { iterationLimit: 300, seed };
      const plan = (problem: Problem): unknown => {
        const { computingTimes: _times, ...rest } = solve(problem, options);
        return rest;
      };
      expect(plan(withSparse(square, seed, 1))).toEqual(plan(square));
    }
  });

  it("answers to sparse problems keep every rule, whatever is estimated", () => {
    let estimated = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const problem = withSparse(readVroom(randomProblem(seed, { tasks: 12 })).problem, seed, 0.3);
      const solution = solve(problem, { iterationLimit: 200, seed });
      expect(check(problem, solution)).toEqual([]);
      estimated += solution.routes.length;
    }
    expect(estimated).toBeGreaterThan(60);
  });
});

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
  if (kind === 1) return dense;
  const depots = random.below(3);
  return sparseOf(dense, points, (from, to) => from < depots || to < depots || random.real() < 0.4);
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

  it("points that are no whole numbers: at a half the last bit decides, and all read it the same way", () => {
    const random = new Random(5);
    const points = Float64Array.from({ length: 600 }, () => random.below(2000) / 2);
    points.set([0, 0, 10, 49.5]);
    const model = pointsModel(points);
    const pairs = everyPair(300);
    const exact = pairs.map(([a, b]) =>
      Math.floor(Math.hypot(points[2 * a]! - points[2 * b]!, points[2 * a + 1]! - points[2 * b + 1]!) + 0.5),
    );
    expect(pairs.map(([a, b]) => legSec(model, a, b))).toEqual(exact);
    const van = vehicle(1);
    const leg = legsOf({ vehicles: [van], jobs: [job(1, 1)], shipments: [], matrices: { car: model } }, van);
    expect(pairs.map(([a, b]) => leg(a, b).seconds)).toEqual(exact);
  });

  it("an estimate is twice the straight line at the larger pace of both ends, and never below what is known", () => {
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
    expect([legSec(matrix, 0, 3), legMetres(matrix, 0, 3)]).toEqual([2400, 3000]);
    // places without a known leg go by the mean of all: 3 seconds and 4 metres
    expect([legSec(matrix, 1, 2), legMetres(matrix, 1, 2)]).toEqual([600, 800]);
    expect(legSec(matrix, 2, 2)).toBe(0);
    const bounded = { ...matrix, beyond: Int32Array.of(3000, 0, 0, 0) };
    expect([legSec(bounded, 0, 3), legSec(bounded, 3, 0), legSec(bounded, 0, 1)]).toEqual([3000, 2400, 200]);
    expect(legSec(bounded, 0, 0)).toBe(0);
  });

  describe("landmarks, places whose rows list all others", () => {
    /** Place 0 is a depot; of legs between stops only the one from 1 to 3 is known. Seconds from the depot and back. */
    const withDepot = (there: readonly number[], back: readonly number[]): SparseMatrix => ({
      kind: "sparse",
      size: 4,
      metric: "euclidean",
      points: Float64Array.of(0, 0, 100, 0, 110, 0, 210, 0),
      rowStart: Int32Array.of(0, 3, 5, 6, 7),
      to: Int32Array.of(1, 2, 3, 0, 3, 0, 0),
      durations: Int32Array.of(...there, back[0]!, 100, back[1]!, back[2]!),
      distances: Int32Array.of(...there, back[0]!, 100, back[1]!, back[2]!).map((value) => 10 * value),
    });
    const legs = (matrix: SparseMatrix, from: number, to: number) => [
      legSec(matrix, from, to),
      legMetres(matrix, from, to),
    ];

    it("say how far apart two places are at least: what the one is nearer to them than the other", () => {
      expect(legs(withDepot([100, 900, 400], [100, 800, 400]), 1, 2)).toEqual([800, 8000]);
      expect(legs(withDepot([100, 900, 400], [100, 800, 400]), 2, 1)).toEqual([700, 7000]);
      // more than that is twice 100 units at the pace of all legs to stops: 100 + 900 + 400 + 100 s in 530 units
      expect(legs(withDepot([100, 900, 400], [100, 800, 400]), 3, 2)).toEqual([566, 5660]);
    });

    it("say how far apart they are at most: the way over them", () => {
      expect(legs(withDepot([40, 900, 100], [100, 20, 30]), 2, 3)).toEqual([120, 1200]);
      expect(legs(withDepot([40, 900, 100], [100, 20, 30]), 3, 1)).toEqual([70, 700]);
    });

    it("say at least what one of them says, though another one knows a shorter way", () => {
      // two depots before two stops at one point, of which the first depot says that they are 800 s apart
      const matrix: SparseMatrix = {
        kind: "sparse",
        size: 4,
        metric: "euclidean",
        points: Float64Array.of(0, 0, 50, 0, 100, 0, 100, 0),
        rowStart: Int32Array.of(0, 3, 6, 8, 10),
        to: Int32Array.of(1, 2, 3, 0, 2, 3, 0, 1, 0, 1),
        durations: Int32Array.of(10, 100, 900, 10, 10, 10, 100, 10, 900, 10),
      };
      expect([legSec(matrix, 2, 3), legSec(matrix, 3, 2)]).toEqual([800, 800]);
    });

    it("say nothing where no road joins them to a place", () => {
      // twice 10 units at the pace of all legs to stops: 100 + 400 + 100 s in 420 units
      expect(legs(withDepot([100, NO_WAY, 400], [100, NO_WAY, 400]), 1, 2)).toEqual([29, 286]);
    });

    it("are the first eight of these", () => {
      // nine depots before two stops; the ninth alone is near both
      const depots = 9;
      const size = depots + 2;
      const [a, b] = [depots, depots + 1];
      const rows = Array.from({ length: size }, (_, from) =>
        Array.from({ length: size }, (_, to) => to).filter((to) => to !== from && (from < depots || to < depots)),
      );
      const matrix: SparseMatrix = {
        kind: "sparse",
        size,
        metric: "euclidean",
        points: Float64Array.from({ length: 2 * size }, (_, k) => (k === 2 * b ? 1000 : 0)),
        rowStart: Int32Array.from({ length: size + 1 }, (_, row) => rows.slice(0, row).flat().length),
        to: Int32Array.from(rows.flat()),
        durations: Int32Array.from(rows.flatMap((row, from) => row.map((to) => (from === 8 || to === 8 ? 1 : 500)))),
      };
      expect([legSec(matrix, a, b), legSec(matrix, b, a)]).toEqual([1000, 1000]);
    });
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
    expect(legSec(matrix, 3, 2)).toBe(4000);
    expect(legSec(matrix, 0, 1)).toBe(2000);
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

  it("two jobs among 200,000 points take the travel of their own places alone", () => {
    const points = randomPoints(new Random(4), 200_000, 10_000);
    const van = (places: readonly [number, number]) => vehicle(1, { startIndex: places[0], endIndex: places[1] });
    const [start, end, one, two] = [199_999, 0, 150_000, 77];
    const many: Problem = {
      vehicles: [van([start, end])],
      jobs: [job(1, one), job(2, two)],
      shipments: [],
      matrices: { car: pointsModel(points) },
    };
    const own = Float64Array.from([start, end, one, two].flatMap((k) => [points[2 * k]!, points[2 * k + 1]!]));
    const few = { ...many, vehicles: [van([0, 1])], jobs: [job(1, 2), job(2, 3)], matrices: { car: pointsModel(own) } };
    const [answer, expected] = [many, few].map((problem) => solve(problem, { iterationLimit: 50, timeLimitMs: 0 }));
    expect(answer!.unassigned).toEqual([]);
    expect(answer!.cost).toBe(expected!.cost);
    expect(answer!.routes[0]!.steps.map(({ locationIndex }) => locationIndex)).toEqual(
      expected!.routes[0]!.steps.map(({ locationIndex }) => [start, end, one, two][locationIndex!]),
    );
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

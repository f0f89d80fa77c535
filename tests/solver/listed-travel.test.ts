import { describe, expect, it } from "vitest";
import { ErrorCode, SolverError } from "solver/index";
import type { SparseMatrix } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { validateProblem } from "solver/validate/validate-problem";
import { job, vehicle } from "./helpers/problems";

type Json = Record<string, unknown>;

const withTravel = (car: unknown): Json => ({
  vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
  jobs: [{ id: 1, location_index: 1 }],
  matrices: { car },
});

const POINTS = [
  [0, 0],
  [3, 4],
  [6, 8],
];
const SPARSE = {
  metric: "geographic",
  points: POINTS,
  row_start: [0, 2, 3, 4],
  to: [1, 2, 0, 1],
  durations: [10, null, 30, 40],
  distances: [100, null, 300, 400],
  beyond: [5, 6, 7],
};

function refusal(read: () => unknown): [number, string] {
  try {
    read();
  } catch (error) {
    if (error instanceof SolverError) return [error.code, error.field];
    throw error;
  }
  throw new Error("It wasn't refused.");
}

describe("travel that is no square matrix, in VROOM's format", () => {
  it("needs no listed way where places lie at one point, each pair is listed, or a bound is given", () => {
    const none = { ...SPARSE, row_start: [0, 0, 0, 0], to: [], durations: [], distances: [] };
    const all = { ...SPARSE, row_start: [0, 2, 4, 6], to: [1, 2, 0, 2, 0, 1], beyond: [0, 0, 0], distances: undefined };
    for (const car of [
      { ...none, points: [POINTS[1], POINTS[1], POINTS[1]], beyond: [0, 0, 0] },
      { ...all, durations: [null, null, null, null, null, null] },
      none,
    ])
      expect(() => validateProblem(readVroom(withTravel(car)).problem)).not.toThrow();
  });

  it("points and near pairs are read as they are given", () => {
    const { problem } = readVroom(withTravel({ metric: "euclidean", points: POINTS }));
    expect(problem.matrices.car).toEqual({
      kind: "points",
      size: 3,
      metric: "euclidean",
      points: Float64Array.of(0, 0, 3, 4, 6, 8),
    });
    const sparse = readVroom(withTravel(SPARSE)).problem.matrices.car as SparseMatrix;
    expect(sparse).toEqual({
      kind: "sparse",
      size: 3,
      metric: "geographic",
      points: Float64Array.of(0, 0, 3, 4, 6, 8),
      rowStart: Int32Array.of(0, 2, 3, 4),
      to: Int32Array.of(1, 2, 0, 1),
      durations: Int32Array.of(10, -1, 30, 40),
      distances: Int32Array.of(100, 0, 300, 400),
      beyond: Int32Array.of(5, 6, 7),
    });
  });

  it.each([
    [
      "points and durations",
      { metric: "euclidean", points: POINTS, durations: [[0]] },
      ErrorCode.Conflict,
      "durations",
    ],
    ["near pairs with costs", { ...SPARSE, costs: [1] }, ErrorCode.Conflict, "costs"],
    ["no metric", { points: POINTS }, ErrorCode.MissingField, "metric"],
    ["an unknown metric", { metric: "manhattan", points: POINTS }, ErrorCode.WrongType, "metric"],
    ["points in degrees without pairs", { metric: "geographic", points: POINTS }, ErrorCode.MissingField, "row_start"],
    ["pairs without rows", { ...SPARSE, row_start: undefined }, ErrorCode.MissingField, "row_start"],
    ["rows under another name", { ...SPARSE, row_start: undefined, rowStart: [0] }, ErrorCode.UnknownField, "rowStart"],
    [
      "no way that says how long the others take",
      { ...SPARSE, row_start: [0, 1, 1, 1], to: [2], durations: [null], distances: [1], beyond: [0, 0, 0] },
      ErrorCode.MissingField,
      "to",
    ],
    ["no points", { metric: "euclidean" }, ErrorCode.MissingField, "points"],
    ["half a point", { metric: "euclidean", points: [[0]] }, ErrorCode.WrongType, "points[0]"],
    ["a point that is no number", { metric: "euclidean", points: [[0, null]] }, ErrorCode.WrongType, "points[0][1]"],
    ["a point far away", { metric: "euclidean", points: [[0, 1e9]] }, ErrorCode.OutOfRange, "points[0][1]"],
    [
      "a latitude beyond the pole",
      {
        ...SPARSE,
        points: [
          [0, 91],
          [0, 0],
          [0, 0],
        ],
      },
      ErrorCode.OutOfRange,
      "points[0][1]",
    ],
    ["a field that is unknown", { ...SPARSE, rows: [] }, ErrorCode.UnknownField, "rows"],
    ["rows that don't begin at 0", { ...SPARSE, row_start: [1, 2, 3, 4] }, ErrorCode.OutOfRange, "row_start[0]"],
    ["rows that go back", { ...SPARSE, row_start: [0, 3, 2, 4] }, ErrorCode.RowOrder, "row_start[2]"],
    ["a row too few", { ...SPARSE, row_start: [0, 2, 4] }, ErrorCode.MatrixSize, "row_start"],
    ["places that aren't sorted", { ...SPARSE, to: [2, 1, 0, 1] }, ErrorCode.RowOrder, "to[1]"],
    ["a place twice", { ...SPARSE, to: [1, 1, 0, 1] }, ErrorCode.RowOrder, "to[1]"],
    ["a place that there isn't", { ...SPARSE, to: [1, 3, 0, 1] }, ErrorCode.UnknownIndex, "to[1]"],
    ["durations too few", { ...SPARSE, durations: [10] }, ErrorCode.MatrixSize, "durations"],
    ["distances too many", { ...SPARSE, distances: [1, 2, 3, 4, 5] }, ErrorCode.MatrixSize, "distances"],
    ["a negative duration", { ...SPARSE, durations: [10, -1, 30, 40] }, ErrorCode.OutOfRange, "durations[1]"],
    ["half a second", { ...SPARSE, durations: [10, 0.5, 30, 40] }, ErrorCode.WrongType, "durations[1]"],
    ["no distance of a way", { ...SPARSE, distances: [100, null, null, 400] }, ErrorCode.WrongType, "distances[2]"],
    ["a bound too few", { ...SPARSE, beyond: [1] }, ErrorCode.MatrixSize, "beyond"],
  ])("%s: refused by number and field", (_what, car, code, field) => {
    expect(refusal(() => readVroom(withTravel(car)))).toEqual([code, `matrices.car.${field}`]);
  });

  it("where a single value is right, it is named", () => {
    expect(() => readVroom(withTravel({ ...SPARSE, row_start: [1, 2, 3, 4] }))).toThrow(/1 is out of range. Use 0\.$/);
  });

  it("what only a program can give is refused, too", () => {
    const read = readVroom(withTravel(SPARSE)).problem.matrices.car as SparseMatrix;
    const problem = (more: Partial<SparseMatrix>): (() => void) => {
      const matrices = { car: { ...read, ...more } };
      return () => validateProblem({ vehicles: [vehicle(1)], jobs: [job(1, 1)], shipments: [], matrices });
    };
    expect(refusal(problem({ points: Float64Array.of(0, 0, 3, NaN, 6, 8) }))).toEqual([
      ErrorCode.WrongType,
      "matrices.car.points[1][1]",
    ]);
    expect(refusal(problem({ beyond: Int32Array.of(0, -1, 0) }))).toEqual([
      ErrorCode.OutOfRange,
      "matrices.car.beyond[1]",
    ]);
    expect(refusal(problem({ durations: Int32Array.of(1, -2, 3, 4) }))).toEqual([
      ErrorCode.OutOfRange,
      "matrices.car.durations[1]",
    ]);
    expect(refusal(problem({ size: 0 }))).toEqual([ErrorCode.OutOfRange, "matrices.car.size"]);
  });
});

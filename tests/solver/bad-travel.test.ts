import { describe, expect, it } from "vitest";
import { BAD_TRAVEL, BAD_TRAVEL_STOPS, pointsTravel, problemWith, sparseTravel } from "solver/bench/bad-travel";
import { ErrorCode, SolverError, readVroom, solve, validateProblem } from "solver/index";
import type { PointsModel, Problem, SparseMatrix, TravelModel } from "solver/index";
import { job, line, problem as make, vehicle } from "./helpers/problems";

function refusal(read: () => unknown): [number, string] {
  try {
    read();
  } catch (error) {
    if (error instanceof SolverError) return [error.code, error.field];
    throw error;
  }
  throw new Error("It wasn't refused.");
}

/** What JSON can hold, as a program reads it. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe(`wrong travel of ${BAD_TRAVEL_STOPS} stops in VROOM's format`, () => {
  it("is read where nothing is wrong", () => {
    for (const car of [pointsTravel(), sparseTravel()]) {
      const { problem } = readVroom(throughJson(problemWith(car)));
      expect([problem.jobs.length, problem.matrices.car!.size]).toEqual([BAD_TRAVEL_STOPS, BAD_TRAVEL_STOPS + 1]);
    }
  });

  it.each(BAD_TRAVEL)("$name: refused by number and field", ({ car, number, field }) => {
    const where = field === "" ? `jobs[${BAD_TRAVEL_STOPS - 1}].location_index` : `matrices.car.${field}`;
    expect(refusal(() => readVroom(throughJson(problemWith(car()))))).toEqual([number, where]);
  });
});

describe(`wrong travel of ${BAD_TRAVEL_STOPS} stops in the form of programs`, () => {
  const read = (car: object): Problem => readVroom(problemWith(car)).problem;
  const points = read(pointsTravel());
  const sparse = read(sparseTravel());
  const rows = sparse.matrices.car as SparseMatrix;
  const { size } = rows;
  const last = rows.to.length - 1;

  /** One value of one list is another. */
  const but = <V extends Int32Array | Float64Array>(values: V, at: number, value: number): V => {
    const copy = values.slice() as V;
    copy[at] = value;
    return copy;
  };
  const cases: [string, Problem, object, number, string][] = [
    ["points and durations both", points, { durations: Int32Array.of(0) }, ErrorCode.Conflict, "durations"],
    [
      "a point that is NaN",
      points,
      { points: but((points.matrices.car as PointsModel).points, 2 * size - 1, NaN) },
      ErrorCode.WrongType,
      `points[${size - 1}][1]`,
    ],
    ["half a point too few", points, { points: new Float64Array(2 * size - 1) }, ErrorCode.MatrixSize, "points"],
    ["near pairs and costs", sparse, { costs: Int32Array.of(0) }, ErrorCode.Conflict, "costs"],
    ["a row that isn't sorted", sparse, { to: but(rows.to, last, 5) }, ErrorCode.RowOrder, `to[${last}]`],
    ["an index beyond the size", sparse, { to: but(rows.to, last, size) }, ErrorCode.UnknownIndex, `to[${last}]`],
    ["a negative index", sparse, { to: but(rows.to, last, -1) }, ErrorCode.UnknownIndex, `to[${last}]`],
    [
      "durations that may be NaN",
      sparse,
      { durations: new Float64Array(last + 1).fill(NaN) },
      ErrorCode.WrongType,
      "durations",
    ],
    [
      "a negative duration",
      sparse,
      { durations: but(rows.durations, last, -7) },
      ErrorCode.OutOfRange,
      `durations[${last}]`,
    ],
    [
      "a point that is NaN, near pairs",
      sparse,
      { points: but(rows.points, 2 * size - 2, NaN) },
      ErrorCode.WrongType,
      `points[${size - 1}][0]`,
    ],
    ["rows from 1 on", sparse, { rowStart: but(rows.rowStart, 0, 1) }, ErrorCode.OutOfRange, "rowStart[0]"],
    [
      "a row that goes back",
      sparse,
      { rowStart: but(rows.rowStart, size - 1, 5) },
      ErrorCode.RowOrder,
      `rowStart[${size - 1}]`,
    ],
    [
      "rows that end behind the last entry",
      sparse,
      { rowStart: but(rows.rowStart, size, last + 2) },
      ErrorCode.MatrixSize,
      "to",
    ],
    ["a row too few", sparse, { rowStart: rows.rowStart.slice(0, -1) }, ErrorCode.MatrixSize, "rowStart"],
    ["a bound too few", sparse, { beyond: new Int32Array(size - 1) }, ErrorCode.MatrixSize, "beyond"],
  ];

  it("is no refusal where nothing is wrong", () => {
    for (const problem of [points, sparse]) expect(() => validateProblem(problem)).not.toThrow();
  });

  it.each(cases)("%s: refused by number and field", (_name, problem, fields, number, field) => {
    const car = { ...problem.matrices.car, ...fields } as TravelModel;
    expect(refusal(() => solve({ ...problem, matrices: { car } }))).toEqual([number, `matrices.car.${field}`]);
  });
});

describe("legs that a speed factor makes too long for the search", () => {
  const far = line(0, 6_000_000, 6_000_100);
  const vans = [vehicle(1), vehicle(2, { speedFactor: 1.1 })];
  const problem = make(far, vans, [job(1, 1)]);
  const points = { kind: "points" as const, metric: "euclidean" as const, size: 2, points: new Float64Array(4) };
  points.points[2] = 6_000_000;

  it.each<[string, Problem]>([
    ["as long a shift", { ...problem, vehicles: [vehicle(1, { timeWindow: [0, 20_000_000] }), vans[1]!] }],
    ["as much travel", { ...problem, vehicles: [vans[0]!, vehicle(2, { speedFactor: 1.1, maxTravelTimeSec: 1e7 })] }],
    ["as late a window", { ...problem, jobs: [job(1, 1, { timeWindows: [[0, 6_300_000]] })] }],
    ["points, too", { ...problem, matrices: { car: points }, jobs: [job(1, 1, { timeWindows: [[0, 6_300_000]] })] }],
  ])("are refused where they count: %s", (_name, given) => {
    expect(refusal(() => solve(given, { iterationLimit: 1 }))).toEqual([ErrorCode.OutOfRange, "matrices.car"]);
  });

  it("stand for ways that nobody takes where no day is as long", () => {
    const given = { ...problem, vehicles: vans.map((van) => ({ ...van, timeWindow: [0, 86_400] as const })) };
    const solution = solve(given, { iterationLimit: 10 });
    expect([solution.routes, solution.unassigned.length]).toEqual([[], 1]);
    const equal = { ...given, vehicles: [vehicle(1, { timeWindow: [0, 20_000_000] })] };
    expect(solve(equal, { iterationLimit: 10 }).unassigned).toEqual([]);
  });
});

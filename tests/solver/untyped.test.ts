import { describe, expect, it } from "vitest";
import { ErrorCode, SolverError, solve, validateProblem } from "solver/index";
import type { Options, Problem } from "solver/index";

type Loose = Record<string, unknown>;

const MATRIX = { size: 2, durations: Int32Array.from([0, 60, 60, 0]) };
const POINTS = { kind: "points", metric: "euclidean", size: 2, points: Float64Array.of(0, 0, 3, 4) };
const SPARSE = {
  kind: "sparse",
  metric: "geographic",
  size: 2,
  points: Float64Array.of(9.5, 47, 9.6, 47),
  rowStart: Int32Array.of(0, 1, 2),
  to: Int32Array.of(1, 0),
  durations: Int32Array.of(600, 700),
};
const VEHICLE = { id: 1, profile: "car", startIndex: 0, endIndex: 0 };
const JOB = { id: 1, locationIndex: 1 };
const STOP = { id: 7, locationIndex: 1 };
const PROBLEM: Loose = { vehicles: [VEHICLE], jobs: [JOB], shipments: [], matrices: { car: MATRIX } };

const vehicle = (fields: Loose): Loose => ({ vehicles: [{ ...VEHICLE, ...fields }] });
const job = (fields: Loose): Loose => ({ jobs: [{ ...JOB, ...fields }] });
const shipment = (fields: Loose): Loose => ({ shipments: [{ pickup: STOP, delivery: STOP, ...fields }] });
const travel = (base: Loose, fields: Loose): Loose => ({ matrices: { car: { ...base, ...fields } } });
const rest = (fields: Loose): Loose => vehicle({ breaks: [{ id: 1, ...fields }] });
const hole = [...[JOB], , JOB];

/** What a program without types gets for this problem: the field and the number of the refusal, or the cost. */
function answer(problem: unknown, options: unknown = { iterationLimit: 5 }): unknown {
  try {
    return solve(problem as Problem, options as Options).cost;
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    return [error.field, error.code];
  }
}

const { UnknownField, MissingField, WrongType, OutOfRange, Conflict, UnknownProfile, UnknownStep, NoVehicles } =
  ErrorCode;

describe("a problem of a program without types", () => {
  it("is solved where it is right", () => {
    expect(answer(PROBLEM)).toBe(120);
    expect(answer({ ...PROBLEM, note: undefined })).toBe(120);
    expect(answer({ ...PROBLEM, ...travel(POINTS, {}) })).toBe(10);
    expect(answer({ ...PROBLEM, ...travel(SPARSE, {}) })).toBe(1300);
    const nothing = { description: undefined, capacity: undefined, breaks: undefined, steps: undefined };
    expect(answer({ ...PROBLEM, ...vehicle({ ...nothing, timeWindow: null }) })).toBe(120);
  });

  it.each<[unknown, string, number]>([
    [undefined, "problem", MissingField],
    [null, "problem", WrongType],
    ["a text", "problem", WrongType],
    [[PROBLEM], "problem", WrongType],
    [{}, "vehicles", MissingField],
  ])("%o is refused as a whole", (problem, field, code) => {
    expect(answer(problem)).toEqual([field, code]);
  });

  it.each<[Loose, string]>([
    [{ note: "of my own" }, "note"],
    [job({ service: 5 }), "jobs[0].service"],
    [job({ time_windows: [] }), "jobs[0].time_windows"],
    [shipment({ amounts: [1] }), "shipments[0].amounts"],
    [shipment({ pickup: { ...STOP, skills: [1] } }), "shipments[0].pickup.skills"],
    [shipment({ delivery: { ...STOP, amount: [1] } }), "shipments[0].delivery.amount"],
    [vehicle({ max_tasks: 1 }), "vehicles[0].max_tasks"],
    [vehicle({ costs: { perhour: 1 } }), "vehicles[0].costs.perhour"],
    [rest({ service: 5 }), "vehicles[0].breaks[0].service"],
    [vehicle({ steps: [{ type: "job", id: 1, service_at: 500 }] }), "vehicles[0].steps[0].service_at"],
    [vehicle({ lockedPrefix: [{ type: "job", id: 1, arrivalSec: 5 }] }), "vehicles[0].lockedPrefix[0].arrivalSec"],
    [travel(MATRIX, { distance: MATRIX.durations }), "matrices.car.distance"],
    [travel(POINTS, { pointz: 1 }), "matrices.car.pointz"],
    [travel(SPARSE, { row_start: [0] }), "matrices.car.row_start"],
  ])("with a field that nobody knows is refused: %o", (fields, field) => {
    expect(answer({ ...PROBLEM, ...fields })).toEqual([field, UnknownField]);
  });

  it.each<[Loose, string, number]>([
    [{ vehicles: [] }, "vehicles", NoVehicles],
    [{ vehicles: { 0: VEHICLE } }, "vehicles", WrongType],
    [{ vehicles: [null] }, "vehicles[0]", WrongType],
    [{ vehicles: [VEHICLE, 5] }, "vehicles[1]", WrongType],
    [{ jobs: undefined }, "jobs", MissingField],
    [{ jobs: "jobs" }, "jobs", WrongType],
    [{ jobs: [[]] }, "jobs[0]", WrongType],
    [{ jobs: hole }, "jobs[1]", MissingField],
    [{ shipments: undefined }, "shipments", MissingField],
    [{ shipments: null }, "shipments", WrongType],
    [{ shipments: [7] }, "shipments[0]", WrongType],
    [{ matrices: undefined }, "matrices", MissingField],
    [{ matrices: [MATRIX] }, "matrices", WrongType],
    [{ matrices: { car: MATRIX, bike: null } }, "matrices.bike", WrongType],
    [{ balance: "1" }, "balance", WrongType],
  ])("%o is refused with the field's name", (fields, field, code) => {
    expect(answer({ ...PROBLEM, ...fields })).toEqual([field, code]);
  });

  it.each<[Loose, string, number]>([
    [{ id: undefined }, "id", MissingField],
    [{ id: 1n }, "id", WrongType],
    [{ id: Object.create(null) as unknown }, "id", WrongType],
    [{ profile: undefined }, "profile", MissingField],
    [{ profile: 5 }, "profile", WrongType],
    [{ profile: "toString" }, "profile", UnknownProfile],
    [{ startIndex: undefined }, "startIndex", MissingField],
    [{ endIndex: "0" }, "endIndex", WrongType],
    [{ description: 5 }, "description", WrongType],
    [{ type: {} }, "type", WrongType],
    [{ capacity: 5 }, "capacity", WrongType],
    [{ capacity: [null] }, "capacity[0]", WrongType],
    [{ skills: new Set([1]) }, "skills", WrongType],
    [{ timeWindow: 5 }, "timeWindow", WrongType],
    [{ timeWindow: [5] }, "timeWindow", WrongType],
    [{ timeWindow: [5, "6"] }, "timeWindow[1]", WrongType],
    [{ strictStart: 1 }, "strictStart", WrongType],
    [{ windowReserveSec: "600" }, "windowReserveSec", WrongType],
    [{ costs: 5 }, "costs", WrongType],
    [{ costs: { fixed: "5" } }, "costs.fixed", WrongType],
    [{ breaks: { id: 1 } }, "breaks", WrongType],
    [{ breaks: [null] }, "breaks[0]", WrongType],
    [{ steps: "1" }, "steps", WrongType],
    [{ steps: [1] }, "steps[0]", WrongType],
    [{ steps: [{ id: 1 }] }, "steps[0].type", MissingField],
    [{ steps: [{ type: "toString", id: 1 }] }, "steps[0].type", WrongType],
    [{ steps: [{ type: "job" }] }, "steps[0].id", MissingField],
    [{ steps: [{ type: "job", id: 9 }] }, "steps[0].id", UnknownStep],
    [{ steps: [{ type: "job", id: 1, serviceAtSec: NaN }] }, "steps[0].serviceAtSec", WrongType],
    [{ steps: [{ type: "job", id: 1, serviceAtSec: 5 }] }, "steps[0].serviceAtSec", Conflict],
    [{ lockedPrefix: [{ type: "job", id: 1, serviceBeforeSec: 5 }] }, "lockedPrefix[0].serviceBeforeSec", Conflict],
    [{ lockedPrefix: null }, "lockedPrefix", WrongType],
  ])("a vehicle with %o is refused with the field's name", (fields, field, code) => {
    expect(answer({ ...PROBLEM, ...vehicle(fields) })).toEqual([`vehicles[0].${field}`, code]);
  });

  it.each<[Loose, string, number]>([
    [rest({ id: undefined }), "vehicles[0].breaks[0].id", MissingField],
    [rest({ timeWindows: [[5]] }), "vehicles[0].breaks[0].timeWindows[0]", WrongType],
    [rest({ maxLoad: "5" }), "vehicles[0].breaks[0].maxLoad", WrongType],
    [rest({ dueAfterSec: 5 }), "vehicles[0].breaks[0].onlyIfDue", MissingField],
    [rest({ onlyIfDue: false, dueAfterSec: 0 }), "vehicles[0].breaks[0].onlyIfDue", MissingField],
    [rest({ onlyIfDue: "yes" }), "vehicles[0].breaks[0].onlyIfDue", WrongType],
    [job({ id: undefined }), "jobs[0].id", MissingField],
    [job({ locationIndex: undefined }), "jobs[0].locationIndex", MissingField],
    [job({ locationIndex: [1] }), "jobs[0].locationIndex", WrongType],
    [job({ description: 5 }), "jobs[0].description", WrongType],
    [job({ serviceSec: "5" }), "jobs[0].serviceSec", WrongType],
    [job({ setupSecPerType: [5] }), "jobs[0].setupSecPerType", WrongType],
    [job({ serviceSecPerType: { van: null } }), "jobs[0].serviceSecPerType.van", WrongType],
    [job({ timeWindows: 5 }), "jobs[0].timeWindows", WrongType],
    [job({ timeWindows: [null] }), "jobs[0].timeWindows[0]", WrongType],
    [job({ timeWindows: [[0, 1], , [2, 3]] }), "jobs[0].timeWindows[1]", MissingField],
    [job({ delivery: { 0: 1 } }), "jobs[0].delivery", WrongType],
    [job({ pickup: "1" }), "jobs[0].pickup", WrongType],
    [job({ skills: 5 }), "jobs[0].skills", WrongType],
    [job({ priority: "high" }), "jobs[0].priority", WrongType],
    [shipment({ pickup: undefined }), "shipments[0].pickup", MissingField],
    [shipment({ delivery: null }), "shipments[0].delivery", WrongType],
    [shipment({ delivery: { id: 5 } }), "shipments[0].delivery.locationIndex", MissingField],
    [shipment({ amount: 5 }), "shipments[0].amount", WrongType],
  ])("%o is refused with the field's name", (fields, field, code) => {
    expect(answer({ ...PROBLEM, ...fields })).toEqual([field, code]);
  });

  it.each<[Loose, Loose, string, number]>([
    [MATRIX, { kind: "square" }, "kind", WrongType],
    [MATRIX, { kind: null }, "kind", WrongType],
    [MATRIX, { kind: "toString" }, "kind", WrongType],
    [MATRIX, { size: undefined }, "size", MissingField],
    [MATRIX, { durations: undefined }, "durations", MissingField],
    [MATRIX, { durations: [0, NaN, 60, 0] }, "durations", WrongType],
    [MATRIX, { distances: null }, "distances", WrongType],
    [MATRIX, { costs: new Float64Array(4) }, "costs", WrongType],
    [MATRIX, { points: POINTS.points }, "points", Conflict],
    [POINTS, { kind: undefined }, "points", Conflict],
    [POINTS, { durations: MATRIX.durations }, "durations", Conflict],
    [POINTS, { distances: MATRIX.durations }, "distances", Conflict],
    [POINTS, { metric: undefined }, "metric", MissingField],
    [POINTS, { metric: 5 }, "metric", WrongType],
    [POINTS, { points: undefined }, "points", MissingField],
    [POINTS, { points: [[0, 0]] }, "points", WrongType],
    [POINTS, { points: Float64Array.of(0, NaN, 3, 4) }, "points[0][1]", WrongType],
    [SPARSE, { costs: MATRIX.durations }, "costs", Conflict],
    [SPARSE, { rowStart: undefined }, "rowStart", MissingField],
    [SPARSE, { to: [1, 0] }, "to", WrongType],
    [SPARSE, { durations: new Float64Array(2) }, "durations", WrongType],
    [SPARSE, { distances: "none" }, "distances", WrongType],
    [SPARSE, { beyond: [0, 0] }, "beyond", WrongType],
    [SPARSE, { beyond: Int32Array.of(0, -1) }, "beyond[1]", OutOfRange],
  ])("travel like %o with %o is refused with the field's name", (base, fields, field, code) => {
    expect(answer({ ...PROBLEM, ...travel(base, fields) })).toEqual([`matrices.car.${field}`, code]);
  });

  it.each<[unknown, string, number]>([
    [null, "options", WrongType],
    [5, "options", WrongType],
    [{ stopFlag: new Int32Array(0) }, "options.stopFlag", WrongType],
    [{ warmStart: null }, "options.warmStart", WrongType],
    [{ warmStart: [null] }, "options.warmStart[0]", WrongType],
    [{ warmStart: [{ steps: [] }] }, "options.warmStart[0].vehicleId", MissingField],
    [{ warmStart: [{ vehicleId: 1 }] }, "options.warmStart[0].steps", MissingField],
    [{ warmStart: [{ vehicleId: 1, steps: [5] }] }, "options.warmStart[0].steps[0]", WrongType],
    [
      { warmStart: [{ vehicleId: 1, steps: [{ type: "job", id: 1, service_at: 5 }] }] },
      "options.warmStart[0].steps[0].service_at",
      UnknownField,
    ],
    [
      { warmStart: [{ vehicleId: 1, steps: [{ type: "job", id: 1, serviceAfterSec: 5 }] }] },
      "options.warmStart[0].steps[0].serviceAfterSec",
      Conflict,
    ],
    [
      { warmStart: [{ vehicleId: 1, steps: [{ type: "end", id: 1 }] }] },
      "options.warmStart[0].steps[0].type",
      WrongType,
    ],
  ])("options %o are refused with the field's name", (options, field, code) => {
    expect(answer(PROBLEM, options)).toEqual([field, code]);
  });

  it("is refused by validateProblem alone too, with a sentence that says what to give", () => {
    expect(() => validateProblem({ ...PROBLEM, shipments: undefined } as unknown as Problem)).toThrow(
      "shipments: This field is missing. Add it.",
    );
    expect(() => validateProblem({ ...PROBLEM, jobs: { 0: JOB } } as unknown as Problem)).toThrow(
      "jobs: An object is not a list. Give a list.",
    );
  });
});

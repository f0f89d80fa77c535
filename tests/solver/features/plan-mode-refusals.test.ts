import { describe, expect, it } from "vitest";
import { ErrorCode, SolverError, check, schedule, solve, timeRoutes, validateProblem } from "solver/index";
import type { GivenRoute, Problem, Solution, StepRef } from "solver/index";
import { job, line, problem as make, vehicle } from "../helpers/problems";

const right = make(line(0, 60, 90), [vehicle(1), vehicle(2)], [job(1, 1), job(2, 2)]);
const stop = (id: number): StepRef => ({ type: "job", id });
const routes: GivenRoute[] = [{ vehicleId: 1, steps: [stop(1), stop(2)] }];
const solution = timeRoutes(right, routes);

/** Field and number of a refusal; undefined without one. */
function refusal(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    return [error.field, error.code];
  }
}

/** As programs without types call them. */
const CALLS: Readonly<Record<string, (problem: Problem) => unknown>> = {
  schedule: (problem) => schedule(problem, routes),
  timeRoutes: (problem) => timeRoutes(problem, routes),
  "timeRoutes of the vehicles' steps": (problem) => timeRoutes(problem),
  check: (problem) => check(problem, solution),
};

const firstVehicle = (more: object): object => ({ vehicles: [{ ...vehicle(1), ...more }, vehicle(2)] });
const firstJob = (more: object): object => ({ jobs: [{ ...job(1, 1), ...more }, job(2, 2)] });

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  it.each<[object, string, number]>([
    [firstJob({ locationIndex: 7 }), "jobs[0].locationIndex", ErrorCode.UnknownIndex],
    [firstJob({ time_windows: [[0, 1]] }), "jobs[0].time_windows", ErrorCode.UnknownField],
    [firstVehicle({ maxTask: 1 }), "vehicles[0].maxTask", ErrorCode.UnknownField],
    [firstVehicle({ profile: "cra" }), "vehicles[0].profile", ErrorCode.UnknownProfile],
    [firstVehicle({ steps: [stop(9)] }), "vehicles[0].steps[0].id", ErrorCode.UnknownStep],
    [
      firstVehicle({ lockedPrefix: [{ ...stop(1), serviceAtSec: 5 }] }),
      "vehicles[0].lockedPrefix[0].serviceAtSec",
      ErrorCode.Conflict,
    ],
    [{ matrices: {} }, "vehicles[0].profile", ErrorCode.UnknownProfile],
    [{ jobs: undefined }, "jobs", ErrorCode.MissingField],
  ])("refuses a problem with %o", (wrong, field, code) => {
    expect(refusal(() => call({ ...right, ...wrong } as Problem))).toEqual([field, code]);
  });

  it("refuses times of steps that contradict each other, and takes those that meet", () => {
    const told = (after: number, before: number): Problem => ({
      ...right,
      ...firstVehicle({ steps: [{ ...stop(1), serviceAfterSec: after, serviceBeforeSec: before }] }),
    });
    expect(refusal(() => call(told(50, 20)))).toEqual(["vehicles[0].steps[0].serviceBeforeSec", ErrorCode.Conflict]);
    expect(refusal(() => call(told(50, 50)))).toBeUndefined();
  });

  it("refuses values of a matrix that it sees for the first time", () => {
    const durations = Int32Array.of(0, 60, 90, 60, 0, -5, 90, 30, 0);
    const broken = { ...right, matrices: { car: { size: 3, durations } } };
    for (let time = 0; time < 2; time++)
      expect(refusal(() => call(broken))).toEqual(["matrices.car.durations[1][2]", ErrorCode.OutOfRange]);
  });

  it("takes times of steps, which solve refuses", () => {
    const timed = { ...right, ...firstVehicle({ steps: [{ ...stop(1), serviceAtSec: 500 }] }) };
    expect(refusal(() => call(timed))).toBeUndefined();
    for (const whole of [() => solve(timed, { iterationLimit: 1 }), () => validateProblem(timed)])
      expect(refusal(whole)).toEqual(["vehicles[0].steps[0].serviceAtSec", ErrorCode.Conflict]);
  });
});

describe.each<[string, (given: readonly GivenRoute[]) => unknown]>([
  ["schedule", (given) => schedule(right, given)],
  ["timeRoutes", (given) => timeRoutes(right, given)],
])("%s", (_, call) => {
  it.each<[unknown, string, number]>([
    [
      [
        { vehicleId: 1, steps: [stop(1)] },
        { vehicleId: 1, steps: [stop(2)] },
      ],
      "routes[1].vehicleId",
      ErrorCode.DuplicateId,
    ],
    [[{ vehicleId: 7, steps: [stop(1)] }], "routes[0].vehicleId", ErrorCode.UnknownVehicle],
    [[{ vehicleId: 1, steps: [{ ...stop(1), service_at: 500 }] }], "routes[0].steps[0].service_at", 202],
    [[{ vehicleId: 1, steps: [{ type: "start" }, stop(1)] }], "routes[0].steps[0].type", ErrorCode.WrongType],
    [[{ vehicleId: 1 }], "routes[0].steps", ErrorCode.MissingField],
    [
      [{ vehicleId: 1, steps: [{ ...stop(1), serviceAfterSec: 50, serviceBeforeSec: 20 }] }],
      "routes[0].steps[0].serviceBeforeSec",
      ErrorCode.Conflict,
    ],
    [
      [{ vehicleId: 1, steps: [stop(2), { ...stop(1), serviceAtSec: 20, serviceAfterSec: 50 }] }],
      "routes[0].steps[1].serviceAtSec",
      ErrorCode.Conflict,
    ],
    [
      [{ vehicleId: 1, steps: [{ ...stop(1), serviceAtSec: 50, serviceBeforeSec: 20 }] }],
      "routes[0].steps[0].serviceAtSec",
      ErrorCode.Conflict,
    ],
    [null, "routes", ErrorCode.WrongType],
  ])("refuses routes %o", (given, field, code) => {
    expect(refusal(() => call(given as readonly GivenRoute[]))).toEqual([field, code]);
  });
});

describe("check", () => {
  const [route] = solution.routes;
  const [start, ...others] = route!.steps;
  const withRoute = (more: object): object => ({ ...solution, routes: [{ ...route, ...more }] });

  it.each<[unknown, string, number]>([
    [undefined, "solution", ErrorCode.MissingField],
    [{ ...solution, routes: undefined }, "solution.routes", ErrorCode.MissingField],
    [{ ...solution, unassigned: null }, "solution.unassigned", ErrorCode.WrongType],
    [{ ...solution, summary: {} }, "solution.summary.cost", ErrorCode.MissingField],
    [
      { ...solution, summary: { ...solution.summary, waitingSec: "5" } },
      "solution.summary.waitingSec",
      ErrorCode.WrongType,
    ],
    [{ ...solution, cost: undefined }, "solution.cost", ErrorCode.MissingField],
    [withRoute({ priority: undefined }), "solution.routes[0].priority", ErrorCode.MissingField],
    [withRoute({ delivery: [NaN] }), "solution.routes[0].delivery[0]", ErrorCode.WrongType],
    [withRoute({ distanceM: null }), "solution.routes[0].distanceM", ErrorCode.WrongType],
    [withRoute({ vehicleId: "1" }), "solution.routes[0].vehicleId", ErrorCode.WrongType],
    [withRoute({ cost: NaN }), "solution.routes[0].cost", ErrorCode.WrongType],
    [
      withRoute({ steps: [{ ...start, arrivalSec: undefined }, ...others] }),
      "solution.routes[0].steps[0].arrivalSec",
      ErrorCode.MissingField,
    ],
    [
      withRoute({ steps: [{ ...start, load: [NaN] }, ...others] }),
      "solution.routes[0].steps[0].load[0]",
      ErrorCode.WrongType,
    ],
  ])("refuses the solution %#", (given, field, code) => {
    expect(refusal(() => check(right, given as Solution))).toEqual([field, code]);
  });

  it("lists two routes of one vehicle and one of an unknown vehicle as violations", () => {
    const routesOfOne = { ...solution, routes: [route!, route!] };
    expect(check(right, routesOfOne).map(({ message }) => message)).toContain("Vehicle 1 has two routes.");
    expect(check(right, withRoute({ vehicleId: 7 }) as Solution).map(({ message }) => message)).toContain(
      "There is no vehicle 7.",
    );
  });
});

describe("a matrix that was found right", () => {
  it("isn't read again in plan mode, but by solve", () => {
    const matrix = line(0, 60, 90);
    const problem = { ...right, matrices: { car: matrix } };
    solve(problem, { iterationLimit: 1 });
    matrix.durations[1] = -5;
    for (const call of Object.values(CALLS)) expect(refusal(() => call(problem))).toBeUndefined();
    expect(refusal(() => solve(problem, { iterationLimit: 1 }))).toEqual([
      "matrices.car.durations[0][1]",
      ErrorCode.OutOfRange,
    ]);
  });

  it("is read where a stop flag kept it from being read before", () => {
    const matrix = { ...line(0, 60, 90), durations: Int32Array.of(0, -5, 90, 60, 0, 30, 90, 30, 0) };
    const problem = { ...right, matrices: { car: matrix } };
    validateProblem(problem, () => true);
    expect(refusal(() => timeRoutes(problem, routes))).toEqual(["matrices.car.durations[0][1]", ErrorCode.OutOfRange]);
  });
});

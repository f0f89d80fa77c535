import { describe, expect, it } from "vitest";
import { schedule, solve, timeRoutes, writeVroom } from "solver/index";
import { job, line, problem as make, vehicle } from "./helpers/problems";

/** More than a call can have arguments. */
const MANY = 130_000;

describe("as many as a call can't have arguments", () => {
  const matrix = line(0, 600);
  const isAway = { timeWindow: [0, 100] as const };
  const jobs = Array.from({ length: MANY }, (_, k) => job(k, 1));

  it("vehicles: one of them serves the stop, and VROOM's answer is written", () => {
    const problem = make(
      matrix,
      Array.from({ length: MANY }, (_, k) => vehicle(k)),
      [job(1, 1)],
      [],
      { balance: 0.5 },
    );
    const solution = solve(problem, { timeLimitMs: 1 });
    expect(solution.routes).toHaveLength(1);
    expect(writeVroom(problem, solution).summary).toMatchObject({ routes: 1, unassigned: 0 });
  });

  it("stops that no vehicle can reach in time: each has its reason", () => {
    const { unassigned } = solve(make(matrix, [vehicle(1, isAway)], jobs), { iterationLimit: 1 });
    expect(unassigned).toHaveLength(MANY);
    expect(unassigned[MANY - 1]!.reasons).toMatchObject([{ code: "working_hours" }]);
  });

  it("routes, and violations of one route", () => {
    const vehicles = Array.from({ length: MANY }, (_, k) => vehicle(k));
    const each = jobs.map(({ id }) => ({ vehicleId: id, steps: [{ type: "job" as const, id }] }));
    expect(timeRoutes(make(matrix, vehicles, jobs), each).summary).toMatchObject({ routes: MANY });
    const steps = jobs.map(({ id }) => ({ type: "job" as const, id }));
    const locked = make(matrix, [vehicle(1, { lockedPrefix: steps })], jobs);
    expect(schedule(locked, [{ vehicleId: 1, steps: [] }])[0]!.violations).toHaveLength(MANY);
  });

  it("stops of one route, with one that it can't take", () => {
    const steps = jobs.map(({ id }) => ({ type: "job" as const, id }));
    const problem = make(matrix, [vehicle(1, { maxTasks: MANY, steps })], [...jobs, job(MANY, 1, { skills: [1] })]);
    const { routes, unassigned } = solve(problem, { iterationLimit: 1 });
    expect(routes[0]!.steps).toHaveLength(MANY + 2);
    expect(unassigned).toMatchObject([{ id: MANY, reasons: [{ code: "skills" }] }]);
  });
});

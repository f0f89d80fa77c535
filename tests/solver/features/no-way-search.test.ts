import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import type { Problem } from "solver/index";
import { buildInstance } from "solver/model/build";
import { loadRoutes } from "solver/search/journal";
import { withoutWays } from "../helpers/gaps";
import { emptyPlanOf, expectUpToDate } from "../helpers/plan-state";
import { job, line, problem as make, shipment, vehicle } from "../helpers/problems";
import { stepsOf } from "../helpers/single-changes";

describe("the search with legs without a way", () => {
  const ring = withoutWays(line(0, 100, 200, 300), (from, to) => to !== (from + 1) % 4);
  const stops = [job(1, 1), job(2, 2), job(3, 3)];

  it("has stops that are each other's only way in its first plan", () => {
    const problem = make(ring, [vehicle(1)], stops);
    const solution = solve(problem, { iterationLimit: 1 });
    expect(check(problem, solution)).toEqual([]);
    expect(stepsOf(solution, 1).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it.each([null, [0, 9000] as const])("repairs a route by the stop that was missing, hours %s", (hours) => {
    const problem = make(ring, [vehicle(1, { timeWindow: hours })], stops);
    const { plan, search } = emptyPlanOf(problem, 1);
    loadRoutes(plan, [[0, 1, 2]]);
    expect([plan.noWays[0], plan.isFeasible(0)]).toEqual([0, true]);
    plan.unlink(1);
    plan.refresh(0);
    expect([plan.noWays[0], plan.isFeasible(0)]).toEqual([1, false]);
    expect(search.inserter.find(1)).toBe(true);
    search.inserter.apply(1);
    expectUpToDate(problem, plan);
    expect([plan.noWays[0], plan.isFeasible(0)]).toEqual([0, true]);
  });

  it("leaves out of its model what no vehicle reaches, and ignores the distances there", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), (_, to) => to === 2);
    gaps.distances![2] = 2_000_000_000;
    const problem = make(gaps, [vehicle(1, { costs: { perKm: 300.5 }, maxDistanceM: 9000 })], stops);
    const { taskCount, costScale, distance } = buildInstance(problem);
    expect([taskCount, costScale, distance[0]![2]]).toEqual([2, 100, 0]);
  });
});

describe("the reason is a later rule where a place has ways", () => {
  /** Of the first stop that is left out beside a route that stays as it is. */
  const reasonOf = (problem: Problem, order: readonly number[]): unknown => {
    const steps = order.map((id) => ({ type: "job" as const, id }));
    const solution = solve(problem, { iterationLimit: 1, warmStart: [{ vehicleId: 1, steps }], changeBudget: 0 });
    expect(stepsOf(solution, 1)).toEqual(steps);
    return solution.unassigned[0]!.reasons[0];
  };
  const van = vehicle(1, { capacity: [4] });

  it("load: the place with room has no way, and the one with a way no room", () => {
    const gaps = withoutWays(line(0, 100, 200), (from, to) => from === 1 && to === 2);
    const jobs = [job(1, 1, { delivery: [4] }), job(2, 2, { pickup: [1] })];
    expect(reasonOf(make(gaps, [van], jobs), [1])).toMatchObject({ code: "capacity", amount: 1 });
  });

  it("the same for a shipment whose halves stand together", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), (from, to) => from === 1 && to === 2);
    const problem = make(gaps, [van], [job(1, 1, { delivery: [4] })], [shipment(5, 2, 3, { amount: [1] })]);
    expect(reasonOf(problem, [1])).toMatchObject({ code: "capacity", amount: 1 });
  });

  it("the same for a shipment with a stop between its halves", () => {
    // the pickup has to come before the load of job 2, and only from there a way leads to the delivery
    const gaps = withoutWays(
      line(0, 100, 200, 300, 400),
      (from, to) => (to === 4 && from !== 2) || (from === 2 && to === 3),
    );
    const jobs = [job(1, 1), job(2, 2, { pickup: [4] })];
    const problem = make(gaps, [van], jobs, [shipment(5, 3, 4, { amount: [1] })]);
    expect(reasonOf(problem, [1, 2])).toMatchObject({ code: "capacity", amount: 1 });
  });

  it("distance, with the least change that helps at a place with ways", () => {
    const gaps = withoutWays(line(0, 100, 200), (from, to) => from === 2 && to === 1);
    const jobs = [job(1, 1, { priority: 9 }), job(2, 2)];
    const problem = make(gaps, [vehicle(1, { maxDistanceM: 3000 })], jobs);
    expect(solve(problem, { iterationLimit: 50, alternatives: true }).unassigned[0]).toMatchObject({
      id: 2,
      reasons: [{ code: "max_distance", amount: 1000 }],
      suggestion: { change: "max_distance", amount: 1000, added: { travelSec: 200, distanceM: 2000 } },
    });
  });
});

describe("what a change adds", () => {
  it("is that of a place where the stop fits, also without working hours", () => {
    // on the way to job 1 it would cost nothing, but make that late
    const jobs = [
      job(1, 2, { timeWindows: [[0, 100]], priority: 9, delivery: [1] }),
      job(2, 1, { serviceSec: 10, delivery: [1] }),
    ];
    const open = vehicle(1, { endIndex: null, capacity: [1], timeWindow: null });
    const { unassigned } = solve(make(line(0, 50, 100), [open], jobs), { iterationLimit: 50, alternatives: true });
    expect(unassigned[0]!.suggestion).toMatchObject({ change: "capacity", added: { travelSec: 50, distanceM: 500 } });
  });
});

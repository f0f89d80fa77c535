import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schedule } from "solver/index";
import type { Problem, SolutionRoute, StepRef } from "solver/index";
import { job, line, problem as make, vehicle } from "../helpers/problems";

const begins = (route: SolutionRoute): number[] => route.steps.map((step) => step.arrivalSec + step.waitingSec);

/** One route of all jobs, with a reserve and with none; and when the vehicle leaves at once. */
function times(problem: Problem, reserve: number): { kept: SolutionRoute; none: SolutionRoute; atOnce: SolutionRoute } {
  const steps = problem.jobs.map(({ id }): StepRef => ({ type: "job", id }));
  const run = (more: Partial<Problem["vehicles"][number]>): SolutionRoute => {
    const [first] = problem.vehicles;
    const vehicles = [{ ...first!, ...more }];
    return schedule({ ...problem, vehicles }, [{ vehicleId: first!.id, steps }])[0]!;
  };
  return { kept: run({ windowReserveSec: reserve }), none: run({}), atOnce: run({ strictStart: true }) };
}

describe("a reserve of the windows", () => {
  const onTheWay = (closes: number, from = 0): Problem =>
    make(
      line(0, 100, 200),
      [vehicle(1, { timeWindow: [0, 9000] })],
      [job(1, 1, { timeWindows: [[from, closes]] }), job(2, 2, { timeWindows: [[5000, 6000]] })],
    );

  it("is left where the vehicle waits later anyway", () => {
    const { kept, none } = times(onTheWay(2000), 600);
    expect([begins(none)[1], begins(kept)[1]]).toEqual([2000, 1400]);
    expect(begins(kept)[2]).toBe(begins(none)[2]);
  });

  it("is no more than leaving at once gives, and no more than the window is long", () => {
    expect(begins(times(onTheWay(500), 600).kept)[1]).toBe(100);
    const { kept } = times(onTheWay(1200, 1000), 600);
    expect(kept.steps.map(({ waitingSec }) => waitingSec).slice(0, 2)).toEqual([0, 0]);
    expect(begins(kept)[1]).toBe(1000);
  });

  it("of any order and windows costs no time, no cost and breaks nothing", () => {
    const windows = fc.array(fc.tuple(fc.nat(4000), fc.nat(3000), fc.nat(300)), { minLength: 1, maxLength: 8 });
    let kept = 0;
    fc.assert(
      fc.property(windows, fc.nat(900), (drawn, reserve) => {
        const jobs = drawn.map(([from, width], at) => job(at + 1, at + 1, { timeWindows: [[from, from + width]] }));
        const travel = line(0, ...drawn.map(([, , place]) => place));
        const found = times(make(travel, [vehicle(1, { timeWindow: [0, 20_000] })], jobs), reserve);
        expect(begins(found.kept).at(-1)).toBe(begins(found.none).at(-1));
        expect(found.kept.cost).toBe(found.none.cost);
        expect(found.kept.violations).toEqual(found.none.violations);
        expect(found.kept.steps[0]!.arrivalSec).toBeLessThanOrEqual(found.none.steps[0]!.arrivalSec);
        const rooms = (route: SolutionRoute): number[] =>
          jobs.map(({ timeWindows }, at) => timeWindows![0]![1] - begins(route)[at + 1]!);
        const least = rooms(found.atOnce).map((room) => Math.min(reserve, room));
        rooms(found.kept).forEach((room, at) => expect(room).toBeGreaterThanOrEqual(least[at]!));
        if (rooms(found.none).some((room, at) => room < least[at]!)) kept++;
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 400), seed: 7 },
    );
    expect(kept).toBeGreaterThan(50);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latestEndWithout } from "solver/contract";
import { check, isBreakDue, schedule, solve, validateProblem } from "solver/index";
import type { Break, Problem, Solution, SolutionRoute, StepRef, TimeWindow } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { stepOf } from "solver/model/given-routes";
import type { Plan } from "solver/search/plan";
import { Random } from "solver/random";
import type { Loose } from "../helpers/loose";
import { emptyPlanOf, expectUpToDate, fill, wholes } from "../helpers/plan-state";
import { randomProblem } from "../helpers/random-problem";
import { job, line, problem as make, vehicle } from "../helpers/problems";
import { applyChange, placeFor, stepsOf, visitOf } from "../helpers/single-changes";

const seeds = fc.integer({ min: 1, max: 1e9 });

/** A random problem whose vehicles have one break each, taken where it is due; now and then length counts, too. */
function dueProblem(seed: number, tasks: number, length = true): Problem {
  const { problem } = readVroom(randomProblem(seed, { tasks }));
  const random = new Random(seed + 3);
  const vehicles = problem.vehicles.map((one) => {
    const from = one.timeWindow?.[0] ?? 0;
    const begin = Math.max(0, from - 300 + random.below(2500));
    const windows: TimeWindow[] = [[begin, begin + random.below(900)]];
    if (random.real() < 0.2) windows.push([begin + 1000, begin + 1000 + random.below(600)]);
    const rest: Break = {
      id: one.id,
      serviceSec: random.below(700),
      timeWindows: windows,
      onlyIfDue: true,
      ...(length && random.real() < 0.5 ? { dueAfterSec: random.below(3000) } : {}),
      ...(one.breaks?.[0]?.maxLoad === undefined ? {} : { maxLoad: one.breaks[0].maxLoad }),
    };
    return { ...one, breaks: [rest], ...(random.real() < 0.2 ? { strictStart: true } : {}) };
  });
  const withReserve = vehicles.map((one) => (random.real() < 0.3 ? { ...one, windowReserveSec: 300 } : one));
  return { ...problem, vehicles: withReserve };
}

const taken = (route: SolutionRoute): boolean => route.steps.some((step) => step.type === "break");
const ends = (route: SolutionRoute): [number, number] => {
  const last = route.steps.at(-1)!;
  return [route.steps[0]!.arrivalSec, last.arrivalSec + last.waitingSec + last.setupSec + last.serviceSec];
};
const orderOf = (plan: Plan, v: number): StepRef[] => {
  const steps: StepRef[] = [];
  for (let i = plan.next[plan.startOf(v)]!; i !== plan.endOf(v); i = plan.next[i]!)
    steps.push(stepOf(plan.instance, i));
  return steps;
};

/** The route without its break, left as late as costs no time: what decides whether that is due. */
function without(problem: Problem, vehicleId: number, steps: readonly StepRef[]): SolutionRoute {
  const vehicles = problem.vehicles.map((one) => ({ ...one, breaks: [], windowReserveSec: 0 }));
  const plain: Problem = { ...problem, vehicles };
  return schedule(plain, [{ vehicleId, steps }])[0]!;
}

describe("breaks that are taken where they are due", () => {
  it("solved plans have them there and nowhere else, and the checker agrees", () => {
    const seen = { taken: 0, left: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 20 }), (seed, tasks) => {
        const problem = dueProblem(seed, tasks);
        validateProblem(problem);
        const solution = solve(problem, { iterationLimit: 120, seed });
        expect(check(problem, solution)).toEqual([]);
        for (const route of solution.routes) {
          const rest = problem.vehicles.find(({ id }) => id === route.vehicleId)!.breaks![0]!;
          const due = isBreakDue(rest, ...ends(without(problem, route.vehicleId, stepsOf(solution, route.vehicleId))));
          expect(taken(route)).toBe(due);
          seen[due ? "taken" : "left"]++;
        }
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 80), seed: 17 },
    );
    expect(Math.min(seen.taken, seen.left)).toBeGreaterThan(50);
  });

  it("a place that the search takes is one that the rule allows; where length doesn't count, every such place", () => {
    const seen = { yes: 0, no: 0, off: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 10 }), fc.boolean(), (seed, tasks, length) => {
        const problem = dueProblem(seed, tasks, length);
        const { plan, search, random } = fill(emptyPlanOf(problem, seed));
        for (const task of wholes(plan)) {
          if (plan.route[task]! < 0 || plan.instance.paired[task]! >= 0 || random.real() < 0.6) continue;
          const from = plan.route[task]!;
          plan.unlink(task);
          plan.refresh(from);
        }
        expectUpToDate(problem, plan);
        for (const task of wholes(plan)) {
          if (plan.route[task]! >= 0 || plan.instance.paired[task]! >= 0) continue;
          problem.vehicles.forEach((one, v) => {
            for (let after = plan.startOf(v); after !== plan.endOf(v); after = plan.next[after]!) {
              const fits = search.inserter.takes(v, task) && search.inserter.fits(v, after, task, plan.next[after]!);
              plan.link(task, after);
              const steps = orderOf(plan, v);
              plan.unlink(task);
              const right = schedule(problem, [{ vehicleId: one.id, steps }])[0]!.violations.length === 0;
              if (fits) expect(right).toBe(true);
              // a vehicle that could leave earlier than it does takes its break before it leaves: what that costs is
              // all that may differ
              else if (right) expect(length || leavesAfter(problem, one.id, steps)).toBe(true);
              seen[fits ? "yes" : right ? "off" : "no"]++;
            }
          });
        }
      }),
      { numRuns: 200, seed: 5 },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(100);
    expect(seen.off).toBeLessThan(seen.yes / 10);
  });

  it("a suggestion lets the stop in where it stands", () => {
    let served = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 9 }), (seed, tasks) => {
        const wide = dueProblem(seed, tasks);
        const problem = {
          ...wide,
          vehicles: wide.vehicles.slice(0, 2).map((one) => ({
            ...one,
            timeWindow: [one.timeWindow?.[0] ?? 0, (one.timeWindow?.[0] ?? 0) + 2500] as const,
          })),
        };
        const solution = solve(problem, { iterationLimit: 60, seed });
        expect(check(problem, solution)).toEqual([]);
        for (const stop of solution.unassigned) {
          if (stop.suggestion === undefined) continue;
          const changed = applyChange(problem, stop.suggestion);
          expect(
            placeFor(
              changed,
              stop.suggestion.vehicleId,
              stepsOf(solution, stop.suggestion.vehicleId),
              visitOf(problem, stop, solution).steps,
            ),
          ).not.toBeNull();
          served++;
        }
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(served).toBeGreaterThan(50);
  });

  it("the latest end without a break is the same for every departure, and the very latest without a length", () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.nat(200),
        fc.nat(200),
        fc.option(fc.nat(300), { nil: undefined }),
        fc.nat(400),
        (opens, width, earliest, dueAfterSec, later) => {
          const rest = {
            onlyIfDue: true,
            timeWindows: [[opens, opens + width]] as const,
            ...(dueAfterSec === undefined ? {} : { dueAfterSec }),
          };
          const end = latestEndWithout(rest, earliest);
          const last = Math.min(end, 2000);
          expect(isBreakDue(rest, Math.min(earliest + later, last), last)).toBe(false);
          if (end < Infinity && end >= earliest) expect(isBreakDue(rest, earliest, end + 1)).toBe(true);
        },
      ),
      { seed: 1 },
    );
    expect(latestEndWithout({ timeWindows: [[0, 10]] }, 5)).toBe(-Infinity);
  });

  const noon = (more: Partial<Break> = {}): Break => ({
    id: 1,
    serviceSec: 30,
    timeWindows: [[120, 130]],
    onlyIfDue: true,
    ...more,
  });
  const solved = (
    rest: Break,
    at: number,
    hours: TimeWindow,
    windows?: TimeWindow,
  ): { problem: Problem; solution: Solution } => {
    const problem = make(
      line(0, at),
      [vehicle(1, { timeWindow: hours, breaks: [rest] })],
      [job(1, 1, windows === undefined ? {} : { timeWindows: [windows] })],
    );
    return { problem, solution: solve(problem, { iterationLimit: 20 }) };
  };

  it("a short round has none, and half a day serves more for it; without the mark all take one", () => {
    expect(taken(solved(noon(), 15, [80, 500]).solution.routes[0]!)).toBe(false);
    expect(taken(solved(noon(), 40, [80, 500]).solution.routes[0]!)).toBe(true);
    // back at 125, when the working hours end, too
    const half = solved(noon(), 20, [80, 125], [105, 105]).solution;
    expect(half.unassigned).toEqual([]);
    expect(taken(half.routes[0]!)).toBe(false);
    expect(solved(noon({ onlyIfDue: false }), 20, [80, 125], [105, 105]).solution.unassigned).toHaveLength(1);
    expect(taken(solved(noon({ onlyIfDue: false }), 15, [80, 500]).solution.routes[0]!)).toBe(true);
    // a vehicle whose hours begin when the break's are over
    expect(solved(noon(), 40, [140, 500]).solution.unassigned).toEqual([]);
  });

  it("a route longer than allowed has one even where it is back within the break's hours", () => {
    expect(taken(solved(noon(), 22, [80, 500]).solution.routes[0]!)).toBe(false);
    expect(taken(solved(noon({ dueAfterSec: 43 }), 22, [80, 500]).solution.routes[0]!)).toBe(true);
    expect(taken(solved(noon({ dueAfterSec: 44 }), 22, [80, 500]).solution.routes[0]!)).toBe(false);
  });

  it("the checker refuses one that is missing, and one that is taken for nothing", () => {
    const { problem, solution } = solved(noon(), 40, [80, 500]);
    const harmed = structuredClone(solution) as Loose<Solution>;
    harmed.routes[0]!.steps = harmed.routes[0]!.steps.filter((step) => step.type !== "break");
    expect(check(problem, harmed).map(({ code }) => code)).toContain("missing_break");
    const always = solved(noon({ onlyIfDue: false }), 15, [80, 500]);
    expect(check(always.problem, always.solution)).toEqual([]);
    expect(
      check(
        { ...always.problem, vehicles: [vehicle(1, { timeWindow: [80, 500], breaks: [noon()] })] },
        always.solution,
      ).map(({ code }) => code),
    ).toEqual(["needless_break"]);
  });

  it("is the vehicle's only break", () => {
    const { problem } = solved(noon(), 40, [80, 500]);
    const two = { ...problem, vehicles: [{ ...problem.vehicles[0]!, breaks: [noon(), { id: 2 }] }] };
    expect(() => validateProblem(two)).toThrow(/breaks\[0\]\.onlyIfDue/);
    const wrong = { ...problem, vehicles: [{ ...problem.vehicles[0]!, breaks: [noon({ dueAfterSec: -1 })] }] };
    expect(() => validateProblem(wrong)).toThrow(/dueAfterSec/);
  });
});

/** Whether the route, as plan mode times it, leaves when the break's windows are over. */
function leavesAfter(problem: Problem, vehicleId: number, steps: readonly StepRef[]): boolean {
  const rest = problem.vehicles.find(({ id }) => id === vehicleId)!.breaks![0]!;
  return ends(without(problem, vehicleId, steps))[0] > rest.timeWindows!.at(-1)![1];
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, schedule, solve } from "solver/index";
import type { Break, Problem, Solution, StepRef, Vehicle, Violation } from "solver/index";
import { assemble } from "solver/schedule/schedule";
import { readVroom } from "solver/formats/vroom/read";
import { kindOf } from "solver/explain/change-list";
import { Random } from "solver/random";
import { randomProblem } from "../helpers/random-problem";
import { job, problem as make, vehicle } from "../helpers/problems";
import {
  allChanges,
  applyChange,
  givenOf,
  mayBeLate,
  placeFor,
  priceOf,
  stepsOf,
  visitOf,
} from "../helpers/single-changes";

/** A small problem over all constraints with too little of something, so that stops are left out. */
function tightProblem(seed: number, tasks: number): Problem {
  const { problem } = readVroom(randomProblem(seed, { tasks, gaps: seed % 5 < 2 }));
  const random = new Random(seed + 1);
  // 0 little time, 1 little room, 2 short ways, 3 breaks that overlap
  const squeeze = random.below(4);
  const vehicles = problem.vehicles.slice(0, 1 + random.below(3)).map((vehicle): Vehicle => {
    const hours = vehicle.timeWindow ?? (squeeze === 0 ? ([300, 9000] as const) : undefined);
    const from = hours?.[0] ?? 0;
    const begin = from + random.below(2000);
    const more: Break = {
      id: 99,
      serviceSec: 100 + random.below(600),
      timeWindows:
        random.real() < 0.5
          ? [[begin, begin + 900]]
          : [
              [begin, begin + 300],
              [begin + 800, begin + 1500],
            ],
    };
    const overlapping = squeeze === 3 || random.real() < 0.2;
    return {
      ...vehicle,
      ...(hours === undefined
        ? {}
        : { timeWindow: squeeze === 0 ? ([from, from + 500 + random.below(1500)] as const) : hours }),
      ...(squeeze === 1 && vehicle.capacity !== undefined
        ? { capacity: vehicle.capacity.map((most) => Math.floor(most / 4)) }
        : {}),
      ...(squeeze === 2 && random.real() < 0.6 ? { maxTravelTimeSec: 200 + random.below(1200) } : {}),
      ...(squeeze === 2 && random.real() < 0.6 ? { maxDistanceM: 2000 + random.below(9000) } : {}),
      ...(random.real() < 0.2 ? { strictStart: true } : {}),
      ...(random.real() < 0.2 ? { overtimeSec: random.below(300) } : {}),
      ...(overlapping ? { breaks: [...(vehicle.breaks ?? []), more] } : {}),
    };
  });
  const first = { ...problem, vehicles };
  if (random.real() > 0.3) return first;
  // a settled beginning: what a plan does first, up to half of it
  const plan = solve(first, { iterationLimit: 20 });
  return {
    ...first,
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      lockedPrefix: stepsOf(plan, vehicle.id).slice(0, Math.ceil(stepsOf(plan, vehicle.id).length / 2)),
    })),
  };
}

const totalOf = (problem: Problem): number => problem.jobs.length + 2 * problem.shipments.length;
const runs = Number(process.env.SOLVER_RUNS ?? 200);

describe("suggestions, by trying everything", () => {
  it("serve the stop with all others, and no listed change is cheaper or smaller", () => {
    const seen = { leftOut: 0, suggested: 0, asItIs: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 8 }), (seed, tasks) => {
        const problem = tightProblem(seed, tasks);
        const before = solve(problem, { iterationLimit: 60, seed });
        if (before.summary.violations.some(({ code }) => code !== "precedence")) return;
        for (const stop of before.unassigned) {
          expect(stop.reasons.map(({ vehicleId }) => vehicleId)).toEqual(problem.vehicles.map(({ id }) => id));
          const visit = visitOf(problem, stop, before);
          const asItIs = problem.vehicles
            .filter(
              ({ id }) =>
                (visit.only === undefined || visit.only === id) &&
                placeFor(problem, id, stepsOf(before, id), visit.steps) !== null,
            )
            .map(({ id }) => id);
          expect(stop.reasons.filter(({ code }) => code === "not_inserted").map(({ vehicleId }) => vehicleId)).toEqual(
            asItIs,
          );
          seen.leftOut++;
          if (asItIs.length > 0) {
            seen.asItIs++;
            expect(stop.suggestion).toBeUndefined();
            continue;
          }
          const all = allChanges(problem, before, stop);
          const { suggestion } = stop;
          if (all.length === 0) {
            expect(suggestion).toBeUndefined();
            continue;
          }
          const cheapest = Math.min(...all.map((change) => priceOf(change, problem)));
          if (suggestion === undefined) expect.fail(`nothing suggested, but ${JSON.stringify(all)} would do`);
          expect(priceOf(suggestion, problem)).toBeCloseTo(cheapest, 6);
          servesAll(problem, before, suggestion, visit.steps);
          seen.suggested++;
        }
      }),
      { numRuns: runs },
    );
    expect(seen.leftOut).toBeGreaterThan(runs / 2);
    expect(seen.suggested).toBeGreaterThan(runs / 4);
  });

  it("asked for more, they say the cheapest change of another kind, and what the stop adds to the route", () => {
    const seen = { other: 0, added: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 8 }), (seed, tasks) => {
        const problem = tightProblem(seed, tasks);
        const before = solve(problem, { iterationLimit: 60, seed, alternatives: true });
        if (before.summary.violations.some(({ code }) => code !== "precedence")) return;
        const plain = solve(problem, { iterationLimit: 60, seed });
        for (const [k, { suggestion, alternative, ...stop }] of before.unassigned.entries()) {
          expect({ ...suggestion, added: undefined }).toEqual({ ...plain.unassigned[k]!.suggestion, added: undefined });
          expect(plain.unassigned[k]!).not.toHaveProperty("alternative");
          expect(plain.unassigned[k]!.suggestion?.added).toBeUndefined();
          if (suggestion === undefined) continue;
          const others = allChanges(problem, before, stop).filter(
            ({ change }) => kindOf(change) !== kindOf(suggestion.change),
          );
          expect(alternative === undefined).toBe(others.length === 0);
          if (alternative !== undefined) {
            expect(priceOf(alternative, problem)).toBeCloseTo(
              Math.min(...others.map((change) => priceOf(change, problem))),
              6,
            );
            seen.other++;
          }
          for (const one of [suggestion, ...(alternative === undefined ? [] : [alternative])]) {
            expect(one.added === undefined).toBe(stop.type !== "job");
            if (one.added === undefined) continue;
            const places = addedAtPlaces(applyChange(problem, one), one.vehicleId, stepsOf(before, one.vehicleId), {
              type: "job",
              id: stop.id,
            });
            const { travelSec, distanceM } = one.added;
            // plan mode counts whole seconds of the route
            expect(
              places.some((place) => place.distanceM === distanceM && Math.abs(place.travelSec - travelSec) <= 1),
              JSON.stringify([one, places]),
            ).toBe(true);
            // where driving alone costs, the least of all places
            const driver = problem.vehicles.find(({ id }) => id === one.vehicleId)!;
            if (driver.costs === undefined)
              expect(travelSec).toBeLessThanOrEqual(1 + Math.min(...places.map((place) => place.travelSec)));
            seen.added++;
          }
        }
      }),
      { numRuns: runs / 2, seed: 23, endOnFailure: true },
    );
    expect(Math.min(seen.other, seen.added)).toBeGreaterThan(runs / 10);
  });

  it("who would be late by an amount fits in that much later, all others on time, and not a second earlier", () => {
    const seen = { late: 0, never: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 3, max: 8 }), (seed, tasks) => {
        const problem = tightProblem(seed, tasks);
        const before = solve(problem, { iterationLimit: 60, seed });
        if (before.summary.violations.some(({ code }) => code !== "precedence")) return;
        for (const stop of before.unassigned) {
          const { steps } = visitOf(problem, stop, before);
          for (const { vehicleId, code, amount } of stop.reasons) {
            if (code !== "time_window") continue;
            const route = stepsOf(before, vehicleId);
            const lateBy = (sec: number) => placeFor(mayBeLate(problem, steps, sec), vehicleId, route, steps);
            if (amount === undefined) {
              expect(lateBy(100_000)).toBeNull();
              seen.never++;
              continue;
            }
            expect(lateBy(amount)).not.toBeNull();
            expect(lateBy(amount - 1)).toBeNull();
            seen.late++;
          }
        }
      }),
      { numRuns: runs },
    );
    expect(seen.late).toBeGreaterThan(runs / 20);
    expect(seen.never).toBeGreaterThan(runs / 50);
  });

  it("are of all the usual kinds", () => {
    const missing = new Set(["overtime", "time_window", "capacity", "max_travel_time", "max_distance", "skills"]);
    // the same problems in every run, so that a rare kind can't be missed by chance
    for (let seed = 1; seed <= 1000 && missing.size > 0; seed++) {
      for (const { suggestion } of solve(tightProblem(seed, 2 + (seed % 7)), { iterationLimit: 60, seed }).unassigned)
        if (suggestion !== undefined) missing.delete(suggestion.change);
    }
    expect([...missing]).toEqual([]);
  });

  it("what a settled beginning breaks already is not held against a stop, and doesn't get worse", () => {
    let looked = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 3, max: 8 }), (seed, tasks) => {
        const free = tightProblem(seed, tasks);
        const random = new Random(seed);
        // jobs that were served in whatever order, late or overloaded
        const history = free.jobs.filter(() => random.real() < 0.4).map(({ id }): StepRef => ({ type: "job", id }));
        const problem = {
          ...free,
          vehicles: free.vehicles.map((one, v): Vehicle => ({
            ...one,
            lockedPrefix: v === 0 ? history : [],
            breaks: [],
          })),
        };
        const before = solve(problem, { iterationLimit: 40, seed });
        for (const stop of before.unassigned) {
          expect(stop.reasons).toHaveLength(problem.vehicles.length);
          const { suggestion } = stop;
          if (suggestion?.vehicleId !== problem.vehicles[0]!.id || history.length === 0) continue;
          const changed = applyChange(problem, suggestion);
          const route = stepsOf(before, suggestion.vehicleId);
          const was = amounts(schedule(changed, [{ vehicleId: suggestion.vehicleId, steps: route }])[0]!.violations);
          const noWorse = (violations: readonly Violation[]): boolean =>
            [...amounts(violations)].every(([what, amount]) => amount <= (was.get(what) ?? 0));
          expect(
            placeFor(changed, suggestion.vehicleId, route, visitOf(problem, stop, before).steps, noWorse),
          ).not.toBeNull();
          looked++;
        }
      }),
      { numRuns: runs },
    );
    expect(looked).toBeGreaterThan(runs / 20);
  });

  it("many stops left out: each has a reason for each vehicle and a change", () => {
    const random = new Random(5);
    const places = 300;
    const at = Array.from({ length: places + 1 }, () => [random.below(9000), random.below(9000)] as const);
    const durations = Int32Array.from(
      at.flatMap((a) => at.map((b) => Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / 10))),
    );
    const jobs = Array.from({ length: places }, (_, k) =>
      job(k + 1, k + 1, {
        serviceSec: 120,
        delivery: [1 + random.below(4)],
        ...(k % 3 === 0 ? { timeWindows: [[1000 * random.below(8), 9000]] as const } : {}),
      }),
    );
    const fleet = Array.from({ length: 12 }, (_, v) =>
      vehicle(v + 1, {
        capacity: [45],
        timeWindow: [0, 9000],
        breaks: [{ id: v, serviceSec: 600, timeWindows: [[3000, 5000]] }],
      }),
    );
    const solution = solve(make({ size: places + 1, durations }, fleet, jobs), { iterationLimit: 200 });
    expect(solution.unassigned.length).toBeGreaterThan(50);
    for (const stop of solution.unassigned) {
      expect(stop.reasons.map(({ vehicleId }) => vehicleId)).toEqual(fleet.map(({ id }) => id));
      expect(stop.reasons.every(({ code, message }) => code !== "not_inserted" && message.length > 10)).toBe(true);
      expect(stop.suggestion).toBeDefined();
    }
  });
});

/** What a job adds to a route at each place where nothing is broken. */
function addedAtPlaces(
  problem: Problem,
  vehicleId: number,
  route: readonly StepRef[],
  stop: StepRef,
): { travelSec: number; distanceM: number }[] {
  const timed = (steps: readonly StepRef[]) => schedule(problem, [{ vehicleId, steps }])[0]!;
  const was = route.length === 0 ? { durationSec: 0, distanceM: 0 } : timed(route);
  return Array.from({ length: route.length + 1 }, (_, k) => timed([...route.slice(0, k), stop, ...route.slice(k)]))
    .filter((one) => one.violations.length === 0)
    .map((one) => ({
      travelSec: one.durationSec - was.durationSec,
      distanceM: (one.distanceM ?? 0) - (was.distanceM ?? 0),
    }));
}

/** Largest amount per code and stop. */
function amounts(violations: readonly Violation[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { code, amount, step } of violations) {
    const key = code === "load" ? code : `${code} ${step?.type} ${step?.id}`;
    sums.set(key, Math.max(sums.get(key) ?? 0, amount ?? 1));
  }
  return sums;
}

/**
 * The changed problem has a plan with the stop and all others where they were, that the checker accepts; and the solver
 * finds one.
 */
function servesAll(
  problem: Problem,
  before: Solution,
  suggestion: NonNullable<Solution["unassigned"][number]["suggestion"]>,
  visit: Parameters<typeof placeFor>[3],
): void {
  const changed = applyChange(problem, suggestion);
  const steps = placeFor(changed, suggestion.vehicleId, stepsOf(before, suggestion.vehicleId), visit);
  if (steps === null) expect.fail(`${JSON.stringify(suggestion)} doesn't serve the stop`);
  const routes = [
    ...givenOf(before).filter(({ vehicleId }) => vehicleId !== suggestion.vehicleId),
    { vehicleId: suggestion.vehicleId, steps },
  ];
  const after = assemble(changed, routes, { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } });
  const halves = before.summary.violations.length - visit.length;
  expect(check(changed, after).filter(({ code }) => code !== "precedence" || halves <= 0)).toEqual([]);
  expect(after.unassigned.length).toBe(before.unassigned.length - visit.length);
  expect(
    schedule(changed, givenOf(after))
      .flatMap((route) => route.steps)
      .filter((step) => step.id !== undefined && step.type !== "break"),
  ).toHaveLength(totalOf(problem) - after.unassigned.length);
  const solved = solve(changed, { warmStart: givenOf(before), changeBudget: visit.length, iterationLimit: 200 });
  expect(solved.summary.priority).toBeGreaterThanOrEqual(after.summary.priority);
  if (solved.summary.priority === after.summary.priority)
    expect(solved.unassigned.length).toBeLessThanOrEqual(after.unassigned.length);
}

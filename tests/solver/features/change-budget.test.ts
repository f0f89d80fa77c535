import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import type { GivenRoute, Problem, Solution, StepRef } from "solver/index";
import { assemble } from "solver/schedule/schedule";
import { readVroom } from "solver/formats/vroom/read";
import { Random } from "solver/random";
import { randomProblem } from "../helpers/random-problem";
import { changedStops, nameOf } from "../helpers/changed-stops";
import { givenOf, stepsOf } from "../helpers/single-changes";
import { job, line, problem as make, shipment, vehicle } from "../helpers/problems";

/** Lower is better: priority served, stops left out, cost. */
const rank = (solution: Solution): [number, number, number] => [
  -solution.summary.priority,
  solution.unassigned.length,
  solution.cost,
];
const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, k) => value - b[k]!).find((difference) => difference !== 0) ?? 0;

/** A random problem with a middling plan for it; at times with its first stops settled. */
function planned(seed: number, tasks: number): { problem: Problem; given: Solution } {
  const { problem } = readVroom(randomProblem(seed, { tasks }));
  const given = solve(problem, { iterationLimit: 2, seed });
  if (seed % 3 > 0) return { problem, given };
  const vehicles = problem.vehicles.map((one) => ({ ...one, lockedPrefix: stepsOf(given, one.id).slice(0, 2) }));
  const locked = { ...problem, vehicles };
  return { problem: locked, given: solve(locked, { warmStart: givenOf(given), changeBudget: 0 }) };
}

const times = { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } };

/** The best plan within the budget: every way to take out and put in stops, one after the other, `budget` times. */
function bestWithin(problem: Problem, given: Solution, budget: number): [number, number, number] {
  const start = givenOf(given);
  const locked = new Set(problem.vehicles.flatMap((one) => (one.lockedPrefix ?? []).map(nameOf)));
  const all: StepRef[] = [
    ...problem.jobs.map(({ id }): StepRef => ({ type: "job", id })),
    ...problem.shipments.flatMap(({ pickup, delivery }): StepRef[] => [
      { type: "pickup", id: pickup.id },
      { type: "delivery", id: delivery.id },
    ]),
  ].filter((step) => !locked.has(nameOf(step)));
  const routesOf = (routes: readonly GivenRoute[]): Map<number, readonly StepRef[]> =>
    new Map(problem.vehicles.map(({ id }) => [id, routes.find((route) => route.vehicleId === id)?.steps ?? []]));
  const seen = new Set<string>();
  let best: [number, number, number] = rank(given);
  const visit = (routes: Map<number, readonly StepRef[]>, left: number): void => {
    const key = `${left} ${[...routes].map(([id, steps]) => `${id}: ${steps.map(nameOf).join()}`).join("; ")}`;
    if (seen.has(key)) return;
    seen.add(key);
    const solution = assemble(
      problem,
      [...routes].map(([vehicleId, steps]) => ({ vehicleId, steps })),
      times,
    );
    if (solution.summary.violations.length === 0 && compare(rank(solution), best) < 0) best = rank(solution);
    if (left === 0) return;
    for (const step of all) {
      const without = new Map(
        [...routes].map(([id, steps]) => [id, steps.filter((other) => nameOf(other) !== nameOf(step))]),
      );
      visit(without, left - 1);
      for (const [id, steps] of without) {
        const from = problem.vehicles.find((one) => one.id === id)?.lockedPrefix?.length ?? 0;
        for (let k = from; k <= steps.length; k++)
          visit(new Map(without).set(id, [...steps.slice(0, k), step, ...steps.slice(k)]), left - 1);
      }
    }
  };
  visit(routesOf(start), budget);
  return best;
}

describe("change budget", () => {
  it.each([0, 1, 2, 4, 7])("%i: no more stops change, every rule is kept, and the plan never gets worse", (budget) => {
    for (let seed = 1; seed <= 24; seed++) {
      const { problem, given } = planned(seed, 14);
      const warmStart = givenOf(given);
      const greedy = solve(problem, { warmStart, changeBudget: budget, iterationLimit: 1 });
      const solution = solve(problem, { warmStart, changeBudget: budget, iterationLimit: 800, seed });
      expect(check(problem, solution)).toEqual([]);
      expect(changedStops(problem, warmStart, givenOf(solution))).toBeLessThanOrEqual(budget);
      expect(changedStops(problem, warmStart, givenOf(greedy))).toBeLessThanOrEqual(budget);
      if (budget === 0) expect(givenOf(solution)).toEqual(warmStart);
      // a unit of cost may be rounding
      expect(compare(rank(solution), [rank(given)[0], rank(given)[1], rank(given)[2] + 1])).toBeLessThanOrEqual(0);
      expect(compare(rank(solution), [rank(greedy)[0], rank(greedy)[1], rank(greedy)[2] + 1])).toBeLessThanOrEqual(0);
    }
  });

  it("puts in stops that are in no route though the time is over, as many as the budget allows", () => {
    const jobs = [1, 2, 3, 4].map((id) => job(id, id, { delivery: [1] }));
    const input = make(line(0, 10, 20, 30, 40), [vehicle(1, { capacity: [4] })], jobs);
    const warmStart = [{ vehicleId: 1, steps: [{ type: "job", id: 1 } as const] }];
    for (const changeBudget of [1, 2, 3]) {
      let clock = 0;
      const late = { timeLimitMs: 1, now: () => (clock += 1000) };
      expect(solve(input, { warmStart, changeBudget, ...late }).unassigned).toHaveLength(3 - changeBudget);
    }
  });

  it("puts in a stop that is in no route though the time is over, also behind many others", () => {
    const jobs = Array.from({ length: 80 }, (_, k) => job(k + 1, k + 1));
    const input = make(line(...Array.from({ length: 81 }, (_, k) => 10 * k)), [vehicle(1)], jobs);
    const steps = jobs.slice(0, 79).map(({ id }) => ({ type: "job" as const, id }));
    let clock = 0;
    const late = { timeLimitMs: 1, now: () => (clock += 1000) };
    const { unassigned } = solve(input, { warmStart: [{ vehicleId: 1, steps }], changeBudget: 1, ...late });
    expect(unassigned).toEqual([]);
  });

  it("moves one of many stops though the time is over, and looks at no more than the first ones for it", () => {
    const places = Array.from({ length: 100 }, (_, k) => (k === 9 ? 200 : 10 + k)).concat(-5000, -6000, 300);
    const jobs = places.map((_, k) => job(k + 1, k + 1));
    const input = make(line(0, ...places), [vehicle(1), vehicle(2)], jobs);
    const step = ({ id }: { id: number }) => ({ type: "job" as const, id });
    const warmStart = [
      { vehicleId: 1, steps: jobs.slice(0, 101).map(step) },
      { vehicleId: 2, steps: jobs.slice(101).map(step) },
    ];
    const movedAt = (now: (() => number) | undefined) => {
      const { routes } = solve(input, {
        warmStart,
        changeBudget: 1,
        ...(now ? { timeLimitMs: 1, now } : { iterationLimit: 500 }),
      });
      const steps = routes.find(({ vehicleId }) => vehicleId === 2)?.steps ?? [];
      return steps.flatMap(({ type, id }) => (type === "job" && id < 102 ? [id] : []));
    };
    let clock = 0;
    expect(movedAt(() => (clock += 1000))).toEqual([10]);
    // with time there is a better one
    expect(movedAt(undefined)).toEqual([101]);
  });

  it("moves few stops though the time is over, so that it doesn't say that nothing gains", () => {
    const jobs = [1, 2, 3, 4, 5, 6].map((id) => job(id, id));
    const input = make(line(0, 50, 51, 52, -50, -51, -52), [vehicle(1), vehicle(2)], jobs);
    const steps = (...ids: number[]) => ids.map((id) => ({ type: "job" as const, id }));
    const warmStart = [
      { vehicleId: 1, steps: steps(1, 5, 3) },
      { vehicleId: 2, steps: steps(4, 2, 6) },
    ];
    let clock = 0;
    const late = { timeLimitMs: 1, now: () => (clock += 1000) };
    const { routes } = solve(input, { warmStart, changeBudget: 2, ...late });
    const served = routes.map((route) => route.steps.flatMap(({ type, id }) => (type === "job" ? [id] : [])).sort());
    expect(served.sort()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it("finds the best plan within 1, 2 and 3 changes, by trying all", () => {
    const missed: string[] = [];
    let better = 0;
    const cases = [...range(20, 1, 7), ...range(14, 2, 5), ...range(4, 3, 4)].flatMap(
      ([budget, tasks, seed]) =>
        [
          [budget, seed, shuffledPlan(seed, tasks)],
          [budget, seed, fullVehicles(seed, tasks)],
        ] as const,
    );
    for (const [budget, seed, { problem, warmStart }] of cases) {
      const base = solve(problem, { warmStart, changeBudget: 0 });
      expect(check(problem, base)).toEqual([]);
      const optimum = bestWithin(problem, base, budget);
      const solution = solve(problem, { warmStart: givenOf(base), changeBudget: budget, iterationLimit: 4000, seed });
      const greedy = solve(problem, { warmStart: givenOf(base), changeBudget: budget, iterationLimit: 1 });
      if (compare(optimum, rank(greedy)) < 0) better++;
      // a unit of cost may be rounding
      expect(compare(rank(solution), [optimum[0], optimum[1], optimum[2] - 1])).toBeGreaterThanOrEqual(0);
      if (compare(rank(solution), [optimum[0], optimum[1], optimum[2] + 1]) > 0)
        missed.push(
          `${budget} changes, seed ${seed}: ${rank(solution).join()} instead of ${optimum.join()}, ` +
            `greedy ${rank(greedy).join()}`,
        );
    }
    // there is something to be found beyond the greedy way
    expect(better).toBeGreaterThan(5);
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(1);
  });

  it("putting in a stop that was in no route is a change, for a shipment two", () => {
    const input = make(line(0, 10, 20, 30), [vehicle(1)], [job(1, 1)], [shipment(5, 2, 3)]);
    const open = (changeBudget: number, warmStart: GivenRoute[] = []): string[] =>
      solve(input, { warmStart, changeBudget, iterationLimit: 200 }).unassigned.map(nameOf);
    expect(open(0)).toHaveLength(3);
    expect(open(1)).toEqual(["pickup 5", "delivery 5"]);
    expect(open(2)).toEqual(["job 1"]);
    expect(open(3)).toEqual([]);
    // without a given plan all stops are open
    expect(solve(input, { changeBudget: 1, iterationLimit: 200 }).unassigned).toHaveLength(2);
    const stop = solve(input, { warmStart: [], changeBudget: 1, iterationLimit: 200 }).unassigned[0]!;
    expect(stop.reasons).toMatchObject([{ vehicleId: 1, code: "change_budget" }]);
    expect(stop.suggestion).toBeUndefined();
  });

  it("exchanges two stops between full vehicles, which no single move can", () => {
    const jobs = [
      job(1, 1, { delivery: [1] }),
      job(2, 2, { delivery: [1] }),
      job(3, 3, { delivery: [1] }),
      job(4, 4, { delivery: [1] }),
    ];
    const fleet = [vehicle(1, { capacity: [2] }), vehicle(2, { capacity: [2] })];
    const far = line(0, 100, 110, -100, -110);
    const warmStart: GivenRoute[] = [
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 1 },
          { type: "job", id: 3 },
        ],
      },
      {
        vehicleId: 2,
        steps: [
          { type: "job", id: 2 },
          { type: "job", id: 4 },
        ],
      },
    ];
    const cost = (changeBudget: number): number =>
      solve(make(far, fleet, jobs), { warmStart, changeBudget, iterationLimit: 2000 }).cost;
    expect([cost(1), cost(2)]).toEqual([840, 440]);
  });
});

const range = (count: number, budget: number, tasks: number): [number, number, number][] =>
  Array.from({ length: count }, (_, k) => [budget, tasks, 1000 * budget + k]);

/** A problem over all constraints with a plan whose routes are out of order. */
function shuffledPlan(seed: number, tasks: number): { problem: Problem; warmStart: GivenRoute[] } {
  const { problem, given } = planned(seed, tasks);
  const random = new Random(seed);
  const warmStart = givenOf(given).map(({ vehicleId, steps }) => {
    const locked = problem.vehicles.find((one) => one.id === vehicleId)?.lockedPrefix?.length ?? 0;
    return { vehicleId, steps: [...steps.slice(0, locked), ...shuffle(steps.slice(locked), random)] };
  });
  return { problem, warmStart };
}

/** Two vehicles that are full, so that stops can only be exchanged. */
function fullVehicles(seed: number, tasks: number): { problem: Problem; warmStart: GivenRoute[] } {
  const random = new Random(seed);
  const stops = tasks - (tasks % 2);
  const at = Array.from({ length: stops + 1 }, () => [random.below(900), random.below(900)] as const);
  const durations = Int32Array.from(at.flatMap((a) => at.map((b) => Math.round(Math.hypot(a[0] - b[0], a[1] - b[1])))));
  const jobs = Array.from({ length: stops }, (_, k) => job(k + 1, k + 1, { delivery: [1] }));
  const order = shuffle(
    jobs.map(({ id }): StepRef => ({ type: "job", id })),
    random,
  );
  const fleet = [1, 2].map((id) => vehicle(id, { capacity: [stops / 2] }));
  return {
    problem: make({ size: stops + 1, durations }, fleet, jobs),
    warmStart: fleet.map(({ id }, v) => ({
      vehicleId: id,
      steps: order.slice((v * stops) / 2, ((v + 1) * stops) / 2),
    })),
  };
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let k = result.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [result[k], result[other]] = [result[other]!, result[k]!];
  }
  return result;
}

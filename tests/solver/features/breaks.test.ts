import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, schedule, solve } from "solver/index";
import type { Break, Problem, StepRef } from "solver/index";
import { breakOrders, breakSequence } from "solver/schedule/break-orders";
import { Random } from "solver/random";
import { job, line, problem as make, vehicle } from "../helpers/problems";

/**
 * Whether the steps can be served in this order with all breaks: every order of those that they don't name, every place
 * of each.
 */
function possible(problem: Problem, stops: readonly StepRef[]): boolean {
  const rests = (problem.vehicles[0]!.breaks ?? [])
    .map(({ id }): StepRef => ({ type: "break", id }))
    .filter(({ id }) => !stops.some((step) => step.type === "break" && step.id === id));
  const put = (steps: readonly StepRef[], left: readonly StepRef[], from: number): boolean => {
    if (left.length === 0) return schedule(problem, [{ vehicleId: 1, steps }])[0]!.violations.length === 0;
    return left.some((rest) => {
      for (let k = from; k <= steps.length; k++)
        if (
          put(
            [...steps.slice(0, k), rest, ...steps.slice(k)],
            left.filter((other) => other !== rest),
            k + 1,
          )
        )
          return true;
      return false;
    });
  };
  return put(stops, rests, 0);
}

/** One vehicle with two to four breaks that overlap, differ in length, have one or two windows, and loads. */
function breakProblem(seed: number): { problem: Problem; stops: StepRef[] } {
  const random = new Random(seed);
  const count = 1 + random.below(4);
  const jobs = Array.from({ length: count }, (_, k) => {
    const begin = random.below(900);
    return job(k + 1, k + 1, {
      serviceSec: random.below(80),
      delivery: [random.below(3)],
      ...(random.real() < 0.7 ? { timeWindows: [[begin, begin + 60 + random.below(300)]] as const } : {}),
    });
  });
  const breaks = Array.from({ length: 2 + random.below(3) }, (_, id): Break => {
    const begin = random.below(700);
    const end = begin + random.below(400);
    return {
      id,
      serviceSec: 10 + random.below(160),
      ...(random.real() < 0.9
        ? {
            timeWindows:
              random.real() < 0.3
                ? ([
                    [begin, end],
                    [end + 50, end + 200],
                  ] as const)
                : ([[begin, end]] as const),
          }
        : {}),
      ...(random.real() < 0.2 ? { maxLoad: [random.below(5)] } : {}),
    };
  });
  const places = Array.from({ length: count + 1 }, () => random.below(120));
  const problem = make(
    line(...places),
    [vehicle(1, { capacity: [20], timeWindow: [0, 900 + random.below(500)], breaks })],
    jobs,
  );
  return { problem, stops: jobs.map(({ id }): StepRef => ({ type: "job", id })) };
}

describe("several breaks", () => {
  it("are taken in any order and wherever possible: plan mode and search against every placement", () => {
    let yes = 0;
    let no = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const { problem, stops } = breakProblem(seed);
        const can = possible(problem, stops);
        if (can) yes++;
        else no++;
        expect(schedule(problem, [{ vehicleId: 1, steps: stops }])[0]!.violations.length === 0).toBe(can);
        const solution = solve(problem, { warmStart: [{ vehicleId: 1, steps: stops }], changeBudget: 0 });
        expect(check(problem, solution)).toEqual([]);
        expect(solution.unassigned.length === 0).toBe(can);
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 300) },
    );
    expect(Math.min(yes, no)).toBeGreaterThan(50);
  });

  it("let the vehicle leave as late as costs no time: a second later no placement ends as early", () => {
    let waits = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const { problem, stops } = breakProblem(seed);
        const [route] = schedule(problem, [{ vehicleId: 1, steps: stops }]);
        if (route!.violations.length > 0) return;
        if (route!.waitingSec > 0) waits++;
        const leaving = (sec: number): Problem => {
          const timeWindow = [sec, route!.steps.at(-1)!.arrivalSec] as const;
          return { ...problem, vehicles: [{ ...problem.vehicles[0]!, timeWindow, strictStart: true }] };
        };
        const leaves = route!.steps[0]!.arrivalSec;
        expect([leaves, leaves + 1].map((sec) => possible(leaving(sec), stops))).toEqual([true, false]);
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 300) },
    );
    expect(waits).toBeGreaterThan(30);
  });

  it("are, if too many for all orders, taken by their ends where a long one would make a short one late", () => {
    const long: Break = { id: 1, serviceSec: 3600, timeWindows: [[0, 20_000]] };
    const short: Break = { id: 2, serviceSec: 60, timeWindows: [[600, 1800]] };
    const others = [3, 4, 5, 6].map((id): Break => ({ id, serviceSec: 58 + id }));
    const input = make(
      line(0, 600),
      [vehicle(1, { timeWindow: [0, 36_000], breaks: [long, short, ...others] })],
      [job(1, 1)],
    );
    const solution = solve(input, { iterationLimit: 20 });
    expect(solution.unassigned).toEqual([]);
    expect(check(input, solution)).toEqual([]);
  });

  it("are, if too many for all orders, in an order that stays when it is asked for again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const random = new Random(seed);
        // begins and ends of few kinds, so that many are alike
        const breaks = Array.from({ length: 6 + random.below(3) }, (_, id): Break => {
          const begin = 600 * random.below(3);
          return { id, serviceSec: 60 * (1 + random.below(20)), timeWindows: [[begin, begin + 900 * random.below(4)]] };
        });
        const inOrder = breakSequence(breaks).map((k) => breaks[k]!);
        expect(breakSequence(inOrder)).toEqual(inOrder.map((_, k) => k));
      }),
      { numRuns: 2000 },
    );
  });

  it("that the steps don't name are put ahead of named ones, between or behind them", () => {
    const breaks: Break[] = [
      { id: 1, serviceSec: 5, timeWindows: [[5, 20]] },
      { id: 2, serviceSec: 5, timeWindows: [[100, 110]] },
      { id: 3, serviceSec: 5, timeWindows: [[200, 210]] },
      { id: 4, serviceSec: 5, timeWindows: [[300, 310]] },
    ];
    const problem = make(line(0, 5), [vehicle(1, { breaks })], [job(1, 1, { timeWindows: [[0, 10]] })]);
    const taken = (...named: number[]): unknown[] => {
      const steps: StepRef[] = [{ type: "job", id: 1 }, ...named.map((id): StepRef => ({ type: "break", id }))];
      const [route] = schedule(problem, [{ vehicleId: 1, steps }]);
      return [route!.steps.flatMap(({ type, id }) => (type === "break" ? [id] : [])), route!.violations];
    };
    for (const named of [[], [1], [2], [4], [1, 3], [2, 3], [2, 4], [1, 4], [1, 2, 3, 4]])
      expect(taken(...named)).toEqual([[1, 2, 3, 4], []]);
    // the order of named ones is the steps'
    expect(taken(3, 1)[0]).toEqual([2, 3, 1, 4]);
  });

  it("are put among those that the steps name against every placement, and those stay in their order", () => {
    let yes = 0;
    let no = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const { problem, stops } = breakProblem(seed);
        const random = new Random(seed);
        const steps = [...stops];
        for (const { id } of problem.vehicles[0]!.breaks ?? [])
          if (random.real() < 0.4) steps.splice(random.below(steps.length + 1), 0, { type: "break", id });
        const can = possible(problem, steps);
        if (can) yes++;
        else no++;
        const [route] = schedule(problem, [{ vehicleId: 1, steps }]);
        expect(route!.violations.length === 0).toBe(can);
        const nameOf = ({ type, id }: { type: string; id?: number }): string => `${type} ${id}`;
        const named = steps.map(nameOf);
        expect(route!.steps.map(nameOf).filter((name) => named.includes(name))).toEqual(named);
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 300) },
    );
    expect(Math.min(yes, no)).toBeGreaterThan(50);
  });

  it("are as many as a vehicle may have, half of them named on one leg", () => {
    const breaks = Array.from({ length: 100 }, (_, id): Break => ({
      id,
      serviceSec: 5,
      timeWindows: [[100 * id, 100 * id + 5]],
    }));
    const named = breaks.filter(({ id }) => id % 2 === 0).map(({ id }): StepRef => ({ type: "break", id }));
    const [route] = schedule(make(line(0, 5), [vehicle(1, { breaks })], [job(1, 1)]), [
      { vehicleId: 1, steps: [{ type: "job", id: 1 }, ...named] },
    ]);
    expect(route!.violations).toEqual([]);
    expect(route!.steps.filter(({ type }) => type === "break")).toHaveLength(100);
  });

  it("neither the earlier window nor the one that ends first always comes first", () => {
    const withBreaks = (...breaks: Break[]): number =>
      solve(make(line(0, 10), [vehicle(1, { timeWindow: [0, 1000], breaks })], [job(1, 1)]), { iterationLimit: 20 })
        .unassigned.length;
    // the one that begins first would take too long for the other
    expect(
      withBreaks(
        { id: 1, serviceSec: 300, timeWindows: [[0, 200]] },
        { id: 2, serviceSec: 10, timeWindows: [[20, 40]] },
      ),
    ).toBe(0);
    // the one that ends first would
    expect(
      withBreaks(
        { id: 1, serviceSec: 10, timeWindows: [[0, 200]] },
        { id: 2, serviceSec: 300, timeWindows: [[150, 160]] },
      ),
    ).toBe(0);
  });

  it("only orders that can matter are tried", () => {
    const rest = (id: number, from: number, to: number, serviceSec = 60): Break => ({
      id,
      serviceSec,
      timeWindows: [[from, to]],
    });
    expect(breakOrders([]).states).toBe(1);
    expect(breakOrders([rest(1, 0, 10), rest(2, 20, 30), rest(3, 40, 50)]).states).toBe(4);
    expect(breakOrders([rest(1, 0, 100), rest(2, 20, 120)]).states).toBe(3);
    expect(breakOrders([rest(1, 0, 100), rest(2, 20, 120, 30)]).states).toBe(4);
    expect(breakOrders(Array.from({ length: 9 }, (_, k) => rest(k, 0, 100, 10 * k))).states).toBe(10);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { construct } from "solver/construct/construct";
import { check, solve } from "solver/index";
import type { GivenRoute, Problem, Solution, StepRef } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Stop, StopRaised } from "solver/stop/stop";
import { emptyPlan, expectUpToDate } from "./helpers/plan-state";
import { job, line, problem as make, shipment, vehicle } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";

const raised = (): Int32Array => new Int32Array(new SharedArrayBuffer(4)).fill(1);
const stepsOf = (solution: Solution): GivenRoute[] =>
  solution.routes.map((route) => ({
    vehicleId: route.vehicleId,
    steps: route.steps.flatMap((step): StepRef[] =>
      step.type === "job" || step.type === "pickup" || step.type === "delivery"
        ? [{ type: step.type, id: step.id! }]
        : [],
    ),
  }));

describe("the time", () => {
  /** Rounds until 500 ms are over, and looks at the clock, when the nth one takes so long. */
  function roundsIn(tookMs: (nth: number) => number, iterationLimit = Infinity): { rounds: number; looks: number } {
    let clock = 0;
    let looks = 0;
    const now = () => {
      looks++;
      return clock;
    };
    const stop = new Stop(now, 500, iterationLimit, undefined, 0);
    let rounds = 0;
    while (!stop.reached(rounds)) clock += tookMs(rounds++);
    return { rounds, looks };
  }

  it("is looked at after every round where they are slow, also after quick ones in between", () => {
    expect(roundsIn(() => 100).rounds).toBe(5);
    expect(roundsIn((nth) => (nth % 3 === 0 ? 100 : 0)).rounds).toBeLessThanOrEqual(16);
  });

  it("is looked at every 16 rounds where they are quick, or where rounds are counted", () => {
    expect(roundsIn(() => 0.01).looks).toBeLessThan(50_000 / 16 + 10);
    expect(roundsIn(() => 100, 1000).rounds).toBe(16);
  });
});

describe("the stop flag", () => {
  const input = make(
    line(0, 10, 20, 30, 40),
    [vehicle(1, { capacity: [9] }), vehicle(2, { capacity: [9] })],
    [job(1, 1), job(2, 2)],
    [shipment(3, 3, 4, { amount: [1] })],
  );

  it.each([1, 2])("is up before anything began, %i threads: nothing is served, and that is said", (threads) => {
    const solution = solve(input, { timeLimitMs: 60_000, threads, stopFlag: raised() });
    expect(solution.routes).toEqual([]);
    expect(check(input, solution)).toEqual([]);
    expect(solution.unassigned).toHaveLength(4);
    for (const stop of solution.unassigned) expect(stop.reasons.map(({ vehicleId }) => vehicleId)).toEqual([1, 2]);
  });

  it("is up before anything began: the given plan is the best so far, but for routes that break a rule", () => {
    const given: GivenRoute[] = [
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 2 },
          { type: "job", id: 1 },
        ],
      },
      {
        vehicleId: 2,
        steps: [
          { type: "delivery", id: 3 },
          { type: "pickup", id: 3 },
        ],
      },
    ];
    const solution = solve(input, { timeLimitMs: 60_000, warmStart: given, stopFlag: raised() });
    expect(stepsOf(solution)).toEqual([given[0]]);
    expect(check(input, solution)).toEqual([]);
  });

  it("is up before anything began: stops that break a rule at their places are left out, and no others", () => {
    const two = [shipment(3, 3, 4, { amount: [1] }), shipment(4, 1, 2, { amount: [1] })];
    const jobs = [job(1, 1), job(2, 2, { timeWindows: [[0, 15]] }), job(3, 3), job(4, 4, { timeWindows: [[0, 90]] })];
    const late = make(line(0, 10, 20, 30, 40), [vehicle(1, { capacity: [9] })], jobs, two);
    const step = (type: StepRef["type"], id: number): StepRef => ({ type, id });
    const [first, second] = [step("pickup", 3), step("delivery", 3)];
    const others = [step("job", 1), first, step("job", 3), second, step("job", 4)];
    const bad = [step("delivery", 4), step("job", 2), step("pickup", 4)];
    const steps = [others[0]!, bad[0]!, others[1]!, bad[1]!, others[2]!, bad[2]!, ...others.slice(3)];
    const warmStart = [{ vehicleId: 1, steps }];
    const solution = solve(late, { timeLimitMs: 60_000, warmStart, stopFlag: raised() });
    expect(stepsOf(solution)).toEqual([{ vehicleId: 1, steps: others }]);
    expect(check(late, solution)).toEqual([]);
  });

  it("is up before anything began: of any given plan those stops stay in their order that keep every rule", () => {
    let left = 0;
    let kept = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 20 }), (seed, tasks) => {
        const { problem } = readVroom(randomProblem(seed, { tasks }));
        const planned = solve(problem, { iterationLimit: 20, seed });
        // Each route with the next one's stops mixed in.
        const routes = stepsOf(planned);
        const warmStart = routes.map(({ vehicleId, steps }, k) => {
          const more = routes[k + 1]?.steps ?? [];
          return {
            vehicleId,
            steps: k % 2 === 0 ? steps.flatMap((one, at) => [one, ...more.slice(at, at + 1)]) : steps,
          };
        });
        const solution = solve(problem, { timeLimitMs: 60_000, warmStart, stopFlag: raised() });
        expect(check(problem, solution)).toEqual([]);
        for (const { vehicleId, steps } of stepsOf(solution)) {
          const given = warmStart.find((route) => route.vehicleId === vehicleId)!.steps;
          const names = new Set(steps.map(({ type, id }) => `${type} ${id}`));
          expect(given.filter(({ type, id }) => names.has(`${type} ${id}`))).toEqual(steps);
          left += given.length - steps.length;
          kept += steps.length;
        }
      }),
    );
    expect(left).toBeGreaterThan(0);
    expect(kept).toBeGreaterThan(left);
  });

  it("is up before anything began: what a locked beginning breaks keeps nothing out behind it", () => {
    const late = make(
      line(0, 10, 20, 30, 40),
      [vehicle(1, { capacity: [9], lockedPrefix: [{ type: "job", id: 1 }] })],
      [job(1, 1, { timeWindows: [[0, 5]] }), job(2, 2)],
    );
    const warmStart: GivenRoute[] = [{ vehicleId: 1, steps: [{ type: "job", id: 2 }] }];
    const solution = solve(late, { timeLimitMs: 60_000, warmStart, stopFlag: raised() });
    expect(stepsOf(solution).map(({ steps }) => steps.map(({ id }) => id))).toEqual([[1, 2]]);
  });

  it("is up before anything began: locked beginnings stay", () => {
    const locked: Problem = {
      ...input,
      vehicles: [{ ...input.vehicles[0]!, lockedPrefix: [{ type: "job", id: 2 }] }, input.vehicles[1]!],
    };
    const solution = solve(locked, {
      timeLimitMs: 60_000,
      warmStart: [{ vehicleId: 1, steps: [{ type: "job", id: 1 }] }],
      stopFlag: raised(),
    });
    expect(stepsOf(solution)).toEqual([
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 2 },
          { type: "job", id: 1 },
        ],
      },
    ]);
    expect(check(locked, solution)).toEqual([]);
  });

  it("is looked at in every preparation", () => {
    const { problem } = readVroom(randomProblem(3, { tasks: 12 }));
    const stopAt = (k: number) => (): void => {
      if (--k < 0) throw new StopRaised();
    };
    expect(() =>
      buildInstance(
        { ...problem, vehicles: [{ ...problem.vehicles[0]!, speedFactor: 1.5, endIndex: null }] },
        stopAt(2),
      ),
    ).toThrow(StopRaised);
    expect(() => buildNeighbours(buildInstance(problem), 40, true, stopAt(5))).toThrow(StopRaised);
  });

  it("goes up at any insertion of the first plan: what stands is right", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 2, max: 20 }),
        fc.nat(120),
        (seed, tasks, after) => {
          const { problem, plan, search } = emptyPlan(seed, tasks);
          let asked = 0;
          construct(
            plan,
            search.inserter,
            () => true,
            () => ++asked > after,
          );
          expectUpToDate(problem, plan);
          for (let v = 0; v < plan.instance.vehicleCount; v++) expect(plan.isFeasible(v)).toBe(true);
        },
      ),
      { numRuns: 120 },
    );
  });

  it("goes up after the first plan, also while the search is prepared: at least that plan comes back", () => {
    const easy = make(
      line(0, 10, 20, 30, 40),
      [vehicle(1, { capacity: [9] })],
      Array.from({ length: 12 }, (_, k) => job(k + 1, 1 + (k % 4))),
    );
    let served = 0;
    for (let after = 0; after < 40; after++) {
      const stopFlag = new Int32Array(new SharedArrayBuffer(4));
      let looks = 0;
      const now = (): number => {
        if (++looks > after) Atomics.store(stopFlag, 0, 1);
        return looks;
      };
      const solution = solve(easy, { timeLimitMs: 1e9, seed: 1, stopFlag, now });
      if (served > 0) expect(solution.unassigned, `after ${after} looks`).toEqual([]);
      if (solution.unassigned.length === 0) served++;
    }
    expect(served).toBeGreaterThan(30);
  });

  it("goes up at any look at the clock: the plan is right", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 2, max: 20 }),
        fc.nat(60),
        (seed, tasks, after) => {
          const { problem } = readVroom(randomProblem(seed, { tasks }));
          const stopFlag = new Int32Array(new SharedArrayBuffer(4));
          let looks = 0;
          const now = (): number => {
            if (++looks > after) Atomics.store(stopFlag, 0, 1);
            return looks;
          };
          const solution = solve(problem, { timeLimitMs: 1e9, seed, stopFlag, now });
          expect(check(problem, solution)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("progress is told at most five times per second", () => {
    const { problem } = readVroom(randomProblem(5, { tasks: 20 }));
    let clock = 0;
    const times: number[] = [];
    solve(problem, { timeLimitMs: 4000, now: () => (clock += 7), onProgress: () => times.push(clock) });
    expect(times.length).toBeGreaterThan(5);
    for (let k = 1; k < times.length; k++) expect(times[k]! - times[k - 1]!).toBeGreaterThanOrEqual(200);
  });
});

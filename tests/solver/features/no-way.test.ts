import { describe, expect, it } from "vitest";
import { NO_WAY, check, schedule, solve, validateProblem } from "solver/index";
import type { Problem, Solution, Vehicle } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { withoutWays } from "../helpers/gaps";
import { denseOf, job, line, problem as make, shipment, vehicle } from "../helpers/problems";
import { stepsOf } from "../helpers/single-changes";

const solved = (problem: Problem, options = {}): Solution => {
  const solution = solve(problem, { iterationLimit: 200, seed: 1, ...options });
  expect(check(problem, solution)).toEqual([]);
  expect(solution.summary.violations).toEqual([]);
  return solution;
};
const orderOf = (solution: Solution, id = 1): number[] => stepsOf(solution, id).map((step) => step.id);
const left = (solution: Solution): number[] => solution.unassigned.map(({ id }) => id);
/** Only these legs, and all legs from and to the given hub. */
const only =
  (legs: readonly (readonly [number, number])[]) =>
  (from: number, to: number): boolean =>
    !legs.some(([a, b]) => a === from && b === to);

/** Without limits, with hours, with a break, with setup, and with limits on the route: each has loops of its own. */
const KINDS: Readonly<Record<string, Partial<Vehicle>>> = {
  "without hours": {},
  "with hours": { timeWindow: [0, 9000] },
  "with speeds and prices": { speedFactor: 1.3, costs: { fixed: 2e9, perHour: 1800, perKm: 7 } },
  "with a break": { timeWindow: [0, 9000], breaks: [{ id: 1, serviceSec: 300, timeWindows: [[100, 3000]] }] },
  "with two breaks": {
    timeWindow: [0, 9000],
    breaks: [
      { id: 1, serviceSec: 60, timeWindows: [[100, 3000]] },
      { id: 2, serviceSec: 60, timeWindows: [[200, 4000]] },
    ],
  },
  "with a load at the break": {
    timeWindow: [0, 9000],
    capacity: [99],
    breaks: [{ id: 1, serviceSec: 60, maxLoad: [3] }],
  },
  "with limits": { maxTasks: 9, maxTravelTimeSec: 9000, maxDistanceM: 90_000 },
};

describe.each(Object.entries(KINDS))("legs without a way, %s", (_, more) => {
  const van = (id = 1, own: Partial<Vehicle> = {}): Vehicle => vehicle(id, { ...more, ...own });
  const stops = [job(1, 1), job(2, 2), job(3, 3)];

  it("are driven around, however much longer that takes", () => {
    const near = line(0, 100, 200, 900);
    expect(orderOf(solved(make(near, [van()], stops)))).not.toEqual([1, 3, 2]);
    const gaps = withoutWays(
      near,
      only([
        [0, 1],
        [1, 3],
        [3, 2],
        [2, 0],
        [2, 1],
        [3, 0],
      ]),
    );
    expect(orderOf(solved(make(gaps, [van()], stops)))).toEqual([1, 3, 2]);
  });

  it("leave out a stop that no road leads to, or from", () => {
    for (const [way, lacks] of [
      ["there", (_: number, to: number) => to === 2],
      ["back", (from: number) => from === 2],
    ] as const) {
      const solution = solved(make(withoutWays(line(0, 100, 200, 300), lacks), [van(), van(2)], stops));
      expect(left(solution)).toEqual([2]);
      const [stop] = solution.unassigned;
      expect(stop!.reasons.map(({ code, way, vehicleId }) => [vehicleId, code, way])).toEqual([
        [1, "no_way", way],
        [2, "no_way", way],
      ]);
      expect(stop!.suggestion).toBeUndefined();
    }
  });

  it("say in words which way is missing", () => {
    const message = (lacks: (from: number, to: number) => boolean): string =>
      solved(make(withoutWays(line(0, 100, 200, 300), lacks), [van(1, { description: "Van A" })], stops)).unassigned[0]!
        .reasons[0]!.message;
    expect(message((_, to) => to === 2)).toBe("Van A finds no road there.");
    expect(message((from) => from === 2)).toBe("Van A finds no road on from there.");
  });

  it("keep a stop that only another one leads to", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), (from, to) => to === 3 && from !== 2);
    const order = orderOf(solved(make(gaps, [van()], stops)));
    expect(order.indexOf(3)).toBe(order.indexOf(2) + 1);
    expect(order).toHaveLength(3);
  });

  it("serve an island by the vehicle that stands on it", () => {
    const isIsland = (place: number): boolean => place >= 3;
    const gaps = withoutWays(line(0, 100, 200, 300, 400, 500), (from, to) => isIsland(from) !== isIsland(to));
    const all = [job(1, 1), job(2, 2), job(3, 3), job(4, 4)];
    const both = solved(make(gaps, [van(), van(2, { startIndex: 5, endIndex: 5 })], all));
    expect([orderOf(both, 1).sort(), orderOf(both, 2).sort()]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(left(solved(make(gaps, [van()], all)))).toEqual([3, 4]);
  });

  it("serve nothing where nothing is reached: all forbidden, or a depot that nobody gets back to", () => {
    for (const lacks of [() => true, (_: number, to: number) => to === 0, (from: number) => from === 0]) {
      const solution = solved(make(withoutWays(line(0, 100, 200, 300), lacks), [van(), van(2)], stops));
      expect(solution.routes).toEqual([]);
      expect(left(solution)).toEqual([1, 2, 3]);
      for (const stop of solution.unassigned)
        expect(stop.reasons.map(({ code }) => code)).toEqual(["no_way", "no_way"]);
    }
  });

  it("don't count at an open start or end", () => {
    const nobodyHome = withoutWays(line(0, 100, 200, 300), (_, to) => to === 0);
    expect(left(solved(make(nobodyHome, [van(1, { endIndex: null })], stops)))).toEqual([]);
    const nobodyOut = withoutWays(line(0, 100, 200, 300), (from) => from === 0);
    expect(left(solved(make(nobodyOut, [van(1, { startIndex: null })], stops)))).toEqual([]);
  });

  it("keep shipments off them, and their halves next to each other where that is the only way", () => {
    const gaps = withoutWays(
      line(0, 100, 200, 300),
      only([
        [0, 1],
        [1, 2],
        [2, 0],
        [0, 3],
        [3, 0],
        [2, 3],
        [3, 1],
      ]),
    );
    const solution = solved(make(gaps, [van()], [job(3, 3)], [shipment(1, 1, 2)]));
    expect(left(solution)).toEqual([]);
    const torn = withoutWays(line(0, 100, 200, 300), (from, to) => from === 1 && to === 2);
    expect(left(solved(make(torn, [van()], [], [shipment(1, 1, 2)])))).toEqual([1, 1]);
    expect(left(solved(make(torn, [van()], [job(3, 3)], [shipment(1, 1, 2)])))).toEqual([]);
  });

  it("aren't used by given routes", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), (from, to) => from === 1 && to === 2);
    const steps = [1, 2, 3].map((id) => ({ type: "job" as const, id }));
    for (const options of [
      { warmStart: [{ vehicleId: 1, steps }] },
      { warmStart: [{ vehicleId: 1, steps }], changeBudget: 0 },
      { warmStart: [{ vehicleId: 1, steps }], changeBudget: 1 },
      { warmStart: [{ vehicleId: 1, steps }], stopFlag: new Int32Array(new SharedArrayBuffer(4)).fill(1) },
    ]) {
      const solution = solved(make(gaps, [van()], stops), options);
      const order = orderOf(solution);
      expect(order.join().includes("1,2")).toBe(false);
      if (!("stopFlag" in options)) expect(order.length).toBeGreaterThanOrEqual("changeBudget" in options ? 2 : 3);
    }
  });

  it("are violations in plan mode, at the stop or at the end, and take no time", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), (from, to) => to === 2 || (from === 3 && to === 0));
    const steps = [1, 2, 3].map((id) => ({ type: "job" as const, id }));
    const [route] = schedule(make(gaps, [van()], stops), [{ vehicleId: 1, steps }]);
    const ways = route!.violations.filter(({ code }) => code === "no_way");
    expect(ways.map(({ step, amount }) => [step?.id, amount])).toEqual([
      [2, null],
      [undefined, null],
    ]);
    expect(ways.map(({ message }) => message)).toEqual([
      "No road leads to job 2 from the place before.",
      "No road leads to the end of vehicle 1 from the place before.",
    ]);
    expect(route!.distanceM).toBe(2000);
    expect(route!.durationSec).toBe(Math.floor(2 * Math.round(100 / (more.speedFactor ?? 1))));
    const elsewhere = make(gaps, [van(1, { endIndex: 2 })], stops);
    expect(schedule(elsewhere, [{ vehicleId: 1, steps: [] }])[0]!.violations).toEqual([]);
  });

  it("are found by the checker", () => {
    const free = line(0, 100, 200, 300);
    const solution = solved(make(free, [van()], stops));
    const places = [0, ...orderOf(solution), 0];
    for (let k = 1; k < places.length; k++) {
      const gaps = withoutWays(free, (from, to) => from === places[k - 1] && to === places[k]);
      expect(check(make(gaps, [van()], stops), solution).map(({ code }) => code)).toContain("no_way");
    }
  });

  it("never lead from a place to itself", () => {
    const gaps = withoutWays(line(0, 100, 200, 300), () => false);
    for (let place = 0; place < 4; place++) gaps.durations[place * 5] = NO_WAY;
    const problem = make(gaps, [van()], [job(1, 1), job(2, 1), job(3, 0)]);
    const solution = solved(problem);
    expect(left(solution)).toEqual([]);
    expect(solution.summary.durationSec).toBe(Math.floor((200 * Math.round(100 / (more.speedFactor ?? 1))) / 100));
  });

  it("are kept in a locked beginning, reported, and not held against further stops", () => {
    const gaps = withoutWays(
      line(0, 100, 200, 300),
      (from, to) => (from === 0 && to === 1) || (from === 1 && to === 0),
    );
    const locked = van(1, { lockedPrefix: [{ type: "job", id: 1 }] });
    const problem = make(gaps, [locked], stops);
    const solution = solve(problem, { iterationLimit: 200, seed: 1 });
    expect(orderOf(solution)[0]).toBe(1);
    expect(left(solution)).toEqual([]);
    expect(solution.summary.violations.map(({ code, step }) => [code, step?.id])).toEqual([["no_way", 1]]);
    expect(check(problem, solution).map(({ code }) => code)).toEqual(["no_way"]);
    // what comes behind it needs ways
    const stuck = withoutWays(gaps, (from) => from === 1);
    const alone = solve(make(stuck, [locked], stops), { iterationLimit: 200, seed: 1 });
    expect(orderOf(alone)).toEqual([1]);
    expect(left(alone)).toEqual([2, 3]);
    expect(alone.unassigned[0]!.reasons).toMatchObject([{ code: "no_way", way: "there" }]);
    // nothing but the locked stop leads to others
    const behind = withoutWays(line(0, 100, 200, 300), (from, to) => from === 0 || (from === 3 && to === 2));
    expect(orderOf(solve(make(behind, [locked], stops), { iterationLimit: 200, seed: 1 }))).toEqual([1, 2, 3]);
  });
});

describe("a matrix with legs without a way", () => {
  it("is a right one; other negative numbers aren't", () => {
    const gaps = withoutWays(line(0, 100, 200), (from) => from === 2);
    const problem = make(gaps, [vehicle(1)], [job(1, 1)]);
    expect(() => validateProblem(problem)).not.toThrow();
    const broken = (key: "durations" | "distances", at: number, value: number) => (): void => {
      const values = gaps[key]!.slice();
      values[at] = value;
      validateProblem(make({ ...gaps, [key]: values }, [vehicle(1)], [job(1, 1)]));
    };
    const refusal = (field: string): unknown => expect.objectContaining({ code: 205, field });
    expect(broken("durations", 1, -2)).toThrow(refusal("matrices.car.durations[0][1]"));
    expect(broken("distances", 1, -1)).toThrow(refusal("matrices.car.distances[0][1]"));
    expect(broken("distances", 7, 2_000_000_000)).not.toThrow();
  });

  it("has null there in VROOM's format", () => {
    const json = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
      jobs: [
        { id: 1, location_index: 1 },
        { id: 2, location_index: 2 },
      ],
      matrices: {
        car: {
          durations: [
            [0, 10, null],
            [10, 0, 10],
            [10, 10, 0],
          ],
          distances: [
            [0, 90, null],
            [90, 0, 90],
            [90, 90, 0],
          ],
        },
      },
    };
    const { problem, locations } = readVroom(json);
    expect([...denseOf(problem).durations]).toEqual([0, 10, NO_WAY, 10, 0, 10, 10, 10, 0]);
    expect([...denseOf(problem).distances!]).toEqual([0, 90, 0, 90, 0, 90, 90, 90, 0]);
    expect(orderOf(solved(problem))).toEqual([1, 2]);
    const [route] = schedule(problem, [{ vehicleId: 1, steps: [{ type: "job", id: 2 }] }]);
    const solution = { ...solve(problem, { iterationLimit: 1 }), routes: [route!] };
    expect(JSON.stringify(writeVroom(problem, solution, locations, 0))).toContain('"cause":"no_way"');
    const wrong = (field: "durations" | "distances", value: number | null): (() => unknown) => {
      const values = json.matrices.car[field].map((row) => [...row]);
      values[1]![2] = value;
      return () => readVroom({ ...json, matrices: { car: { ...json.matrices.car, [field]: values } } });
    };
    expect(wrong("durations", -1)).toThrow(expect.objectContaining({ code: 205 }));
    expect(wrong("distances", null)).toThrow(expect.objectContaining({ code: 204 }));
  });

  it("keeps its own costs, with balance, on several threads", () => {
    const gaps = withoutWays(line(0, 100, 200, 300, 400), (from, to) => to === 4 || (from === 1 && to === 2));
    const costs = gaps.durations.map((value) => (value === NO_WAY ? -9 : 3 * value));
    const problem = make(
      { ...gaps, costs },
      [vehicle(1), vehicle(2)],
      [job(1, 1), job(2, 2), job(3, 3), job(4, 4)],
      [],
      { balance: 0.5 },
    );
    expect(left(solved(problem))).toEqual([4]);
    const parallel = solve(problem, { timeLimitMs: 200, threads: 2 });
    expect(check(problem, parallel)).toEqual([]);
    expect(left(parallel)).toEqual([4]);
  });
});

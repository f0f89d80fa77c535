import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import type { Problem } from "solver/index";
import { job, line, problem, shipment, vehicle } from "../helpers/problems";

const left = (input: Problem) => solve(input, { iterationLimit: 200 }).unassigned[0]!;

describe("reasons and suggestions for unassigned stops", () => {
  it.each([
    ["skills", problem(line(0, 10), [vehicle(1)], [job(1, 1, { skills: [4] })]), "skills", 1],
    [
      "capacity",
      problem(line(0, 10), [vehicle(1, { capacity: [5] })], [job(1, 1, { delivery: [23] })]),
      "capacity",
      18,
    ],
    ["max_tasks", problem(line(0, 10), [vehicle(1, { maxTasks: 0 })], [job(1, 1)]), "max_tasks", 1],
    ["max_distance", problem(line(0, 100), [vehicle(1, { maxDistanceM: 1500 })], [job(1, 1)]), "max_distance", 500],
    [
      "max_travel_time",
      problem(line(0, 100), [vehicle(1, { maxTravelTimeSec: 150 })], [job(1, 1)]),
      "max_travel_time",
      50,
    ],
    ["working_hours", problem(line(0, 100), [vehicle(1, { timeWindow: [0, 140] })], [job(1, 1)]), "overtime", 60],
    ["time_window", problem(line(0, 100), [vehicle(1)], [job(1, 1, { timeWindows: [[0, 40]] })]), "time_window", 60],
  ] as const)("%s", (code, input, change, amount) => {
    const stop = left(input);
    expect(stop.reasons).toMatchObject([{ vehicleId: 1, code }]);
    expect(stop.suggestion).toMatchObject({ vehicleId: 1, change, amount });
  });

  it("names the load that lacks the largest share of its capacity, where there are several", () => {
    const reasonOf = (capacity: number[], delivery: number[]) =>
      left(problem(line(0, 10), [vehicle(1, { capacity })], [job(1, 1, { delivery })])).reasons[0];
    expect(reasonOf([10, 100], [12, 130])).toEqual({
      vehicleId: 1,
      code: "capacity",
      message: "vehicle 1 would carry 30 too much of load 2.",
      amount: 30,
      index: 1,
    });
    expect(reasonOf([10, 100], [14, 130])).toMatchObject({ amount: 4, index: 0 });
    expect(reasonOf([10], [12])).toMatchObject({ message: "vehicle 1 would carry 2 too much.", amount: 2, index: 0 });
  });

  it("names no load where another one is full at each place", () => {
    const turn = job(1, 1, { delivery: [1, 0], pickup: [0, 1] });
    const input = problem(
      line(0, 10, 20),
      [vehicle(1, { capacity: [1, 1] })],
      [turn, job(2, 2, { delivery: [0, 1], pickup: [1, 0] })],
    );
    const warmStart = [{ vehicleId: 1, steps: [{ type: "job" as const, id: 1 }] }];
    const [stop] = solve(input, { iterationLimit: 1, warmStart, changeBudget: 0 }).unassigned;
    expect(stop!.reasons).toEqual([
      { vehicleId: 1, code: "capacity", message: "vehicle 1 would carry 1 too much.", amount: 1 },
    ]);
  });

  it("names a reason for each vehicle and takes the cheapest change", () => {
    const stop = left(
      problem(
        line(0, 100, 90),
        [vehicle(1, { maxTasks: 0 }), vehicle(2, { startIndex: 2, endIndex: 2, timeWindow: [0, 10] })],
        [job(1, 1)],
      ),
    );
    expect(stop.reasons.map(({ vehicleId, code }) => [vehicleId, code])).toEqual([
      [1, "max_tasks"],
      [2, "working_hours"],
    ]);
    expect(stop.suggestion).toMatchObject({ vehicleId: 2, change: "overtime", amount: 10 });
  });

  it("a settled pickup whose delivery fits nowhere is a violation; the delivery has reasons and a change", () => {
    const vehicles = [vehicle(1, { timeWindow: [0, 220], lockedPrefix: [{ type: "pickup", id: 7 }] }), vehicle(2)];
    const solution = solve(problem(line(0, 100, 130), vehicles, [], [shipment(7, 1, 2)]), { iterationLimit: 50 });
    expect(solution.summary.violations.map(({ code, step }) => [code, step])).toEqual([
      ["precedence", { type: "pickup", id: 7 }],
    ]);
    expect(solution.unassigned).toMatchObject([
      {
        type: "delivery",
        id: 7,
        reasons: [
          { vehicleId: 1, code: "working_hours", amount: 40 },
          { vehicleId: 2, code: "locked" },
        ],
        suggestion: { vehicleId: 1, change: "overtime", amount: 40 },
      },
    ]);
  });

  it("a delivery whose pickup is settled goes on that vehicle when it can", () => {
    const vehicles = [vehicle(1, { lockedPrefix: [{ type: "pickup", id: 7 }] }), vehicle(2)];
    const solution = solve(problem(line(0, 100, 130), vehicles, [], [shipment(7, 1, 2)]), { iterationLimit: 50 });
    expect(solution.unassigned).toEqual([]);
    expect(solution.summary.violations).toEqual([]);
  });

  it("a break that stands in the way, and how much later it would have to be", () => {
    const stop = left(
      problem(
        line(0, 100),
        [vehicle(1, { timeWindow: [0, 5000], breaks: [{ id: 3, serviceSec: 600, timeWindows: [[0, 50]] }] })],
        [
          job(1, 1, {
            timeWindows: [
              [0, 40],
              [200, 300],
            ],
          }),
        ],
      ),
    );
    expect(stop.reasons).toMatchObject([{ code: "break" }]);
    expect(stop.suggestion).toMatchObject({ change: "break", amount: 150, step: { type: "break", id: 3 } });
  });

  it("end some time behind a time limit: what was not looked at says so; without one all are looked at", () => {
    const stops = Array.from({ length: 600 }, (_, k) => job(k + 1, 1, { delivery: [9] }));
    const input = problem(line(0, 100), [vehicle(1, { capacity: [5] })], stops);
    let clock = 0;
    const { unassigned, computingTimes } = solve(input, { timeLimitMs: 1000, now: () => (clock += 10) });
    const looked = unassigned.filter(({ reasons }) => reasons[0]!.code === "capacity");
    // a fifth of the limit would be less than the two seconds that there are in any case
    expect(looked.length).toBeGreaterThan(150);
    expect(looked.length).toBeLessThan(200);
    expect(unassigned.slice(looked.length).every(({ reasons }) => reasons[0]!.code === "not_inserted")).toBe(true);
    expect(unassigned.at(-1)!.reasons[0]!.message).toBe("The calculation ended before vehicle 1 was tried for it.");
    expect(computingTimes.explainingMs).toBeGreaterThan(2000);
    const all = solve(input, { iterationLimit: 10, now: () => (clock += 10) });
    expect(new Set(all.unassigned.map(({ reasons }) => reasons[0]!.code))).toEqual(new Set(["capacity"]));
  });
});

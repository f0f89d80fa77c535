import { describe, expect, it } from "vitest";
import { check, schedule, solve, timeRoutes, writeVroom } from "solver/index";
import type { Problem, Solution } from "solver/index";
import { job, line, problem, shipment, vehicle } from "../helpers/problems";

const run = (input: Problem): Solution => {
  const solution = solve(input, { iterationLimit: 300, seed: 1 });
  expect(check(input, solution)).toEqual([]);
  return solution;
};
const stops = (solution: Solution, vehicleId: number): string[] =>
  solution.routes
    .find((route) => route.vehicleId === vehicleId)
    ?.steps.filter((step) => step.type !== "start" && step.type !== "end")
    .map((step) => `${step.type} ${step.id}`) ?? [];
const open = (solution: Solution): number[] => solution.unassigned.map((stop) => stop.id);

describe("constraints", () => {
  it("capacity: what doesn't fit waits, in any dimension", () => {
    const jobs = [job(1, 1, { delivery: [5, 1] }), job(2, 2, { delivery: [5, 1] }), job(3, 3, { delivery: [1, 9] })];
    expect(open(run(problem(line(0, 10, 20, 30), [vehicle(1, { capacity: [10, 10] })], jobs)))).toHaveLength(1);
    expect(open(run(problem(line(0, 10, 20, 30), [vehicle(1, { capacity: [11, 11] })], jobs)))).toEqual([]);
  });

  it("pickups take the room that deliveries leave", () => {
    const jobs = [job(1, 1, { delivery: [10] }), job(2, 2, { pickup: [10] })];
    expect(stops(run(problem(line(0, 20, 10), [vehicle(1, { capacity: [10] })], jobs)), 1)).toEqual(["job 1", "job 2"]);
  });

  it("working hours and overtime", () => {
    const jobs = [job(1, 1, { serviceSec: 50 })];
    expect(open(run(problem(line(0, 30), [vehicle(1, { timeWindow: [0, 100] })], jobs)))).toEqual([1]);
    expect(open(run(problem(line(0, 30), [vehicle(1, { timeWindow: [0, 100], overtimeSec: 10 })], jobs)))).toEqual([]);
  });

  it("speed factor scales travel, to hundredths", () => {
    const solution = run(problem(line(0, 90), [vehicle(1, { speedFactor: 0.9 })], [job(1, 1)]));
    expect(solution.routes[0]).toMatchObject({ durationSec: 199, cost: 200 });
  });

  it("several windows: waits for the second when the first is over", () => {
    const jobs = [
      job(1, 1, {
        timeWindows: [
          [0, 10],
          [200, 210],
        ],
      }),
      job(2, 2, { timeWindows: [[0, 60]] }),
    ];
    const solution = run(problem(line(0, 50, 60), [vehicle(1)], jobs));
    expect(solution.routes[0]!.steps.find((step) => step.id === 1)).toMatchObject({ type: "job" });
    expect(open(solution)).toEqual([]);
  });

  it("a break is taken inside its window, and driving goes on while it isn't open", () => {
    const rest = { id: 1, serviceSec: 100, timeWindows: [[60, 80]] as const };
    const solution = run(
      problem(line(0, 100), [vehicle(1, { timeWindow: [0, 301], breaks: [rest], strictStart: true })], [job(1, 1)]),
    );
    expect(stops(solution, 1)).toContain("break 1");
    expect(solution.routes[0]!.steps.at(-1)!.arrivalSec).toBe(300);
  });

  it("a break that only an empty vehicle may take", () => {
    const rest = { id: 1, serviceSec: 10, timeWindows: [[0, 100]] as const, maxLoad: [0] };
    const jobs = [job(1, 1, { delivery: [1], timeWindows: [[90, 200]] })];
    expect(stops(run(problem(line(0, 10), [vehicle(1, { capacity: [1], breaks: [rest] })], jobs)), 1)).toEqual([
      "job 1",
      "break 1",
    ]);
  });

  it("max distance, max travel time, max stops", () => {
    const jobs = [job(1, 1), job(2, 2)];
    expect(open(run(problem(line(0, 50, 100), [vehicle(1, { maxDistanceM: 1999 })], jobs)))).toEqual([2]);
    expect(open(run(problem(line(0, 50, 100), [vehicle(1, { maxTravelTimeSec: 199 })], jobs)))).toEqual([2]);
    expect(open(run(problem(line(0, 50, 100), [vehicle(1, { maxTasks: 1 })], jobs)))).toHaveLength(1);
  });

  it("setup is paid once per place and not at the vehicle's own start", () => {
    const jobs = [
      job(1, 1, { setupSec: 240, serviceSec: 60 }),
      job(2, 1, { setupSec: 240, serviceSec: 60 }),
      job(3, 0, { setupSec: 240, serviceSec: 60 }),
    ];
    const solution = run(problem(line(0, 10), [vehicle(1, { timeWindow: [0, 440] })], jobs));
    expect(open(solution)).toEqual([]);
    expect(solution.summary.setupSec).toBe(240);
  });

  it("shipments: pickup before delivery on one vehicle, within capacity", () => {
    const solution = run(
      problem(
        line(0, 30, 10, 20),
        [vehicle(1, { capacity: [1] })],
        [],
        [shipment(1, 1, 2, { amount: [1] }), shipment(2, 3, 2, { amount: [1] })],
      ),
    );
    const order = stops(solution, 1);
    expect(order.indexOf("pickup 1")).toBeLessThan(order.indexOf("delivery 1"));
    expect(order).toHaveLength(4);
  });

  it("skills choose the vehicle, priorities who is served", () => {
    const jobs = [job(1, 1, { skills: [7] }), job(2, 1, { priority: 10 }), job(3, 1)];
    const solution = run(
      problem(line(0, 10), [vehicle(1, { maxTasks: 1 }), vehicle(2, { skills: [7], maxTasks: 1 })], jobs),
    );
    expect(stops(solution, 2)).toEqual(["job 1"]);
    expect(stops(solution, 1)).toEqual(["job 2"]);
  });

  it("open ends: no travel before the first and after the last stop", () => {
    const solution = run(
      problem(line(0, 40, 50), [vehicle(1, { startIndex: 0, endIndex: null })], [job(1, 1), job(2, 2)]),
    );
    expect(solution.cost).toBe(50);
    expect(solution.routes[0]!.steps.at(-1)!.type).toBe("job");
  });

  it("costs: fixed, per hour, per kilometre, per hour of work", () => {
    const costs = { fixed: 100, perHour: 7200, perKm: 5, perTaskHour: 3600 };
    expect(run(problem(line(0, 100), [vehicle(1, { costs })], [job(1, 1, { serviceSec: 30 })])).cost).toBe(
      100 + 400 + 10 + 30,
    );
  });

  it("a locked beginning stays, even when it is late", () => {
    const jobs = [job(1, 1, { timeWindows: [[0, 5]] }), job(2, 2), job(3, 3)];
    const solution = solve(
      problem(
        line(0, 30, 20, 10),
        [
          vehicle(1, {
            lockedPrefix: [
              { type: "job", id: 2 },
              { type: "job", id: 1 },
            ],
          }),
        ],
        jobs,
      ),
      { iterationLimit: 200 },
    );
    expect(stops(solution, 1)).toEqual(["job 2", "job 1", "job 3"]);
  });

  it("strict start leaves at the window's start, otherwise as late as costs no time", () => {
    const jobs = [job(1, 1, { timeWindows: [[500, 600]] })];
    const strict = run(problem(line(0, 100), [vehicle(1, { timeWindow: [0, 1000], strictStart: true })], jobs));
    expect(strict.routes[0]!.steps[0]!.arrivalSec).toBe(0);
    const free = run(problem(line(0, 100), [vehicle(1, { timeWindow: [0, 1000] })], jobs));
    expect(free.routes[0]!.steps[0]!.arrivalSec).toBe(400);
    expect(free.summary.waitingSec).toBe(0);
  });

  it("balance: 1 evens the stops out, 0 doesn't", () => {
    const matrix = line(0, 1, 2, 3, 4, 5, 6);
    const jobs = [1, 2, 3, 4, 5, 6].map((k) => job(k, k));
    const fleet = [vehicle(1), vehicle(2), vehicle(3)];
    const counts = (balance: number): number[] =>
      run(problem(matrix, fleet, jobs, [], { balance }))
        .routes.map((route) => route.steps.length - 2)
        .sort();
    expect(counts(0)).toEqual([6]);
    expect(counts(1)).toEqual([2, 2, 2]);
  });

  it("balance: 1 evens the stops out where the depot is far from them, too", () => {
    const jobs = [1, 2, 3, 4, 5, 6].map((k) => job(k, k));
    const input = problem(line(0, 600, 602, 604, 606, 608, 610), [vehicle(1), vehicle(2)], jobs, [], { balance: 1 });
    expect(run(input).routes.map((route) => route.steps.length - 2)).toEqual([3, 3]);
  });

  it("warm start keeps a given plan that can't be improved", () => {
    const jobs = [job(1, 1), job(2, 2)];
    const input = problem(line(0, 10, 20), [vehicle(1), vehicle(2)], jobs);
    const solution = solve(input, {
      iterationLimit: 1,
      warmStart: [
        {
          vehicleId: 2,
          steps: [
            { type: "job", id: 1 },
            { type: "job", id: 2 },
          ],
        },
      ],
    });
    expect(stops(solution, 2)).toEqual(["job 1", "job 2"]);
  });

  it("absolute timestamps with a speed factor fit", () => {
    const day = 1_900_000_000;
    const solution = run(
      problem(
        line(0, 100),
        [vehicle(1, { timeWindow: [day, day + 36_000], speedFactor: 1.1 }), vehicle(2)],
        [job(1, 1, { timeWindows: [[day + 3600, day + 7200]] })],
      ),
    );
    expect(open(solution)).toEqual([]);
  });
});

describe("plan mode", () => {
  it("times a fixed order and reports every violation with its amount", () => {
    const input = problem(
      line(0, 100, 50),
      [vehicle(1, { capacity: [1], timeWindow: [0, 150], maxTasks: 1, maxDistanceM: 1500 })],
      [job(1, 1, { delivery: [2], timeWindows: [[0, 80]] }), job(2, 2, { skills: [3] })],
    );
    const [route] = schedule(input, [
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 1 },
          { type: "job", id: 2 },
        ],
      },
    ]);
    expect(route!.violations.map(({ code, amount }) => [code, amount])).toEqual([
      ["load", 1],
      ["delay", 20],
      ["skills", 1],
      ["overtime", 50],
      ["max_tasks", 1],
      ["max_distance", 500],
    ]);
  });

  it("says which load is too much, and where it is several, the one that is most above what is allowed", () => {
    const lunch = { id: 7, serviceSec: 10, maxLoad: [9, 3] };
    const input = problem(
      line(0, 100),
      [vehicle(1, { capacity: [5, 4], breaks: [lunch] })],
      [job(1, 1, { pickup: [6, 8] })],
    );
    const steps = [
      { type: "job", id: 1 },
      { type: "break", id: 7 },
    ] as const;
    const given = [{ vehicleId: 1, steps }];
    const [route] = schedule(input, given);
    const job1 = route!.steps.find(({ type }) => type === "job")!;
    expect(job1.violations).toMatchObject([{ code: "load", amount: 4, index: 1 }]);
    const atBreak = route!.steps.find(({ type }) => type === "break")!;
    expect(atBreak.violations.find(({ code }) => code === "max_load")).toMatchObject({ amount: 5, index: 1 });
    const timed = timeRoutes(input, given);
    const written = writeVroom(input, timed, [], 0).routes[0]!.steps[1]!.violations;
    expect(written).toMatchObject([{ cause: "load", amount: 4, index: 1 }]);
    const checked = check(input, timed).filter(({ code }) => code === "max_load");
    expect(checked).toMatchObject([{ amount: 5, index: 1 }]);
  });

  it("reports a delivery before its pickup and a half shipment", () => {
    const input = problem(line(0, 10, 20), [vehicle(1)], [], [shipment(1, 1, 2)]);
    const codes = (steps: Parameters<typeof schedule>[1][number]["steps"]): string[] =>
      schedule(input, [{ vehicleId: 1, steps }])[0]!.violations.map((violation) => violation.code);
    expect(
      codes([
        { type: "delivery", id: 1 },
        { type: "pickup", id: 1 },
      ]),
    ).toEqual(["precedence"]);
    expect(codes([{ type: "pickup", id: 1 }])).toEqual(["precedence"]);
    expect(
      codes([
        { type: "pickup", id: 1 },
        { type: "delivery", id: 1 },
      ]),
    ).toEqual([]);
  });
});

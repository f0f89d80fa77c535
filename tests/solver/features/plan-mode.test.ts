import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, schedule } from "solver/index";
import type { Break, GivenRoute, Problem, Solution, StepRef, Vehicle, Violation, ViolationCode } from "solver/index";
import { assemble } from "solver/schedule/schedule";
import { readVroom } from "solver/formats/vroom/read";
import { Random } from "solver/random";
import { randomProblem } from "../helpers/random-problem";
import { job, line, problem as make, vehicle } from "../helpers/problems";

const times = { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } };

/** Any stops in any order on any vehicle: doubled, halved, before their pickup, far above every limit. */
function absurd(seed: number, tasks: number): { problem: Problem; routes: GivenRoute[]; tidy: boolean } {
  const { problem } = readVroom(randomProblem(seed, { tasks }));
  const random = new Random(seed);
  const tight = problem.vehicles.map((one): Vehicle => ({
    ...one,
    ...(random.real() < 0.4 ? { maxTasks: random.below(4) } : {}),
    ...(random.real() < 0.4 ? { maxTravelTimeSec: random.below(900) } : {}),
    ...(random.real() < 0.4 ? { maxDistanceM: random.below(6000) } : {}),
    ...(random.real() < 0.4 && one.capacity !== undefined ? { capacity: one.capacity.map(() => random.below(6)) } : {}),
    ...(random.real() < 0.3 && one.timeWindow != null
      ? { timeWindow: [one.timeWindow[0], one.timeWindow[0] + random.below(600)] as const }
      : {}),
    ...(random.real() < 0.3 ? { strictStart: true } : {}),
  }));
  const names: StepRef[] = [
    ...problem.jobs.map(({ id }): StepRef => ({ type: "job", id })),
    ...problem.shipments.flatMap(({ pickup, delivery }): StepRef[] => [
      { type: "pickup", id: pickup.id },
      { type: "delivery", id: delivery.id },
    ]),
  ];
  const tidy = random.real() < 0.5;
  // a stop is locked once, and no delivery without its pickup
  const lockable = names.filter(({ type }) => type !== "delivery");
  const vehicles = tight.map((one): Vehicle =>
    random.real() < 0.2 && lockable.length > 0
      ? { ...one, lockedPrefix: lockable.splice(random.below(lockable.length), 1) }
      : one,
  );
  const routes = vehicles.map((one): GivenRoute => ({ vehicleId: one.id, steps: [] as StepRef[] }));
  const put = (step: StepRef): void => {
    const steps = routes[random.below(routes.length)]!.steps as StepRef[];
    steps.splice(random.below(steps.length + 1), 0, step);
  };
  for (const step of names) {
    if (random.real() < 0.9) put(step);
    if (!tidy && random.real() < 0.1) put(step);
    if (!tidy && random.real() < 0.05) put({ type: step.type, id: 7777 });
    if (!tidy && random.real() < 0.1) put({ ...step, serviceAtSec: random.below(3000) });
  }
  for (const [v, one] of vehicles.entries()) {
    for (const rest of one.breaks ?? []) {
      const steps = routes[v]!.steps as StepRef[];
      if (random.real() < 0.4) steps.splice(random.below(steps.length + 1), 0, { type: "break", id: rest.id });
    }
  }
  return { problem: { ...problem, vehicles }, routes, tidy };
}

/** Vehicle, step, code, amount and dimension, as both can be compared. */
function listed(violations: readonly Violation[], codes: readonly ViolationCode[]): string[] {
  return violations
    .filter(({ code }) => codes.includes(code))
    .map(
      ({ code, amount, index, vehicleId, step }) =>
        `${vehicleId} ${code} ${step?.type ?? ""} ${step?.id ?? ""} ${amount ?? ""} ${index ?? ""}`,
    )
    .sort();
}

describe("plan mode", () => {
  it("never fails, and every violation and its amount is what the checker finds", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 14 }), (seed, tasks) => {
        const { problem, routes, tidy } = absurd(seed, tasks);
        const scheduled = schedule(problem, routes);
        expect(scheduled).toHaveLength(routes.length);
        for (const route of scheduled) {
          for (const step of route.steps) {
            expect(Object.values(step).every((value) => typeof value !== "number" || Number.isFinite(value))).toBe(
              true,
            );
            expect(step.waitingSec).toBeGreaterThanOrEqual(0);
            for (const one of step.violations) expect(route.violations).toContainEqual(one);
          }
          for (const { code, amount } of route.violations) {
            seen.add(code);
            if (code !== "precedence" && code !== "unknown" && code !== "locked") expect(amount).toBeGreaterThan(0);
          }
        }
        if (!tidy) return;
        const solution: Solution = assemble(problem, routes, times);
        const ours = solution.summary.violations;
        const theirs = check(problem, solution);
        const exact: ViolationCode[] = ["max_tasks", "max_distance", "max_travel_time", "skills", "load", "max_load"];
        expect(listed(ours, exact)).toEqual(listed(theirs, exact));
        expect(listed(ours, ["delay", "overtime"])).toEqual(listed(theirs, ["delay", "overtime"]));
        const count = (list: readonly Violation[], code: ViolationCode): number =>
          list.filter((one) => one.code === code).length;
        const unused = problem.vehicles
          .filter((one) => !solution.routes.some(({ vehicleId }) => vehicleId === one.id))
          .reduce((sum, one) => sum + (one.lockedPrefix?.length ?? 0), 0);
        expect(count(theirs, "locked") - unused).toBe(count(ours, "locked"));
        expect(count(theirs, "precedence") > 0).toBe(count(ours, "precedence") > 0);
        // what the checker finds beside that is about times that can't be kept or halves of pairs, never about sums,
        // loads or lost stops
        expect(
          theirs.filter(({ code }) =>
            ["cost", "lost", "duplicate", "unknown", "missing_break", "strict_start"].includes(code),
          ),
        ).toEqual([]);
        expect(ours.length === 0).toBe(theirs.length === unused);
      }),
      { numRuns: Number(process.env.SOLVER_RUNS ?? 400) },
    );
    for (const code of [
      "delay",
      "load",
      "overtime",
      "max_tasks",
      "max_distance",
      "max_travel_time",
      "skills",
      "precedence",
      "duplicate",
      "unknown",
      "locked",
    ])
      expect(seen).toContain(code);
  });

  it("reports too much on board once where the end is open, and again at an end with a place", () => {
    const overloads = (endIndex: number | null): unknown[] => {
      const input = make(line(0, 10), [vehicle(1, { capacity: [0], endIndex })], [job(1, 1, { pickup: [1] })]);
      const [route] = schedule(input, [{ vehicleId: 1, steps: [{ type: "job", id: 1 }] }]);
      return route!.violations.map(({ code, step }) => [code, step?.type]);
    };
    expect(overloads(null)).toEqual([["load", "job"]]);
    expect(overloads(0)).toEqual([
      ["load", "job"],
      ["load", undefined],
    ]);
  });

  it("reports a stop that is served twice, on one route or on two, and steps that nobody knows", () => {
    const input = make(line(0, 10), [vehicle(1), vehicle(2, { breaks: [{ id: 5, serviceSec: 60 }] })], [job(1, 1)]);
    const codes = (...routes: StepRef[][]): string[] =>
      schedule(
        input,
        routes.map((steps, v) => ({ vehicleId: v + 1, steps })),
      ).flatMap(({ violations }) => violations.map(({ code }) => code));
    const stop: StepRef = { type: "job", id: 1 };
    const rest: StepRef = { type: "break", id: 5 };
    expect(codes([stop], [])).toEqual([]);
    expect(codes([stop, stop])).toEqual(["duplicate"]);
    expect(codes([stop], [stop])).toEqual(["duplicate"]);
    expect(codes([{ type: "job", id: 8 }, rest])).toEqual(["unknown", "unknown"]);
    expect(codes([], [rest, stop, rest])).toEqual(["duplicate"]);
  });

  it("says by how many stops a route is too long", () => {
    const jobs = [1, 2, 3].map((id) => job(id, 1));
    const over = (maxTasks: number): (string | undefined)[] =>
      schedule(make(line(0, 10), [vehicle(1, { maxTasks })], jobs), [
        { vehicleId: 1, steps: jobs.map(({ id }) => ({ type: "job", id })) },
      ]).map(({ violations }) => violations[0]?.message);
    expect([over(2), over(1)]).toEqual([["Vehicle 1 has 1 stop too many."], ["Vehicle 1 has 2 stops too many."]]);
  });

  it("a time that a step is told to begin at is kept, or its lateness reported", () => {
    const input = make(line(0, 100), [vehicle(1, { timeWindow: [0, 5000] })], [job(1, 1)]);
    const at = (serviceAtSec: number): (number | null)[] =>
      schedule(input, [{ vehicleId: 1, steps: [{ type: "job", id: 1, serviceAtSec }] }])[0]!.violations.map(
        ({ amount }) => amount,
      );
    expect([at(400), at(100), at(70)]).toEqual([[], [], [30]]);
  });

  describe.each(["job", "break"] as const)("times that bound when a %s begins stand beside its windows", (type) => {
    /** Begin and violations of a step that can begin at 10 s. */
    const timed = (timeWindows: Break["timeWindows"], told: Omit<StepRef, "type" | "id">): unknown[] => {
      const own = timeWindows === undefined ? {} : { timeWindows };
      const isJob = type === "job";
      const input = make(
        line(0, 10, 10),
        [vehicle(1, { endIndex: null, ...(isJob ? {} : { breaks: [{ id: 5, ...own }] }) })],
        [job(1, 1, isJob ? own : {}), job(2, 2)],
      );
      const step: StepRef = { type, id: isJob ? 1 : 5, ...told };
      const [route] = schedule(input, [
        { vehicleId: 1, steps: isJob ? [step, { type: "job", id: 2 }] : [{ type: "job", id: 1 }, step] },
      ]);
      const { arrivalSec, waitingSec } = route!.steps.find((one) => one.type === type && one.id === step.id)!;
      return [arrivalSec + waitingSec, route!.violations.map(({ code, amount }) => `${code} ${amount}`)];
    };

    it.each<[string, Break["timeWindows"], Omit<StepRef, "type" | "id">, number, string[]]>([
      ["not before a time ahead of the window", [[100, 200]], { serviceAfterSec: 50 }, 100, []],
      ["not after a time behind the window", [[100, 200]], { serviceBeforeSec: 500 }, 100, []],
      ["a part of a window", [[100, 200]], { serviceAfterSec: 150, serviceBeforeSec: 300 }, 150, []],
      [
        "not before a time between two windows",
        [
          [100, 200],
          [300, 400],
        ],
        { serviceAfterSec: 250 },
        300,
        [],
      ],
      [
        "not after a time between two windows",
        [
          [0, 5],
          [300, 400],
        ],
        { serviceBeforeSec: 350 },
        300,
        [],
      ],
      ["no window", undefined, { serviceAfterSec: 50 }, 50, []],
      ["not before a time behind all windows", [[100, 200]], { serviceAfterSec: 250 }, 250, ["delay 50"]],
      ["not after a time ahead of all windows", [[100, 200]], { serviceBeforeSec: 60 }, 60, ["lead_time 40"]],
      [
        "a time between two windows, nearer to the second one",
        [
          [100, 200],
          [300, 400],
        ],
        { serviceAfterSec: 240, serviceBeforeSec: 290 },
        290,
        ["lead_time 10"],
      ],
      [
        "not after a time when the vehicle isn't there yet",
        [[100, 200]],
        { serviceBeforeSec: 5 },
        10,
        ["lead_time 90", "delay 5"],
      ],
      ["a fixed time", [[100, 200]], { serviceAtSec: 50 }, 50, ["lead_time 50"]],
    ])("%s", (_, windows, told, begin, broken) => {
      expect(timed(windows, told)).toEqual([begin, broken]);
    });
  });

  it("a step that may not begin before a time behind its windows doesn't begin later for a shorter wait", () => {
    const input = make(
      line(0, 10, 20),
      [vehicle(1)],
      [job(1, 1, { timeWindows: [[100, 200]] }), job(2, 2, { timeWindows: [[900, 950]] })],
    );
    const [route] = schedule(input, [
      {
        vehicleId: 1,
        steps: [
          { type: "job", id: 1, serviceAfterSec: 250 },
          { type: "job", id: 2 },
        ],
      },
    ]);
    expect(route!.violations.map(({ code, amount }) => [code, amount])).toEqual([["delay", 50]]);
  });
});

import { describe, expect, it } from "vitest";
import { check, solve, timeRoutes } from "solver/index";
import type { GivenRoute, Problem, Solution, StepRef } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import type { Loose } from "./helpers/loose";
import { job, line, problem as make, shipment, vehicle } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";

type Path = readonly (string | number)[];

/** Every number of an answer, by where it stands. */
function numbersIn(value: unknown, at: Path = []): Path[] {
  if (typeof value === "number") return [at];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, k) => numbersIn(one, [...at, k]));
  return Object.entries(value).flatMap(([key, one]) => numbersIn(one, [...at, key]));
}

function withMore(solution: Solution, path: Path, more: number): Solution {
  const changed = structuredClone(solution);
  let inner = changed as unknown as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
  inner[path.at(-1)!] = (inner[path.at(-1)!] as number) + more;
  return changed;
}

/** Numbers that follow from no order of stops: of the search, and about what else would be possible. */
const FREE = [/^iterations$/, /^computingTimes\./, /^unassigned\.\d+\.(reasons|otherVehicles|suggestion)\./];

/** Where a number may be `more` than it is without a report. */
const unnoticed = (problem: Problem, solution: Solution, more: number): string[] =>
  numbersIn(solution)
    .filter((path) => check(problem, withMore(solution, path, more)).length === 0)
    .map((path) => path.join("."))
    .filter((path) => !FREE.some((free) => free.test(path)));

/**
 * When a break begins on a leg, which stands in the answer once: earlier or later on the way is another plan, where
 * nothing else changes, and as good as this one.
 */
const restsOnTheWay = ({ routes }: Solution): string[] =>
  routes.flatMap(({ steps }, route) =>
    steps.flatMap(({ type, waitingSec }, k) =>
      type === "break" && waitingSec === 0 ? [`routes.${route}.steps.${k}.arrivalSec`] : [],
    ),
  );

const stop = (type: StepRef["type"], id: number): StepRef => ({ type, id });

/** Speed factors, breaks on the way and at a stop, pairs, priorities, two loads, distances, waiting, one left out. */
const rich = make(
  line(0, 100, 250, 400, 633),
  [
    vehicle(1, {
      type: "van",
      capacity: [9, 9],
      speedFactor: 1.1,
      timeWindow: [1000, 9000],
      costs: { fixed: 7, perHour: 1234, perKm: 11, perTaskHour: 500 },
      breaks: [
        { id: 1, serviceSec: 60, timeWindows: [[1150, 1250]] },
        { id: 2, serviceSec: 600, timeWindows: [[3000, 3300]] },
      ],
    }),
    vehicle(2, { capacity: [9, 9], speedFactor: 0.7, endIndex: null, timeWindow: [0, 9000] }),
    vehicle(3, { capacity: [9, 9], startIndex: null, endIndex: 4, timeWindow: [500, 9000] }),
  ],
  [
    job(1, 1, { serviceSec: 20, setupSec: 30, delivery: [2, 1], priority: 5, timeWindows: [[1000, 1150]] }),
    job(2, 2, { serviceSecPerType: { van: 40 }, pickup: [1, 3], priority: 9, timeWindows: [[2000, 2500]] }),
    job(3, 2, { serviceSec: 15, delivery: [1, 0], priority: 2 }),
    job(6, 4, { serviceSec: 11, setupSec: 13, delivery: [0, 2], timeWindows: [[3000, 3500]] }),
    job(7, 3, { serviceSec: 50, pickup: [1, 2], priority: 1 }),
    job(9, 3, { delivery: [99, 99], priority: 3 }),
  ],
  [shipment(4, 4, 1, { amount: [3, 2], priority: 7 }), shipment(5, 3, 0, { amount: [1, 1], priority: 4 })],
);
const order: GivenRoute[] = [
  {
    vehicleId: 1,
    steps: [
      stop("job", 1),
      stop("break", 1),
      stop("pickup", 4),
      stop("job", 2),
      stop("job", 3),
      stop("delivery", 4),
      stop("break", 2),
    ],
  },
  { vehicleId: 2, steps: [stop("pickup", 5), stop("delivery", 5), stop("job", 6)] },
  { vehicleId: 3, steps: [stop("job", 7)] },
];

describe("every number of an answer is recomputed", () => {
  const timed = timeRoutes(rich, order);

  it("the plan has what matters here, and all of it is right", () => {
    expect(timed.summary.violations).toEqual([]);
    expect(check(rich, timed)).toEqual([]);
    const waiting = timed.routes.flatMap(({ steps }) =>
      steps.filter(({ waitingSec }) => waitingSec > 0).map(({ type }) => type),
    );
    expect(new Set(waiting)).toEqual(new Set(["job", "break"]));
    expect(restsOnTheWay(timed)).toEqual(["routes.0.steps.2.arrivalSec"]);
    expect(timed.unassigned.map(({ id }) => id)).toEqual([9]);
    const { cost, routes, unassigned, ...sums } = timed.summary;
    for (const sum of Object.values({ cost, routes, unassigned, ...sums, violations: 1 }).flat())
      expect(sum).toBeGreaterThan(0);
  });

  it.each([7, 1, -1])("%i more is noticed in each of them", (more) => {
    expect(numbersIn(timed).length).toBeGreaterThan(150);
    // before that its window isn't open
    expect(unnoticed(rich, timed, more)).toEqual(more > 0 ? restsOnTheWay(timed) : []);
  });

  it("also in answers to random problems", () => {
    let count = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const { problem } = readVroom(randomProblem(seed, { tasks: 1 + (seed % 12) }));
      const solution = solve(problem, { iterationLimit: 20 });
      expect(check(problem, solution)).toEqual([]);
      count += numbersIn(solution).length;
      const allowed = restsOnTheWay(solution);
      for (const more of [7, 1, -1])
        expect(
          // another vehicle may do the same
          unnoticed(problem, solution, more).filter((path) => !allowed.includes(path) && !path.endsWith("vehicleId")),
        ).toEqual([]);
    }
    expect(count).toBeGreaterThan(3000);
  });
});

describe("times are exact where a speed factor makes fractions of seconds", () => {
  /** Stops a second and more apart on the way of a vehicle that is twice as fast. */
  const fast = (hours: readonly [number, number], window: readonly [number, number], ...places: number[]): Problem =>
    make(
      line(0, ...places),
      [vehicle(1, { speedFactor: 2, timeWindow: hours })],
      places.map((_, k) => job(k + 1, k + 1, { timeWindows: [window] })),
    );
  const planOf = (problem: Problem): Solution =>
    timeRoutes(problem, [{ vehicleId: 1, steps: problem.jobs.map(({ id }) => stop("job", id)) }]);
  const said = (problem: Problem, solution: Solution): unknown[] =>
    check(problem, solution).map(({ code, amount }) => [code, amount]);

  it("a second too late is too late", () => {
    const strict = fast([0, 19], [0, 9], 20);
    const plan = planOf(strict);
    expect(plan.summary.violations.map(({ code, amount }) => [code, amount])).toEqual([
      ["delay", 1],
      ["overtime", 1],
    ]);
    expect(said(strict, plan)).toEqual([
      ["delay", 1],
      ["overtime", 1],
    ]);
    const wide = fast([0, 20], [0, 10], 20);
    expect(said(wide, planOf(wide))).toEqual([]);
  });

  it("half a second too late is too late, though it is reported as the second in which all is over", () => {
    const strict = fast([0, 21], [0, 10], 21);
    const plan = planOf(strict);
    expect(plan.routes[0]!.steps.map(({ arrivalSec }) => arrivalSec)).toEqual([0, 10, 21]);
    expect(said(strict, plan)).toEqual([["delay", 1]]);
  });

  it("what is rounded away adds up", () => {
    const five = fast([0, 100], [0, 100], 1, 2, 3, 4, 5);
    const plan = planOf(five);
    expect(said(five, plan)).toEqual([]);
    const late = structuredClone(plan) as Loose<Solution>;
    for (const step of late.routes[0]!.steps) step.arrivalSec = 0;
    expect(said(five, late)).toEqual([
      ["lead_time", 1],
      ["lead_time", 2],
      ["lead_time", 2],
      ["lead_time", 3],
      ["lead_time", 5],
    ]);
    // the windows' last second is over in truth, whatever is reported
    const strict = fast([0, 4], [0, 2], 1, 2, 3, 4, 5);
    expect(said(strict, late)).toEqual(
      expect.arrayContaining([
        ["delay", 1],
        ["overtime", 1],
      ]),
    );
  });
});

describe("what a plan may choose", () => {
  const tea = { id: 7, serviceSec: 30, timeWindows: [[0, 9000] as const] };
  const input = make(
    line(0, 100, 200),
    [vehicle(1, { speedFactor: 1.1, timeWindow: [0, 9000], breaks: [tea] })],
    [job(1, 1, { serviceSec: 10 }), job(2, 2)],
  );
  const [one, two, rest] = [stop("job", 1), stop("job", 2), stop("break", 7)];

  it.each<[string, readonly StepRef[]]>([
    ["to wait at a stop", [rest, { ...one, serviceAtSec: 500 }, two]],
    ["to rest later on the way", [one, { ...rest, serviceAtSec: 153 }, two]],
    ["to rest where it waits for that", [one, { ...rest, serviceAtSec: 800 }, two]],
    ["to begin no sooner, and to rest last", [one, { ...two, serviceAfterSec: 1000 }, rest]],
  ])("%s", (_, steps) => {
    const plan = timeRoutes(input, [{ vehicleId: 1, steps }]);
    expect(plan.summary.violations).toEqual([]);
    expect(check(input, plan)).toEqual([]);
  });

  it("to leave later, with all that follows", () => {
    const plan = structuredClone(timeRoutes(input, [{ vehicleId: 1, steps: [one, rest, two] }])) as Loose<Solution>;
    for (const step of plan.routes[0]!.steps) step.arrivalSec += 600;
    expect(check(input, plan as Solution)).toEqual([]);
    const strict = { ...input, vehicles: [{ ...input.vehicles[0]!, strictStart: true, startIndex: null }] };
    const open = structuredClone(timeRoutes(strict, [{ vehicleId: 1, steps: [one, rest, two] }])) as Loose<Solution>;
    expect(check(strict, open as Solution)).toEqual([]);
    for (const step of open.routes[0]!.steps) step.arrivalSec += 600;
    expect(check(strict, open as Solution).map(({ code }) => code)).toEqual(["strict_start"]);
  });
});

import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import type { Solution, SolutionStep, ViolationCode } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import { loadSharedCheck } from "../helpers/shared-checker";

/*
 * Every constraint as a pair of problems: with it, and as somebody would see it who ignored it. The plan for the second
 * has to be refused by both checkers when they look at it with the first: so the feature matters here, a solver that
 * ignored it would be caught, and ours doesn't ignore it, because its own plan is accepted.
 */
type Json = Record<string, unknown>;

interface Feature {
  readonly code: ViolationCode;
  readonly problem: Json;
  readonly ignored: Json;
  /** The problem in words that the shared checker knows; null: it can't know this feature. */
  readonly plain?: Json | null;
}

/** Places on a line at these seconds; metres are ten times that. */
const line = (...at: number[]): { durations: number[][]; distances: number[][] } => {
  const durations = at.map((a) => at.map((b) => Math.abs(a - b)));
  return { durations, distances: durations.map((row) => row.map((value) => 10 * value)) };
};
const van = (more: Json = {}, id = 1): Json => ({ id, start_index: 0, end_index: 0, ...more });
const job = (id: number, location_index: number, more: Json = {}): Json => ({ id, location_index, ...more });
const car = line(0, 100, 200, 300);
const make = (vehicles: Json[], jobs: Json[], more: Json = {}): Json => ({
  vehicles,
  jobs,
  matrices: { car },
  ...more,
});
/** One vehicle with these fields against one without. */
const vehicleWith = (
  code: ViolationCode,
  fields: Json,
  jobs: Json[],
  base: Json = {},
  ignored: Json = {},
): Feature => ({
  code,
  problem: make([van({ ...base, ...fields })], jobs),
  ignored: make([van({ ...base, ...ignored })], jobs),
});
const jobWith = (code: ViolationCode, fields: Json, ignored: Json = {}, base: Json = {}): Feature => ({
  code,
  problem: make([van(base)], [job(1, 1, fields), job(2, 2)]),
  ignored: make([van(base)], [job(1, 1, ignored), job(2, 2)]),
});

const three = [job(1, 1), job(2, 2), job(3, 3)];
const slow = { durations: car.durations.map((row) => row.map((value) => 2 * value)), distances: car.distances };
const oneWay = {
  durations: [
    [0, 100, 900, 300],
    [900, 0, 100, 200],
    [100, 900, 0, 100],
    [300, 200, 100, 0],
  ],
  distances: car.distances,
};
const turned = {
  durations: oneWay.durations.map((row, i) => row.map((_, j) => oneWay.durations[j]![i]!)),
  distances: car.distances,
};
const loaded = [job(1, 1, { delivery: [3, 1] }), job(2, 2, { delivery: [3, 1] })];

const FEATURES: Readonly<Record<string, Feature>> = {
  "an end elsewhere": vehicleWith("cost", { end_index: 3 }, three),
  "an open end": { code: "cost", problem: make([{ id: 1, start_index: 0 }], three), ignored: make([van()], three) },
  "an open start": { code: "cost", problem: make([{ id: 1, end_index: 0 }], three), ignored: make([van()], three) },
  "starts of several vehicles": {
    code: "lead_time",
    problem: make([van({ start_index: 3, end_index: 3 })], [job(1, 1)]),
    ignored: make([van()], [job(1, 1)]),
  },
  "capacity, first dimension": vehicleWith("load", { capacity: [5, 9] }, loaded, {}, { capacity: [9, 9] }),
  "capacity, second dimension": vehicleWith("load", { capacity: [9, 1] }, loaded, {}, { capacity: [9, 9] }),
  "pickups on board until the end": {
    code: "load",
    problem: make([van({ capacity: [5] })], [job(1, 1, { pickup: [3] }), job(2, 2, { pickup: [3] })]),
    ignored: make([van({ capacity: [5] })], [job(1, 1), job(2, 2)]),
  },
  "speed factor": vehicleWith(
    "lead_time",
    { speed_factor: 0.5, time_window: [0, 9000] },
    three,
    {},
    { time_window: [0, 9000] },
  ),
  profile: {
    code: "lead_time",
    problem: make([van({ profile: "truck" })], three, { matrices: { car, truck: slow } }),
    ignored: make([van()], three, { matrices: { car, truck: slow } }),
  },
  "direction of travel": {
    code: "lead_time",
    problem: make([van()], three, { matrices: { car: oneWay } }),
    ignored: make([van()], three, { matrices: { car: turned } }),
  },
  "fixed cost": vehicleWith("cost", { costs: { fixed: 500 } }, three),
  "cost per hour": vehicleWith("cost", { costs: { per_hour: 7200 } }, three),
  "cost per kilometre": vehicleWith("cost", { costs: { per_km: 50 } }, three),
  "cost per hour of work": vehicleWith("cost", { costs: { per_task_hour: 3600 } }, [job(1, 1, { service: 60 })]),
  "own cost matrix": {
    code: "cost",
    problem: make([van()], three, { matrices: { car: { ...car, costs: slow.durations } } }),
    ignored: make([van()], three),
  },
  "working hours": vehicleWith("overtime", { time_window: [0, 500] }, three),
  "overtime is allowed, and no more than that": {
    code: "overtime",
    problem: make([van({ time_window: [0, 500], overtime: 60 })], three),
    ignored: make([van({ time_window: [0, 500], overtime: 200 })], three),
    plain: make([van({ time_window: [0, 560] })], three),
  },
  "a break": vehicleWith("missing_break", { breaks: [{ id: 1, service: 60, time_windows: [[0, 400]] }] }, three),
  "the second of two breaks": vehicleWith(
    "missing_break",
    {
      breaks: [
        { id: 1, service: 60, time_windows: [[0, 200]] },
        { id: 2, service: 60, time_windows: [[300, 500]] },
      ],
    },
    three,
    {},
    { breaks: [{ id: 1, service: 60, time_windows: [[0, 200]] }] },
  ),
  "a break's window": vehicleWith(
    "delay",
    { breaks: [{ id: 1, service: 60, time_windows: [[0, 50]] }] },
    [job(1, 1, { time_windows: [[100, 100]] })],
    { time_window: [0, 2000] },
    { breaks: [{ id: 1, service: 60, time_windows: [[1000, 1400]] }] },
  ),
  "a break's length": vehicleWith(
    "lead_time",
    { breaks: [{ id: 1, service: 600, time_windows: [[0, 400]] }] },
    three,
    { time_window: [0, 9000] },
    { breaks: [{ id: 1, service: 0, time_windows: [[0, 400]] }] },
  ),
  "the load in a break": vehicleWith(
    "max_load",
    { breaks: [{ id: 1, service: 60, max_load: [0], time_windows: [[0, 9000]] }] },
    [job(1, 1, { delivery: [3], time_windows: [[500, 9000]] })],
    { capacity: [5], time_window: [0, 9000] },
    { breaks: [{ id: 1, service: 60, time_windows: [[0, 300]] }] },
  ),
  "number of stops": vehicleWith("max_tasks", { max_tasks: 2 }, three),
  "travel time": vehicleWith("max_travel_time", { max_travel_time: 500 }, three),
  distance: vehicleWith("max_distance", { max_distance: 5000 }, three),
  "a time window": jobWith("delay", { time_windows: [[0, 60]] }),
  "the gap between two windows": jobWith(
    "lead_time",
    {
      time_windows: [
        [0, 50],
        [600, 700],
      ],
    },
    { time_windows: [[0, 700]] },
    { time_window: [0, 9000] },
  ),
  service: jobWith("cost", { service: 60 }),
  setup: jobWith("cost", { setup: 60 }),
  "setup once per place": {
    code: "cost",
    problem: make([van({ costs: { per_task_hour: 3600 } })], [job(1, 1, { setup: 60 }), job(2, 1, { setup: 60 })]),
    ignored: make([van({ costs: { per_task_hour: 3600 } })], [job(1, 1, { service: 60 }), job(2, 1, { service: 60 })]),
  },
  "service of a type of vehicle": {
    code: "cost",
    problem: make([van({ type: "bike" })], [job(1, 1, { service: 60, service_per_type: { bike: 90 } })]),
    ignored: make([van({ type: "bike" })], [job(1, 1, { service: 60 })]),
  },
  "setup of a type of vehicle": {
    code: "cost",
    problem: make([van({ type: "bike" })], [job(1, 1, { setup: 60, setup_per_type: { bike: 90 } })]),
    ignored: make([van({ type: "bike" })], [job(1, 1, { setup: 60 })]),
  },
  skills: {
    code: "skills",
    problem: make([van(), van({ skills: [4], start_index: 3, end_index: 3 }, 2)], [job(1, 1, { skills: [4] })]),
    ignored: make([van(), van({ skills: [4], start_index: 3, end_index: 3 }, 2)], [job(1, 1)]),
  },
  "strict start": {
    code: "strict_start",
    problem: make([van({ time_window: [0, 9000], strict_start: true })], [job(1, 1, { time_windows: [[500, 600]] })]),
    ignored: make([van({ time_window: [0, 9000] })], [job(1, 1, { time_windows: [[500, 600]] })]),
    plain: null,
  },
  "a locked beginning": {
    code: "locked",
    problem: make(
      [
        van({
          end_index: 3,
          locked_prefix: [
            { type: "job", id: 3 },
            { type: "job", id: 1 },
          ],
        }),
      ],
      three,
    ),
    ignored: make([van({ end_index: 3 })], three),
    plain: null,
  },
};

const sharedCheck = await loadSharedCheck();
const answer = (json: Json): { solution: Solution; output: object } => {
  const { problem, locations } = readVroom(json);
  const solution = solve(problem, { iterationLimit: 200, seed: 1 });
  return { solution, output: writeVroom(problem, solution, locations, 0) };
};

describe("a constraint that is ignored is noticed", () => {
  it.each(Object.entries(FEATURES))("%s", (_, { code, problem: json, ignored, plain }) => {
    const { problem } = readVroom(json);
    const right = answer(json);
    expect(check(problem, right.solution)).toEqual([]);
    const wrong = answer(ignored);
    expect(check(problem, wrong.solution).map((violation) => violation.code)).toContain(code);
    if (sharedCheck === null || plain === null) return;
    expect(sharedCheck(plain ?? json, right.output).violations).toEqual([]);
    expect(sharedCheck(plain ?? json, wrong.output).feasible).toBe(false);
  });

  const pair = { pickup: { id: 1, location_index: 2 }, delivery: { id: 2, location_index: 1 }, amount: [2] };
  const asJobs = make([van({ capacity: [2] })], [job(1, 2, { pickup: [0] }), job(2, 1)]);

  it("the order and the load of a shipment", () => {
    const json = make([van({ capacity: [2] })], [], { shipments: [pair] });
    const { problem } = readVroom(json);
    const right = answer(json);
    expect(check(problem, right.solution)).toEqual([]);
    // somebody who takes its halves for two visits drives them in whatever order is shorter, here the wrong one
    const steps = answer(asJobs).solution.routes[0]!.steps.map((step): SolutionStep =>
      step.type === "job" ? { ...step, type: step.id === 1 ? "pickup" : "delivery" } : step,
    );
    const inOrder = steps.filter((step) => step.type === "pickup" || step.type === "delivery").map((step) => step.type);
    const reversed = inOrder[0] === "delivery" ? steps : [steps[0]!, steps[2]!, steps[1]!, steps[3]!];
    const wrong: Solution = { ...right.solution, routes: [{ ...right.solution.routes[0]!, steps: reversed }] };
    expect(check(problem, wrong).map((violation) => violation.code)).toContain("precedence");
    if (sharedCheck !== null) expect(sharedCheck(json, writeVroom(problem, wrong, [], 0)).feasible).toBe(false);
    const tooMuch = make([van({ capacity: [1] })], [], { shipments: [pair] });
    expect(check(readVroom(tooMuch).problem, right.solution).map((violation) => violation.code)).toContain("load");
    if (sharedCheck !== null) expect(sharedCheck(tooMuch, right.output).feasible).toBe(false);
  });

  it("the two halves of a shipment on two vehicles", () => {
    const json = make([van(), van({}, 2)], [], { shipments: [{ pickup: pair.pickup, delivery: pair.delivery }] });
    const { problem } = readVroom(json);
    const { solution } = answer(json);
    const route = solution.routes[0]!;
    const half = (type: string): typeof route.steps => route.steps.filter((step) => step.type !== type);
    const torn: Solution = {
      ...solution,
      routes: [
        { ...route, steps: half("delivery") },
        { ...route, vehicleId: 3 - route.vehicleId, steps: half("pickup") },
      ],
    };
    expect(check(problem, torn).map((violation) => violation.code)).toContain("precedence");
    if (sharedCheck !== null) expect(sharedCheck(json, writeVroom(problem, torn, [], 0)).feasible).toBe(false);
  });

  it("priority: the plan that ignores it serves less of it", () => {
    const jobs = (priority: number): Json[] => [job(1, 1), job(2, 3, { priority })];
    const chosen = (priority: number): number =>
      answer(make([van({ max_tasks: 1 })], jobs(priority))).solution.unassigned[0]!.id;
    expect(chosen(10)).toBe(1);
    expect(chosen(0)).toBe(2);
  });

  it("different vehicles: the cheaper one is chosen by its fixed cost, its hour and its kilometre", () => {
    for (const dear of [{ fixed: 900 }, { per_hour: 7200 }, { per_km: 900 }]) {
      const used = (first: Json, second: Json): number =>
        answer(make([van({ costs: first }), van({ costs: second }, 2)], three)).solution.routes[0]!.vehicleId;
      expect(used({}, dear)).toBe(1);
      expect(used(dear, {})).toBe(2);
    }
  });
});

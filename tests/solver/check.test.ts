import { describe, expect, it } from "vitest";
import { check, solve, timeRoutes } from "solver/index";
import type { Problem, Solution } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { writeVroom } from "solver/formats/vroom/write";
import type { Loose } from "./helpers/loose";
import { loadSharedCheck } from "./helpers/shared-checker";

const sharedCheck = await loadSharedCheck();

const at = [0, 100, 200, 300, 400, 500];
const durations = at.map((a) => at.map((b) => Math.abs(a - b)));
const distances = durations.map((row) => row.map((value) => value * 10));
const json = {
  vehicles: [
    {
      id: 1,
      start_index: 0,
      end_index: 0,
      capacity: [10],
      time_window: [0, 3000],
      max_tasks: 4,
      max_distance: 9000,
      max_travel_time: 1200,
      skills: [1],
      breaks: [{ id: 7, service: 60, time_windows: [[0, 900]] }],
    },
    { id: 2, start_index: 0, end_index: 0, capacity: [10], time_window: [0, 3000] },
  ],
  jobs: [
    { id: 1, location_index: 1, service: 10, setup: 5, delivery: [4], skills: [1], time_windows: [[0, 1000]] },
    { id: 2, location_index: 2, service: 10, delivery: [4] },
    { id: 3, location_index: 3, service: 10, pickup: [4], skills: [1] },
    { id: 9, location_index: 5, delivery: [99] },
  ],
  shipments: [{ amount: [3], pickup: { id: 4, location_index: 4 }, delivery: { id: 5, location_index: 3 } }],
  matrices: { car: { durations, distances } },
};

type LooseSolution = Loose<Solution>;
type LooseRoute = LooseSolution["routes"][number];

const { problem, locations } = readVroom(json);
const right = solve(problem, { iterationLimit: 500 });
const steps = (solution: LooseSolution, kind: string, id: number): { route: LooseRoute; k: number } => {
  for (const route of solution.routes) {
    const k = route.steps.findIndex((step) => step.type === kind && step.id === id);
    if (k >= 0) return { route, k };
  }
  throw new Error(`no ${kind} ${id}`);
};

const damages: Record<
  string,
  {
    code: string;
    harm: (solution: LooseSolution) => void;
    inProblem?: (problem: Problem, json: Record<string, never>) => void;
  }
> = {
  "a stop is lost": {
    code: "lost",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps.splice(k, 1);
    },
  },
  "a stop occurs twice": {
    code: "duplicate",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps.splice(k, 0, { ...route.steps[k]! });
    },
  },
  "a stop is served and unassigned": {
    code: "duplicate",
    harm: (s) => {
      s.unassigned.push({ type: "job", id: 2, locationIndex: 2, reasons: [] });
      s.summary.unassigned = s.unassigned.length;
    },
  },
  "a vehicle that doesn't exist": {
    code: "unknown",
    harm: (s) => {
      s.routes[0]!.vehicleId = 77;
    },
  },
  "a stop that doesn't exist": {
    code: "unknown",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps[k]!.id = 55;
    },
  },
  "the delivery comes before the pickup": {
    code: "precedence",
    harm: (s) => {
      const { route, k } = steps(s, "pickup", 4);
      const d = steps(s, "delivery", 5).k;
      [route.steps[k], route.steps[d]] = [route.steps[d]!, route.steps[k]!];
    },
  },
  "an overloaded vehicle": {
    code: "load",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps.splice(k, 0, { ...route.steps[k]!, id: 9, locationIndex: 5 });
      s.unassigned.length = 0;
      s.summary.unassigned = 0;
    },
  },
  "a reported load is wrong": {
    code: "cost",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps[k]!.load = [9];
    },
  },
  "a step is reached too early": {
    code: "lead_time",
    harm: (s) => {
      const { route, k } = steps(s, "job", 2);
      route.steps[k]!.arrivalSec -= 50;
    },
  },
  "a stop begins after its window": {
    code: "delay",
    harm: (s) => {
      const { route, k } = steps(s, "job", 1);
      for (const step of route.steps.slice(k)) step.arrivalSec += 1500;
    },
  },
  "the vehicle ends too late": {
    code: "overtime",
    harm: (s) => {
      s.routes[0]!.steps.at(-1)!.arrivalSec = 3001;
    },
  },
  "a break is missing": {
    code: "missing_break",
    harm: (s) => {
      const { route, k } = steps(s, "break", 7);
      route.steps.splice(k, 1);
    },
  },
  "a break is taken outside its window": {
    code: "delay",
    harm: (s) => {
      const { route, k } = steps(s, "break", 7);
      for (const step of route.steps.slice(k)) step.arrivalSec += 1000;
    },
  },
  "a stop is on a vehicle without the skill": {
    code: "skills",
    harm: (s) => {
      s.routes.find((route) => route.vehicleId === 1)!.vehicleId = 2;
    },
  },
  "the total cost is wrong": {
    code: "cost",
    harm: (s) => {
      s.summary.cost = Number(s.summary.cost) - 20;
    },
  },
  "a route's cost is wrong": {
    code: "cost",
    harm: (s) => {
      s.routes[0]!.cost += 20;
    },
  },
  "the end is missing": {
    code: "unknown",
    harm: (s) => {
      s.routes[0]!.steps.pop();
    },
  },
};

const limits: Record<string, [code: string, key: string, value: number]> = {
  "too many stops": ["max_tasks", "max_tasks", 1],
  "too far": ["max_distance", "max_distance", 1000],
  "too long on the road": ["max_travel_time", "max_travel_time", 100],
};

describe("the checker", () => {
  it("accepts the right plan, as the shared one does", () => {
    expect(check(problem, right)).toEqual([]);
    if (sharedCheck !== null)
      expect(sharedCheck(json, writeVroom(problem, right, locations, 0)).violations).toEqual([]);
  });

  it.each(Object.entries(damages))("catches: %s", (_, { code, harm }) => {
    const broken = structuredClone(right) as LooseSolution;
    harm(broken);
    const solution: Solution = broken;
    expect(check(problem, solution).map((violation) => violation.code)).toContain(code);
    if (sharedCheck !== null)
      expect(sharedCheck(json, writeVroom(problem, solution, locations, 0)).feasible).toBe(false);
  });

  it.each(Object.entries(limits))("catches: %s", (_, [code, key, value]) => {
    const tight = structuredClone(json);
    for (const vehicle of tight.vehicles as Record<string, unknown>[]) vehicle[key] = value;
    const { problem: strict } = readVroom(tight);
    expect(check(strict, right).map((violation) => violation.code)).toContain(code);
    if (sharedCheck !== null) expect(sharedCheck(tight, writeVroom(strict, right, locations, 0)).feasible).toBe(false);
  });

  it("catches what VROOM doesn't know: locked stops and strict start", () => {
    const vehicles = problem.vehicles.map((vehicle) => ({
      ...vehicle,
      strictStart: true,
      lockedPrefix: [{ type: "job" as const, id: vehicle.id === 1 ? 9 : 1 }],
    }));
    const codes = check(
      { ...problem, vehicles },
      {
        ...right,
        routes: right.routes.map((route) => ({
          ...route,
          steps: route.steps.map((step) => ({ ...step, arrivalSec: step.arrivalSec + 1 })),
        })),
      },
    ).map((violation) => violation.code);
    expect(codes).toEqual(expect.arrayContaining(["locked", "strict_start"]));
  });

  it("says by how much a rule is broken, in whole units, once for each place, and counts loads from 1", () => {
    const [first] = problem.vehicles;
    const vehicles = [
      {
        ...first!,
        capacity: [9, 1],
        maxTasks: 0,
        maxTravelTimeSec: 100,
        maxDistanceM: 500,
        timeWindow: [0, 150] as const,
      },
    ].map(({ breaks: _, ...rest }) => ({ ...rest, speedFactor: 1.15 }));
    const jobs = [{ id: 1, locationIndex: 1, delivery: [1, 3], timeWindows: [[0, 50] as const] }];
    const tight = { ...problem, vehicles, jobs, shipments: [] };
    const steps = [{ type: "job" as const, id: 1 }];
    const violations = check(tight, timeRoutes(tight, [{ vehicleId: 1, steps }]));
    expect(violations.map(({ message, amount }) => [message, amount])).toEqual([
      ["Load 3 is 2 too much in dimension 2 at the start of vehicle 1.", 2],
      ["The job 1 begins 37 s after its window.", 37],
      ["Vehicle 1 ends 24 s too late.", 24],
      ["Vehicle 1 has 1 stop too many.", 1],
      ["Vehicle 1 travels 74 s too long.", 74],
      ["Vehicle 1 travels 1500 m too far.", 1500],
    ]);
    expect(violations[0]).toMatchObject({ code: "load", index: 1 });
  });
});

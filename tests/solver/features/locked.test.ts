import { describe, expect, it } from "vitest";
import { check, solve, timeRoutes } from "solver/index";
import type { GivenRoute, Job, Problem, Solution, StepRef, Vehicle } from "solver/index";
import { Random } from "solver/random";
import { job, line, problem as problemOf, shipment, vehicle } from "../helpers/problems";

const step = (id: number): StepRef => ({ type: "job", id });
const places = line(0, 10, 20, 30, 40, 50, 60, 70, 80);

const loadsOf = (solution: Solution): (number | undefined)[] => solution.routes[0]!.steps.map(({ load }) => load[0]);

describe("locked stops that are too heavy", () => {
  const van = vehicle(1, { capacity: [5], lockedPrefix: [step(100)] });
  const pickups = Array.from({ length: 7 }, (_, k) => job(k + 1, k + 2, { pickup: [1] }));

  it("what is above the capacity along them is excused, and the vehicle's own capacity counts behind them", () => {
    const solution = solve(problemOf(places, [van], [job(100, 1, { delivery: [7] }), ...pickups]), {
      iterationLimit: 200,
    });
    expect(loadsOf(solution)).toEqual([7, 0, 1, 2, 3, 4, 5, 5]);
    expect(solution.unassigned.map(({ reasons }) => reasons[0])).toMatchObject([
      { code: "capacity", amount: 1 },
      { code: "capacity", amount: 1 },
    ]);
    expect(solution.unassigned[0]!.suggestion).toMatchObject({ change: "capacity", amount: 1 });
  });

  it("what they have on board too much keeps its room until it is delivered, and nothing else gets it", () => {
    const shipments = [shipment(50, 1, 8, { amount: [4] }), shipment(51, 1, 2, { amount: [4] })];
    const locked: StepRef[] = [50, 51].map((id) => ({ type: "pickup", id }));
    const solution = solve(problemOf(places, [{ ...van, lockedPrefix: locked }], pickups, shipments), {
      iterationLimit: 300,
    });
    const [, ...behind] = loadsOf(solution);
    expect(behind[1]).toBe(8);
    expect(Math.max(...(behind.slice(2) as number[]))).toBeLessThanOrEqual(5);
    expect(solution.unassigned).toHaveLength(2);
  });

  it("a break that allows a certain load is taken with what there is on board", () => {
    const rest = { id: 1, serviceSec: 100, timeWindows: [[3000, 4000]] as const, maxLoad: [12] };
    const own = vehicle(1, { capacity: [10], timeWindow: [0, 10_000], breaks: [rest], lockedPrefix: [step(1)] });
    const jobs = [
      job(1, 1, { pickup: [15] }),
      job(3, 2, { timeWindows: [[1000, 2000]] }),
      job(4, 3, { delivery: [1] }),
    ];
    const solution = solve(problemOf(line(0, 100, 200, 300), [own], jobs), { iterationLimit: 200 });
    expect(solution.unassigned.map(({ id }) => id)).toEqual([3, 4]);
    expect(new Set(check(problemOf(line(0, 100, 200, 300), [own], jobs), solution).map(({ code }) => code))).toEqual(
      new Set(["load"]),
    );
  });

  it("a suggestion counts from the load that there is", () => {
    const jobs = [job(100, 1, { delivery: [7] }), job(1, 2, { delivery: [2] })];
    const given = problemOf(places, [van], jobs);
    const { unassigned } = solve(given, { iterationLimit: 50 });
    expect(unassigned).toMatchObject([
      { reasons: [{ code: "capacity", amount: 2 }], suggestion: { change: "capacity", amount: 4 } },
    ]);
    const served = solve({ ...given, vehicles: [{ ...van, capacity: [9] }] }, { iterationLimit: 50 });
    expect(served.unassigned).toEqual([]);
  });
});

/** Up to two vehicles with locked stops, which now and then are too heavy; every fourth problem has no locked stop. */
function smallProblem(seed: number): Problem {
  const random = new Random(seed);
  const amounts = (): Pick<Job, "delivery" | "pickup"> => ({
    ...(random.real() < 0.6 ? { delivery: [random.below(4)] } : {}),
    ...(random.real() < 0.6 ? { pickup: [random.below(4)] } : {}),
  });
  const size = 7;
  const durations = Int32Array.from({ length: size * size }, () => 100 + random.below(900));
  const hasFixed = random.real() < 0.5;
  const vehicles = [1, 2].map((id): Vehicle => {
    const isAlike = random.real() < 0.5;
    return vehicle(id, {
      capacity: [isAlike ? 5 : 3 + random.below(5)],
      costs: { fixed: hasFixed ? 200 + (isAlike ? 0 : random.below(900)) : 0 },
      ...(seed % 4 > 0 && random.real() < 0.7 ? { lockedPrefix: [step(100 + id)] } : {}),
    });
  });
  const locked = vehicles.flatMap(({ lockedPrefix = [] }) => lockedPrefix);
  const heavy = (): Partial<Job> => (random.real() < 0.4 ? { delivery: [4 + random.below(5)] } : amounts());
  const jobs = [
    ...locked.map(({ id }, k) => job(id!, 1 + k, { ...heavy(), ...(random.real() < 0.2 ? { pickup: [6] } : {}) })),
    ...[1, 2, 3, 4].map((id) => job(id, 2 + id, amounts())),
  ];
  return problemOf({ size, durations }, vehicles, jobs);
}

/** Every way to serve some of the jobs behind the locked ones. */
function* allPlans(
  routes: readonly (readonly number[])[],
  locked: readonly number[],
  left: readonly number[],
): Generator<readonly (readonly number[])[]> {
  const [first, ...others] = left;
  if (first === undefined) {
    yield routes;
    return;
  }
  yield* allPlans(routes, locked, others);
  for (let v = 0; v < routes.length; v++)
    for (let at = locked[v]!; at <= routes[v]!.length; at++)
      yield* allPlans(routes.with(v, routes[v]!.toSpliced(at, 0, first)), locked, others);
}

/** Whether what is on board stays within the capacity, but for what locked stops alone have too much. */
function loadsHold({ jobs, vehicles }: Problem, routes: readonly (readonly number[])[]): boolean {
  return vehicles.every(({ capacity, lockedPrefix = [] }, v) => {
    const tasks = routes[v]!.map((id) => jobs.find((one) => one.id === id)!);
    const along = (of: (one: Job, k: number) => boolean): number[] => {
      const counted = tasks.map((one, k) => (of(one, k) ? one : undefined));
      let load = counted.reduce((sum, one) => sum + (one?.delivery?.[0] ?? 0), 0);
      return [load, ...counted.map((one) => (load += (one?.pickup?.[0] ?? 0) - (one?.delivery?.[0] ?? 0)))];
    };
    const ofLocked = along((_, k) => k < lockedPrefix.length);
    return along(() => true).every((load, k) => load <= Math.max(capacity![0]!, ofLocked[k]!));
  });
}

const givenOf = ({ vehicles }: Problem, routes: readonly (readonly number[])[]): GivenRoute[] =>
  vehicles.map(({ id }, v) => ({ vehicleId: id, steps: routes[v]!.map(step) }));

describe("small problems with locked stops", () => {
  it("end at the best of all plans that keep every rule behind them", () => {
    let heavier = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const given = smallProblem(seed);
      const begins = given.vehicles.map(({ lockedPrefix = [] }) => lockedPrefix.map(({ id }) => id!));
      const locked = begins.map(({ length }) => length);
      let best = [Infinity, Infinity];
      for (const routes of allPlans(begins, locked, [1, 2, 3, 4])) {
        const missing = 4 + begins.flat().length - routes.flat().length;
        if (missing > best[0]! || !loadsHold(given, routes)) continue;
        const { cost } = timeRoutes(given, givenOf(given, routes));
        if (missing < best[0]! || cost < best[1]!) best = [missing, cost];
      }
      const solution = solve(given, { iterationLimit: 2000, seed });
      expect([seed, solution.unassigned.length, solution.cost]).toEqual([seed, ...best]);
      if (check(given, solution).length > 0) heavier++;
    }
    expect(heavier).toBeGreaterThan(10);
  });
});

/**
 * Ten stops on a line, on vehicles of which two have room for all. The two farthest ones are locked on different
 * vehicles, which is dearer than any plan that moves one of them.
 */
function tightProblem(hasWindows: boolean, isMixed: boolean): Problem {
  const jobs = Array.from({ length: 10 }, (_, k) =>
    job(k + 1, 1 + (k % 8), { delivery: [1], ...(hasWindows ? { timeWindows: [[0, 2000 + 10 * k]] } : {}) }),
  );
  const vehicles = [1, 2, 3, 4].map((id) =>
    vehicle(id, {
      capacity: [isMixed ? 3 + id : 5],
      costs: { fixed: isMixed ? 100 * id : 0 },
      ...(id % 2 === 0 ? { lockedPrefix: [step(9 - id / 2)] } : {}),
    }),
  );
  return problemOf(places, vehicles, jobs);
}

describe("every kind of search keeps the locked beginnings and finds a plan", () => {
  it.each([
    ["plans of equal vehicles bred from one another", tightProblem(true, false), 25_000],
    ["equal vehicles, one of them given up", tightProblem(false, false), 40_000],
    ["fleets that are tried", tightProblem(false, true), 20_000],
    ["fleets that are estimated", tightProblem(false, true), 8_000],
  ])("%s", (_, given, iterationLimit) => {
    const solution = solve(given, { iterationLimit });
    expect(check(given, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
    // both vehicles with locked stops have to leave, and need no other one
    expect(solution.routes.map(({ vehicleId }) => vehicleId)).toEqual([2, 4]);
  });
});

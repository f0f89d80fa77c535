import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, solve, timeRoutes } from "solver/index";
import type { Job, Matrix, Problem, Shipment, Solution, Task } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { job, line, problem, shipment, vehicle } from "../helpers/problems";
import { randomProblem } from "../helpers/random-problem";

const run = (input: Problem): Solution => {
  const solution = solve(input, { iterationLimit: 300, seed: 1 });
  expect(check(input, solution)).toEqual([]);
  return solution;
};

describe("doors of one site", () => {
  const work = { setupSec: 240, serviceSec: 60 };

  it("have one setup, and the way between them is driven", () => {
    const doors = (site: Partial<Job>) => [job(1, 1, work), job(2, 2, { ...work, ...site })];
    const of = (site: Partial<Job>) =>
      run(problem(line(0, 10, 90), [vehicle(1, { startIndex: 0, endIndex: null })], doors(site))).summary;
    expect(of({})).toMatchObject({ setupSec: 480, serviceSec: 120, durationSec: 90 });
    expect(of({ siteIndex: 1 })).toMatchObject({ setupSec: 240, serviceSec: 120, durationSec: 90 });
  });

  it("has none for a vehicle that goes on from it", () => {
    const jobs = [job(1, 1, { ...work, siteIndex: 2 })];
    const of = (startSiteIndex?: number) =>
      run(problem(line(0, 10, 20), [vehicle(1, startSiteIndex === undefined ? {} : { startSiteIndex })], jobs)).summary;
    expect(of().setupSec).toBe(240);
    expect(of(2).setupSec).toBe(0);
  });

  it("leaves out what has no time for another setup, and says how much is missing", () => {
    const doors = (site: Partial<Job>) => [
      job(1, 1, { ...work, timeWindows: [[0, 500]], priority: 1 }),
      job(2, 2, { ...work, ...site }),
    ];
    const [there, whole] = [10 + 300 + 2, 10 + 300 + 2 + 60 + 12];
    const of = (site: Partial<Job>) =>
      run(problem(line(0, 10, 12), [vehicle(1, { timeWindow: [0, whole] })], doors(site)));
    expect(there).toBeLessThan(whole);
    expect(of({ siteIndex: 1 }).unassigned).toEqual([]);
    const [left] = of({}).unassigned;
    expect(left).toMatchObject({ id: 2, suggestion: { change: "overtime", amount: 240 } });
  });

  it("refuses a site that has no row", () => {
    const of = (site: number) => solve(problem(line(0, 10), [vehicle(1)], [job(1, 1, { siteIndex: site })]));
    expect(() => of(2)).toThrow("jobs[0].siteIndex");
    expect(() => of(-1)).toThrow("jobs[0].siteIndex");
    const fleet = [vehicle(1, { startSiteIndex: 7 })];
    expect(() => solve(problem(line(0, 10), fleet, [job(1, 1)]))).toThrow("vehicles[0].startSiteIndex");
  });

  it("hold for both ends of a shipment", () => {
    const one = shipment(1, 1, 2, {});
    const near: Shipment = { ...one, pickup: { ...one.pickup, ...work }, delivery: { ...one.delivery, ...work } };
    const joined: Shipment = { ...near, delivery: { ...near.delivery, siteIndex: 1 } };
    const of = (given: Shipment) => run(problem(line(0, 10, 90), [vehicle(1)], [], [given])).summary.setupSec;
    expect([of(near), of(joined)]).toEqual([480, 240]);
  });
});

/** The same problem with a row for each stop and start, copied from its place, which becomes its site. */
function apart(given: Problem): Problem {
  const first = Object.values(given.matrices)[0]! as Matrix;
  const rows = Array.from({ length: first.size }, (_, row) => row);
  const copy = (row: number): number => rows.push(row) - 1;
  const own = <T extends Task>(task: T): T => ({
    ...task,
    locationIndex: copy(task.locationIndex),
    siteIndex: task.locationIndex,
  });
  const jobs = given.jobs.map(own);
  const shipments = given.shipments.map((one) => ({ ...one, pickup: own(one.pickup), delivery: own(one.delivery) }));
  const vehicles = given.vehicles.map((one) =>
    one.startIndex === null ? one : { ...one, startIndex: copy(one.startIndex), startSiteIndex: one.startIndex },
  );
  const spread = (values: Int32Array, size: number): Int32Array =>
    Int32Array.from({ length: rows.length ** 2 }, (_, k) => {
      const [from, to] = [rows[Math.floor(k / rows.length)]!, rows[k % rows.length]!];
      return values[from * size + to]!;
    });
  const matrices = Object.fromEntries(
    Object.entries(given.matrices).map(([profile, one]) => {
      const { size, durations, distances, costs } = one as Matrix;
      return [
        profile,
        {
          size: rows.length,
          durations: spread(durations, size),
          ...(distances === undefined ? {} : { distances: spread(distances, size) }),
          ...(costs === undefined ? {} : { costs: spread(costs, size) }),
        },
      ];
    }),
  );
  return { ...given, jobs, shipments, vehicles, matrices };
}

const routesOf = ({ routes }: Solution) =>
  routes.map(({ vehicleId, steps }) => ({
    vehicleId,
    steps: steps.flatMap((step) =>
      step.type === "job" || step.type === "pickup" || step.type === "delivery"
        ? [{ type: step.type, id: step.id }]
        : [],
    ),
  }));

describe("places that are copied for each stop, with the place as their site", () => {
  it("give the same figures, and plans that break no rule, over all constraints", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 20 }), (seed, tasks) => {
        const { problem: joined } = readVroom(randomProblem(seed, { tasks }));
        const copied = apart(joined);
        const solution = solve(copied, { iterationLimit: 100, seed });
        expect(check(copied, solution)).toEqual([]);
        const again = timeRoutes(joined, routesOf(solution)).summary;
        const own = timeRoutes(copied, routesOf(solution)).summary;
        expect(again).toEqual(own);
      }),
      { numRuns: 120 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readVroom, routesOf, schedule, solve } from "solver/index";
import type { Problem, StepRef } from "solver/index";
import { buildInstance } from "solver/model/build";
import type { Instance } from "solver/model/instance";
import { isGenetic } from "solver/genetic/genetic-problem";
import { made } from "./helpers/genetic";
import { job, line, problem, shipment, vehicle } from "./helpers/problems";
import { randomProblem } from "./helpers/random-problem";

const built = (input: Problem): Instance => buildInstance(input, undefined, true);
const searched = (input: Problem): number => built(input).taskCount;

describe("what no vehicle could serve even alone isn't searched", () => {
  const hours = { timeWindow: [0, 1000] as const };
  it.each<[string, Partial<Parameters<typeof job>[2]>]>([
    ["a skill that none has", { skills: [9] }],
    ["skills that none has together", { skills: [1, 2] }],
    ["too much to deliver", { delivery: [6] }],
    ["too much to pick up", { pickup: [6] }],
    ["a window behind all shifts", { timeWindows: [[1200, 1300]] }],
    ["windows before anybody is there", { timeWindows: [[0, 99]] }],
    ["no way to be back in time", { timeWindows: [[901, 1300]] }],
    ["a stay that is too long", { serviceSec: 801 }],
  ])("%s", (_, more) => {
    const vehicles = [1, 2].map((id) => vehicle(id, { ...hours, capacity: [5], skills: [id] }));
    const places = line(0, 100, 250);
    const of = (fields: typeof more): number => searched(problem(places, vehicles, [job(1, 1, fields), job(2, 2)]));
    expect(of({})).toBe(2);
    expect(of(more)).toBe(1);
  });

  it("pairs whose delivery comes too late, or that are too heavy", () => {
    const of = (more: object, amount = 1): number => {
      const one = shipment(1, 1, 2);
      const pair = { ...one, delivery: { ...one.delivery, ...more }, amount: [amount] };
      return searched(problem(line(0, 100, 250), [vehicle(1, { ...hours, capacity: [5] })], [], [pair]));
    };
    expect([of({}), of({ timeWindows: [[0, 100]] }), of({}, 6)]).toEqual([2, 0, 0]);
  });

  it("stays where it is locked", () => {
    const lockedPrefix = [{ type: "job", id: 1 } as const];
    const input = problem(line(0, 100), [vehicle(1, { ...hours, lockedPrefix })], [job(1, 1, { skills: [9] })]);
    expect(searched(input)).toBe(1);
  });

  it("stays a part of what a change budget looks at", () => {
    const input = problem(line(0, 100), [vehicle(1, hours)], [job(1, 1, { skills: [9] })]);
    expect(buildInstance(input).taskCount).toBe(1);
  });

  it("leaves a problem that is searched as it would be without it", () => {
    const json = made(2, { tasks: 6, vehicles: 3 });
    const far = { ...(json.jobs as object[])[5], delivery: [9999] };
    const { problem: all } = readVroom({ ...json, jobs: [...(json.jobs as object[]).slice(0, 5), far] });
    const { problem: rest } = readVroom({ ...json, jobs: (json.jobs as object[]).slice(0, 5) });
    expect(isGenetic(built(all))).toBe(true);
    const solution = solve(all, { iterationLimit: 57_000 });
    expect(routesOf(solution)).toEqual(routesOf(solve(rest, { iterationLimit: 57_000 })));
    expect(solution.unassigned.map(({ id, reasons }) => [id, reasons[0].code])).toEqual([[6, "capacity"]]);
  });

  it("could be served in no order of any stops", () => {
    let left = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const only = ["windows", "multi-windows", "load", "skills", "pickups", "asymmetric", "hours", "setup"];
        const { problem: input } = readVroom(randomProblem(seed, { tasks: 3, only }));
        if (input.shipments.length > 0) return;
        const { problem: kept } = built(input);
        const gone = input.jobs.filter(({ id }) => !kept.jobs.some((one) => one.id === id));
        left += gone.length;
        for (const { id } of gone)
          for (const order of ordersWith(
            id,
            input.jobs.map((one) => one.id),
          ))
            for (const { id: vehicleId } of input.vehicles) {
              const steps = order.map((of): StepRef => ({ type: "job", id: of }));
              expect(schedule(input, [{ vehicleId, steps }])[0].violations).not.toEqual([]);
            }
      }),
      { numRuns: 300 },
    );
    expect(left).toBeGreaterThan(5);
  });
});

/** All orders of some of these ids that have one of them. */
function* ordersWith(id: number, ids: readonly number[], begun: readonly number[] = []): Generator<number[]> {
  if (begun.includes(id)) yield [...begun];
  for (const next of ids) if (!begun.includes(next)) yield* ordersWith(id, ids, [...begun, next]);
}

describe("vehicles", () => {
  const classes = (a: object, b: object, fields: object = {}): number =>
    buildInstance(problem(line(0, 10, 20), [vehicle(1, a), vehicle(2, b)], [job(1, 1, fields), job(2, 2)])).classCount;

  it("differ only in what a stop asks for", () => {
    expect(classes({ skills: [1] }, { skills: [2] })).toBe(1);
    expect(classes({ skills: [1] }, { skills: [2] }, { skills: [2] })).toBe(2);
    expect(classes({ type: "van" }, { type: "bike" })).toBe(1);
    expect(classes({ type: "van" }, { type: "bike" }, { serviceSecPerType: { bike: 5 } })).toBe(2);
    expect(classes({ maxTasks: 2 }, { maxTasks: 9 })).toBe(1);
    expect(classes({ maxTasks: 1 }, { maxTasks: 9 })).toBe(2);
    expect(classes({ maxTasks: 1 }, {})).toBe(2);
  });
});

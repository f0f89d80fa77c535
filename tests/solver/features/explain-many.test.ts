import { describe, expect, it } from "vitest";
import { explain } from "solver/explain/explain";
import { MOST_REASONS } from "solver/explain/listing";
import { writeVroom } from "solver/index";
import type { Problem, Solution, Unassigned, Vehicle } from "solver/index";
import { assemble } from "solver/schedule/schedule";
import { applyChange, placeFor, stepsOf, visitOf } from "../helpers/single-changes";
import { job, line, problem, shipment, vehicle } from "../helpers/problems";

const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k + 1));
const nothingServed = (input: Problem): Solution =>
  assemble(input, [], { iterations: 0, computingTimes: { firstSolutionMs: 0, solvingMs: 0 } });
const explained = (input: Problem, mayGoOn = () => true, alternatives = false): readonly Unassigned[] =>
  explain(input, nothingServed(input), false, mayGoOn, alternatives).unassigned;

/** So many vehicles that none of so many stops fits on. */
const hopeless = (vehicles: number, stops: number, more: (v: number) => Partial<Vehicle> = () => ({})): Problem =>
  problem(
    line(0, 100),
    many(vehicles, (v) => vehicle(v, { capacity: [1], ...more(v) })),
    many(stops, (t) => job(t, 1, { delivery: [2] })),
  );
const vehiclesOf = ({ reasons, otherVehicles = [] }: Unassigned): number =>
  reasons.length + otherVehicles.reduce((sum, { count }) => sum + count, 0);

describe("reasons of many stops on many vehicles", () => {
  it("look once at vehicles that are equal but for their names", () => {
    let asked = 0;
    const names = (v: number): Partial<Vehicle> => ({
      description: `van ${v}`,
      breaks: [{ id: v, serviceSec: 60, timeWindows: [[0, 500]] }],
    });
    const stops = explained(hopeless(400, 100, names), () => ++asked > 0);
    for (const { reasons } of stops) {
      expect(reasons.map(({ vehicleId }) => vehicleId)).toEqual(many(400, (v) => v));
      expect(reasons[399]).toEqual({
        vehicleId: 400,
        code: "capacity",
        message: "van 400 would carry 1 too much.",
        amount: 1,
        index: 0,
      });
    }
    // once for each vehicle, and some times for each stop: not for each stop on each vehicle
    expect(asked).toBeLessThan(400 + 100 * 40);
  });

  it("stay within a size that can be written: each stop names some vehicles, and counts the others", () => {
    const input = hopeless(400, 1000);
    const unassigned = explained(input);
    expect(unassigned.reduce((sum, { reasons }) => sum + reasons.length, 0)).toBe(MOST_REASONS);
    for (const stop of unassigned) {
      expect(vehiclesOf(stop)).toBe(400);
      expect(stop.otherVehicles).toEqual([{ code: "capacity", count: 300 }]);
      expect(stop.suggestion).toMatchObject({ change: "capacity", amount: 1 });
    }
    const { unassigned: written } = writeVroom(input, { ...nothingServed(input), unassigned }, []);
    expect(written[0]!.other_vehicles).toEqual(unassigned[0]!.otherVehicles);
    expect(Object.keys(written[0]!)).toContain("other_vehicles");
  });

  it("name all vehicles where that is not too much", () => {
    for (const stop of explained(hopeless(100, 1000))) {
      expect(stop.reasons).toHaveLength(100);
      expect(stop).not.toHaveProperty("otherVehicles");
    }
  });

  it("name one vehicle of each kind before a second one, and tell the others apart by what is missing", () => {
    const small = (v: number): Partial<Vehicle> =>
      v > 299 ? { capacity: [2], startIndex: 2 } : v > 250 ? { capacity: [9], maxTasks: 0 } : {};
    const input: Problem = {
      ...hopeless(300, 5000, small),
      matrices: { car: { ...line(0, 100, 200), durations: Int32Array.of(0, 100, 200, 100, 0, 100, -1, -1, 0) } },
    };
    for (const { reasons, otherVehicles } of explained(input)) {
      expect(reasons.map(({ vehicleId, code }) => [vehicleId, code])).toEqual([
        ...many(18, (v) => [v, "capacity"]),
        [251, "max_tasks"],
        [300, "no_way"],
      ]);
      expect(otherVehicles).toEqual([
        { code: "capacity", count: 232 },
        { code: "max_tasks", count: 48 },
      ]);
    }
  });

  it("count others together, roads by the direction that is missing", () => {
    const input: Problem = {
      ...hopeless(20, 10_000, (v) => (v > 10 ? { maxTasks: v > 15 ? 1 : 2 } : { startIndex: null })),
      matrices: { car: { ...line(0, 100), durations: Int32Array.of(0, -1, -1, 0) } },
    };
    const [stop] = explained(input);
    expect(stop!.otherVehicles).toEqual([
      { code: "no_way", way: "back", count: 2 },
      { code: "no_way", way: "there", count: 8 },
    ]);
  });

  it("that were not looked at stay within that size, too", () => {
    const stops = explained(hopeless(400, 1000), () => false);
    expect(stops.reduce((sum, { reasons }) => sum + reasons.length, 0)).toBe(MOST_REASONS);
    expect(stops[999]!.otherVehicles).toEqual([{ code: "not_inserted", count: 300 }]);
    expect(stops[999]!.reasons[99]!.message).toBe("The calculation ended before vehicle 100 was tried for it.");
  });

  it("end between two vehicles, not only between two stops", () => {
    const input = hopeless(500, 1, (v) => ({ timeWindow: [0, 1000 + v] }));
    let asked = 0;
    // the vehicles are grouped by then, and half of them tried
    const [stop] = explained(input, () => ++asked < 750);
    expect(new Set(stop!.reasons.map(({ code }) => code))).toEqual(new Set(["not_inserted"]));
    expect(asked).toBeLessThan(800);
  });

  it("of more stops and kinds than are kept are found again for changes", () => {
    const far = [7, 8];
    const input = hopeless(800, 700, (v) => ({
      timeWindow: [0, 1000 + v],
      capacity: [2],
      skills: v === 800 ? [7] : [],
    }));
    const jobs = input.jobs.map((one) => ({ ...one, skills: far }));
    for (const { suggestion } of explained({ ...input, jobs }))
      expect(suggestion).toMatchObject({ vehicleId: 800, change: "skills", index: 8 });
  });
});

describe("the time for reasons ends at any moment", () => {
  const hours = [0, 900] as const;
  const rest = { id: 3, serviceSec: 300, timeWindows: [[100, 200]] as const };
  const input = problem(
    line(0, 100, 300, 700),
    [
      vehicle(1, { timeWindow: hours, breaks: [rest], capacity: [3] }),
      vehicle(2, { timeWindow: [500, 900], maxTravelTimeSec: 500, maxDistanceM: 7000, capacity: [4] }),
    ],
    [
      job(1, 3, { timeWindows: [[0, 400]], delivery: [2] }),
      job(2, 2, { timeWindows: [[20, 250]], delivery: [3] }),
      job(3, 1, { delivery: [5] }),
      job(5, 1, { timeWindows: [[20, 560]], delivery: [4] }),
    ],
    [shipment(4, 2, 3, { amount: [2] })],
  );

  it("what stands in the answer is true", () => {
    let asked = 0;
    const all = explained(input, () => ++asked > 0, true);
    const looks = asked;
    expect(looks).toBeGreaterThan(100);
    const seen = new Set<string>();
    for (let end = 0; end <= looks; end++) {
      asked = 0;
      explained(input, () => asked++ < end, true).forEach((stop, k) => {
        const whole = all[k]!;
        const isLookedAt = stop.reasons.every(({ code }) => code !== "not_inserted");
        if (isLookedAt)
          for (const [v, { amount, message: _, ...reason }] of stop.reasons.entries()) {
            expect(whole.reasons[v]).toMatchObject(reason);
            if (amount !== undefined) expect(whole.reasons[v]!.amount).toBe(amount);
          }
        else expect(stop.reasons.map(({ code }) => code)).toEqual(["not_inserted", "not_inserted"]);
        for (const suggestion of [stop.suggestion, stop.alternative].filter((one) => one !== undefined)) {
          const changed = applyChange(input, suggestion);
          const { steps } = visitOf(input, stop, nothingServed(input));
          const route = stepsOf(nothingServed(input), suggestion.vehicleId);
          expect(
            placeFor(changed, suggestion.vehicleId, route, steps),
            JSON.stringify([end, suggestion]),
          ).not.toBeNull();
          const least = applyChange(input, { ...suggestion, amount: suggestion.amount - 1 });
          expect(placeFor(least, suggestion.vehicleId, route, steps), JSON.stringify([end, suggestion])).toBeNull();
        }
        seen.add(`${isLookedAt} ${stop.suggestion !== undefined} ${stop.alternative !== undefined}`);
      });
    }
    expect([...seen].sort()).toEqual(["false false false", "true false false", "true true false", "true true true"]);
  });
});

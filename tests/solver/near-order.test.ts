import { describe, expect, it } from "vitest";
import { NO_WAY } from "solver/contract";
import { check, solve } from "solver/index";
import type { Problem } from "solver/index";
import { denseProblem } from "solver/model/dense-problem";
import { inNearOrder } from "solver/model/near-order";
import { plane } from "./helpers/large";
import { denseOf, shipment, vehicle } from "./helpers/problems";

const never = (): void => undefined;
const base = denseProblem(plane(4, 240, 8, 60), never);
const { size } = denseOf(base);

function secBetween(problem: Problem, from: number, to: number): number {
  const matrix = denseOf(problem);
  return matrix.durations[from * matrix.size + to]!;
}

/** What the matrix says between two jobs, by their ids. */
function secondsById(problem: Problem): Map<string, number> {
  const legs = problem.jobs.flatMap((one) => problem.jobs.map((other) => [one, other] as const));
  return new Map(
    legs.map(([one, other]) => [`${one.id} ${other.id}`, secBetween(problem, one.locationIndex, other.locationIndex)]),
  );
}

/** Mean seconds from each job to the next one in the list. */
function meanStep(problem: Problem): number {
  const places = problem.jobs.map(({ locationIndex }) => locationIndex);
  const steps = places.slice(1).map((place, k) => secBetween(problem, places[k]!, place));
  return steps.reduce((sum, sec) => sum + sec, 0) / steps.length;
}

describe("a problem in near order", () => {
  it("has the same stops with the same ways between them, near ones beside each other", () => {
    const ordered = inNearOrder(base, never);
    expect(ordered.jobs.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(base.jobs.map(({ id }) => id));
    expect(secondsById(ordered)).toEqual(secondsById(base));
    expect(meanStep(ordered)).toBeLessThan(0.3 * meanStep(base));
  });

  it("keeps pairs whole, and what vehicles know", () => {
    const problem: Problem = {
      ...base,
      vehicles: [vehicle(1, { startIndex: 7, endIndex: null, steps: [{ type: "job", id: 3 }] }), vehicle(2)],
      shipments: [shipment(500, 9, 200), shipment(501, 17, 3)],
    };
    const ordered = inNearOrder(problem, never);
    expect(ordered.vehicles.map(({ steps, endIndex }) => [steps, endIndex === null])).toEqual([
      [[{ type: "job", id: 3 }], true],
      [undefined, false],
    ]);
    const ways = (some: Problem): [id: number, sec: number, fromStartSec: number][] =>
      some.shipments
        .map(({ pickup, delivery }): [number, number, number] => [
          pickup.id,
          secBetween(some, pickup.locationIndex, delivery.locationIndex),
          secBetween(some, some.vehicles[0]!.startIndex!, pickup.locationIndex),
        ])
        .toSorted(([a], [b]) => a - b);
    expect(ways(ordered)).toEqual(ways(problem));
  });

  it("comes to stops that no way leads to, last", () => {
    const durations = denseOf(base).durations.slice();
    const place = base.jobs.find(({ id }) => id === 5)!.locationIndex;
    for (let i = 0; i < size; i++) durations[i * size + place] = NO_WAY;
    const ordered = inNearOrder({ ...base, matrices: { car: { size, durations } } }, never);
    expect(ordered.jobs).toHaveLength(240);
    expect(ordered.jobs.at(-1)!.id).toBe(5);
  });

  it("is what is searched: the answer has the ids and places of the problem", () => {
    const solution = solve(base, { iterationLimit: 300 });
    expect(check(base, solution)).toEqual([]);
    expect(solution.unassigned).toEqual([]);
  });

  it("isn't made of few stops, nor of too many", () => {
    const few = { ...base, jobs: base.jobs.slice(0, 100) };
    expect(inNearOrder(few, never)).toBe(few);
    const many = { ...base, jobs: Array.from({ length: 2001 }, (_, k) => ({ ...base.jobs[0]!, id: k + 1 })) };
    expect(inNearOrder(many, never)).toBe(many);
  });
});

import { describe, expect, it } from "vitest";
import type { Job, Problem, Solution, Task } from "solver/contract";
import { solve } from "solver/parallel/solve";
import { Random } from "solver/random";

/** Priority served and stops served. */
function served({ jobs, shipments }: Problem, { routes }: Solution): [number, number] {
  let [priority, stops] = [0, 0];
  for (const { type, id } of routes.flatMap(({ steps }) => steps)) {
    const one =
      type === "job"
        ? jobs.find((job) => job.id === id)
        : type === "pickup"
          ? shipments.find(({ pickup }) => pickup.id === id)
          : undefined;
    if (one === undefined) continue;
    priority += one.priority ?? 0;
    stops++;
  }
  return [priority, stops];
}

const job = (id: number, size: number, priority: number, place = 1): Job => ({
  id,
  locationIndex: place,
  delivery: [size],
  priority,
});

/** One vehicle with room for so much. */
const problemOf = (jobs: readonly Job[], room: number, durations: number[][]): Problem => ({
  vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: 0, capacity: [room] }],
  jobs: [...jobs],
  shipments: [],
  matrices: { car: { size: durations.length, durations: Int32Array.from(durations.flat()) } },
});

const TWO_PLACES = [
  [0, 600],
  [600, 0],
];

/** The most priority that fits into so much room: by all partial sums. */
function most(jobs: readonly Job[], room: number): number {
  const best = new Float64Array(room + 1);
  for (const { delivery, priority } of jobs)
    for (let left = room; left >= delivery![0]!; left--)
      best[left] = Math.max(best[left]!, best[left - delivery![0]!]! + priority!);
  return best[room]!;
}

describe("where not all stops have room", () => {
  it.each([
    [5, 3, 3],
    [6, 3, 3],
    [6, 3, 4],
    [10, 5, 5],
    [2, 1, 1],
  ])("one of priority %i gives way to two of %i and %i that take no more of it", (high, low, other) => {
    const problem = problemOf([job(1, 2, high), job(2, 1, low), job(3, 1, other)], 2, TWO_PLACES);
    expect(served(problem, solve(problem, { iterationLimit: 200 }))).toEqual([low + other, 2]);
  });

  it("one with a long service gives way to a shipment", () => {
    const pair = (id: number): Task => ({ id, locationIndex: 1, serviceSec: 100 });
    const problem: Problem = {
      ...problemOf([], 1, TWO_PLACES),
      vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: 0, timeWindow: [0, 1900] }],
      jobs: [{ id: 1, locationIndex: 1, serviceSec: 700, priority: 6 }],
      shipments: [2, 3].map((id) => ({ pickup: pair(id), delivery: pair(id), priority: 5 })),
    };
    expect(served(problem, solve(problem, { iterationLimit: 200 }))).toEqual([10, 2]);
  });

  it.each([
    [40, 70],
    [100, 150],
    // so many stops on a vehicle that loads are priced, were all of them served
    [100, 300],
  ])("of %i stops those are served that are worth most for room %i", (count, room) => {
    for (const seed of [1, 2]) {
      const random = new Random(seed);
      const places = Array.from({ length: 21 }, () => [random.below(1000), random.below(1000)] as const);
      const durations = places.map(([x, y]) => places.map(([u, v]) => Math.round(Math.hypot(x - u, y - v))));
      const jobs = Array.from({ length: count }, (_, k) =>
        job(k + 1, 1 + random.below(10), 1 + random.below(10), 1 + random.below(20)),
      );
      const problem = problemOf(jobs, room, durations);
      const [priority] = served(problem, solve(problem, { iterationLimit: 30_000, seed }));
      expect(priority).toBeGreaterThanOrEqual(0.99 * most(jobs, room));
    }
  });
});

import { describe, expect, it } from "vitest";
import { schedule } from "solver/index";
import type { Problem, Vehicle } from "solver/index";
import { nearTasks } from "solver/large/near-tasks";
import { savingsRoutes } from "solver/large/savings";
import { LargeTasks } from "solver/large/tasks";
import { Random } from "solver/random";
import { job, shipment, vehicle } from "./helpers/problems";
import { pointsModel, randomPoints, sparseOf } from "./helpers/travel";
import { denseMatrix } from "solver/model/dense";

function plane(seed: number, stops: number, van: Partial<Vehicle> = {}): Problem {
  const points = randomPoints(new Random(seed), stops + 1, 1000);
  return {
    vehicles: [vehicle(1, { capacity: [12], ...van }), vehicle(2, { capacity: [12], ...van })],
    jobs: Array.from({ length: stops }, (_, j) => job(j + 1, j + 1, { delivery: [1 + (j % 3)], serviceSec: 60 })),
    shipments: [],
    matrices: { car: pointsModel(points) },
  };
}

const routesOf = (problem: Problem, weights?: readonly number[]): number[][] | null => {
  const model = problem.matrices.car!;
  if (model.kind !== "points" && model.kind !== "sparse") throw new Error("There are no points.");
  return savingsRoutes(problem, new LargeTasks(problem), model.points, weights);
};

/** Cost of all routes, each on a vehicle of its own, and the rules that they break. */
function timed(problem: Problem, routes: readonly (readonly number[])[]): { cost: number; broken: string[] } {
  const vehicles = routes.map((_, v) => ({ ...problem.vehicles[0]!, id: v + 1 }));
  const given = routes.map((route, v) => ({
    vehicleId: v + 1,
    steps: route.map((t) => ({ type: "job" as const, id: t + 1 })),
  }));
  const done = schedule({ ...problem, vehicles }, given);
  return {
    cost: done.reduce((sum, { cost }) => sum + cost, 0),
    broken: done.flatMap(({ violations }) => violations.map(({ code }) => code)),
  };
}

describe("nearest tasks", () => {
  it.each([1, 2, 30, 400])("are those of trying all, in their order: %i tasks", (count) => {
    const problem = plane(count, count);
    const tasks = new LargeTasks(problem);
    const { points } = problem.matrices.car as { points: Float64Array };
    const near = nearTasks(tasks, points, 5);
    const far = (a: number, b: number): number =>
      (points[2 * a + 2]! - points[2 * b + 2]!) ** 2 + (points[2 * a + 3]! - points[2 * b + 3]!) ** 2;
    for (let t = 0; t < count; t++) {
      const all = Array.from({ length: count }, (_, other) => other).filter((other) => other !== t);
      const wanted = all.sort((a, b) => far(t, a) - far(t, b) || a - b).slice(0, 5);
      expect([...near.subarray(5 * t, 5 * t + 5)].filter((other) => other >= 0)).toEqual(wanted);
    }
  });

  it("many tasks at one place are near each other", () => {
    const problem = { ...plane(1, 9), matrices: { car: pointsModel(new Float64Array(20).fill(7)) } };
    const near = nearTasks(new LargeTasks(problem), new Float64Array(20).fill(7), 3);
    expect([...near.subarray(0, 3)]).toEqual([1, 2, 3]);
  });

  // The clock proves nothing: what is counted is how many tasks are looked at for each.
  it.each<[string, (k: number) => [number, number]]>([
    ["one task far away", (k) => (k === 0 ? [1e9, 1e9] : [(k * 7919) % 6007, (k * 104_729) % 5003])],
    ["all tasks at one place", () => [7, 7]],
    ["half of the tasks at one place", (k) => (k % 2 === 0 ? [7, 7] : [(k * 7919) % 6007, (k * 104_729) % 5003])],
    ["tasks on a line", (k) => [k, 0]],
  ])("take hardly more looks for each of many tasks than of few: %s", (_, at) => {
    const looksPerTask = (count: number): number => {
      const problem = { ...plane(1, count), matrices: { car: pointsModel(new Float64Array(2 * count + 2)) } };
      const points = Float64Array.from({ length: 2 * count + 2 }, (_, k) => at(k >> 1)[k % 2]!);
      const work = { looks: 0 };
      nearTasks(new LargeTasks(problem), points, 10, work);
      return work.looks / count;
    };
    expect(looksPerTask(4000)).toBeLessThan(2 * looksPerTask(500));
    expect(looksPerTask(4000)).toBeLessThan(400);
  });
});

describe("savings", () => {
  it.each([0, 1])(
    "serve each stop once, keep loads and the length of the day, and save; %i: one-way legs",
    (oneWay) => {
      for (let seed = 1; seed <= 20; seed++) {
        const plain = plane(seed, 60, { timeWindow: [0, 4000], maxTasks: 7 });
        const model = plain.matrices.car as ReturnType<typeof pointsModel>;
        const random = new Random(seed);
        const dense = denseMatrix(
          model,
          Int32Array.from({ length: 61 }, (_, k) => k),
          () => undefined,
        );
        const bent = { ...dense, durations: dense.durations.map((value) => value + random.below(100)) };
        const problem =
          oneWay === 0 ? plain : { ...plain, matrices: { car: sparseOf(bent, model.points, () => true) } };
        const routes = routesOf(problem)!;
        expect(routes.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, t) => t));
        const { cost, broken } = timed(problem, routes);
        expect(broken).toEqual([]);
        expect(Math.max(...routes.map(({ length }) => length))).toBeGreaterThan(3);
        const alone = timed(
          problem,
          Array.from({ length: 60 }, (_, t) => [t]),
        );
        expect(cost).toBeLessThan(0.6 * alone.cost);
      }
    },
  );

  it("weigh the leg between where that is cheaper, as from a depot far outside", () => {
    let cheaper = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const base = plane(seed, 80);
      const model = base.matrices.car as ReturnType<typeof pointsModel>;
      const points = model.points.with(0, 5000).with(1, 5000);
      const vehicles = Array.from({ length: 80 }, (_, v) => vehicle(v + 1, { capacity: [60] }));
      const problem = { ...base, vehicles, matrices: { car: pointsModel(points) } };
      const [plain, best] = [[1], undefined].map((weights) => timed(problem, routesOf(problem, weights)!).cost);
      expect(best).toBeLessThanOrEqual(plain!);
      if (best! < plain!) cheaper++;
    }
    expect(cheaper).toBeGreaterThan(5);
  });

  it("aren't asked where they would not know what for: other vehicles, shipments, open ends, windows", () => {
    const base = plane(3, 30);
    expect(routesOf(base)).not.toBeNull();
    expect(routesOf({ ...base, vehicles: [base.vehicles[0]!, vehicle(2, { capacity: [13] })] })).toBeNull();
    expect(routesOf({ ...base, shipments: [shipment(90, 1, 2)] })).toBeNull();
    expect(routesOf(plane(3, 30, { endIndex: null }))).toBeNull();
    const windows = base.jobs.map((one, j) => (j < 10 ? { ...one, timeWindows: [[0, 10] as const] } : one));
    expect(routesOf({ ...base, jobs: windows })).toBeNull();
  });
});

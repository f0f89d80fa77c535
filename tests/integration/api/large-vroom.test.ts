import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { travelCacheIn } from "~/boot/travel-cache.server";
import { setLimits } from "~/services/limits/limits.server";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { FERRY_SEC, osrmServer, planeLeg } from "../../fixtures/roads/routing-servers";
import type { RoutingServer } from "../../fixtures/roads/routing-servers";
import { SOLVER_POOL, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { NO_ROADS } from "../../helpers/routing";
import { askApi } from "./api-world";

type Json = Record<string, unknown>;
type Point = [lng: number, lat: number];

interface Step {
  type: string;
  id?: number;
  location?: Point;
  location_index?: number;
  arrival: number;
  duration: number;
  violations: { cause: string }[];
}
interface Answer {
  code: number;
  error?: string;
  summary: { unassigned: number; duration: number };
  routes: { duration: number; steps: Step[]; violations: { cause: string }[] }[];
  unassigned: { reasons: unknown[]; other_vehicles: unknown }[];
  travel?: {
    engine: string;
    note: string | null;
    measured?: { legs: number; duration: number; failure: string | null };
  };
}

/** More than a place asks for, so that the way over the river is nobody's near pair. */
const EACH_BANK = 75;
const NEAR_FROM = 100;
const DEPOT: Point = [9.5, 59.6];

/** Whole seconds apart, on both banks of the river. */
const BANKS = [59.7, 60.25].flatMap((lat) =>
  Array.from({ length: EACH_BANK }, (_, index): Point => {
    const at = (nth: number) => Math.round(nth * 1000) / 1000;
    return [at(9.5 + ((index * 17) % EACH_BANK) / 1000), at(lat + ((index * 37) % EACH_BANK) / 1000)];
  }),
);
const jobsAt = (places: readonly Point[]) => places.map((location, id) => ({ id, location, service: 60 }));
const VAN = { id: 1, start: DEPOT, end: DEPOT };

describe.each(databases())("large problems in VROOM's format on %s", (kind) => {
  const world = useCalculations(kind);
  let server: RoutingServer;
  let solver: SolverPool;
  let key: TestKey;

  beforeAll(async () => {
    server = await osrmServer();
    solver = createSolverPool({
      ...SOLVER_POOL,
      nearFrom: NEAR_FROM,
      roads: { ...NO_ROADS, osrmUrl: server.url },
      cache: () => travelCacheIn(world.db),
    });
  });
  afterAll(async () => {
    await solver.close();
    await server.close();
  });
  beforeEach(async () => {
    setLimits(undefined);
    key = await createApiKey(world.db(), world.company().companyId, { scopes: ["plan", "read"] });
    await world.db()("travel_times").delete();
    server.asked.length = 0;
    server.fail(null);
    world.start({ solver });
  });
  const ask = async (json: Json) => {
    const { status, body } = await askApi(key, "vroom", { json });
    return { status, body: body as unknown as Answer };
  };

  /** Seconds of each leg by the server's own arithmetic, and what the answer says. */
  function legs({ steps }: Answer["routes"][number]) {
    return steps.slice(1).map(({ location, duration }, index) => {
      const [from, to] = [steps[index]!.location!, location!].map(([lng, lat]) => ({ lat, lng }));
      return { exact: planeLeg(from!, to!).seconds, told: duration - steps[index]!.duration };
    });
  }

  it("asks for near pairs alone, and answers with the exact times of the result", async () => {
    // Long enough for the last part of the search to try other ways over the river, on a busy machine too.
    const { status, body } = await ask({ vehicles: [VAN], jobs: jobsAt(BANKS), options: { l: 1 } });
    expect([status, body.error, body.summary.unassigned]).toEqual([200, undefined, 0]);
    const ways = legs(body.routes[0]!);
    expect(ways.map(({ told }) => told)).toEqual(ways.map(({ exact }) => exact));
    expect(ways.filter(({ exact }) => exact >= FERRY_SEC)).toHaveLength(2);
    expect(body.summary.duration).toBe(ways.reduce((sum, { exact }) => sum + exact, 0));
    const { measured, ...source } = body.travel!;
    expect(source).toEqual({ engine: "osrm", label: "OSRM", note: null });
    expect(measured).toEqual({ legs: expect.any(Number), duration: expect.any(Number), failure: null });
    const tables = server.asked.filter((line) => line.includes("/table/"));
    expect(new Set(tables).size).toBe(tables.length);
    expect(tables.length).toBeLessThan(2 * EACH_BANK + 20);
  });

  /** Beside the solver, what is asked of a database is what the tests before and after these ask of both. */
  const onOne = it.runIf(kind === "sqlite");

  onOne("plan mode asks for the legs of the given steps, too", async () => {
    // From bank to bank with every step.
    const order = Array.from({ length: 2 * EACH_BANK }, (_, nth) => (nth % 2) * EACH_BANK + (nth >> 1));
    const steps = order.map((id) => ({ type: "job", id }));
    const { body } = await ask({ vehicles: [{ ...VAN, steps }], jobs: jobsAt(BANKS), options: { c: true } });
    const ways = legs(body.routes[0]!);
    expect(ways.filter(({ exact }) => exact >= FERRY_SEC)).toHaveLength(2 * EACH_BANK);
    expect(ways.map(({ told }) => told)).toEqual(ways.map(({ exact }) => exact));
  });

  it("estimates everything where the engine fails, and says so", async () => {
    server.fail("500");
    const { body } = await ask({ vehicles: [VAN], jobs: jobsAt(BANKS), options: { x: 1 } });
    expect(body.summary.unassigned).toBe(0);
    expect(body.travel).toEqual({
      engine: "straight",
      label: "estimates along straight lines",
      note: "OSRM (OSRM_URL) failed with status 500.",
    });
  });

  /** Places along a road, 10 s apart; each knows its next ones. */
  function nearPairs(size: number, near: number) {
    const rows = Array.from({ length: size }, (_, i) =>
      Array.from({ length: 2 * near + 1 }, (_, k) => i - near + k).filter((j) => j !== i && j >= 0 && j < size),
    );
    const starts = rows.reduce<number[]>((all, row) => [...all.slice(-size), all.at(-1)! + row.length], [0]);
    return {
      metric: "euclidean",
      points: rows.map((_, i) => [i, 0]),
      row_start: starts,
      to: rows.flat(),
      durations: rows.flatMap((row, i) => row.map((j) => 10 * Math.abs(i - j))),
    };
  }
  const vans = (count: number, capacity: number) =>
    Array.from({ length: count }, (_, id) => ({ id, start_index: 0, end_index: 0, capacity: [capacity] }));
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, k) => ({ id: k + 1, location_index: k + 1, delivery: [1] }));

  onOne("takes near pairs that come with it: no road is asked for", async () => {
    const size = 2101;
    const problem = { vehicles: vans(30, 80), jobs: jobs(size - 1), matrices: { car: nearPairs(size, 6) } };
    const { status, body } = await ask({ ...problem, options: { l: 3 } });
    expect([status, body.error, body.summary.unassigned]).toEqual([200, undefined, 0]);
    expect(server.asked).toEqual([]);
    expect(body.travel).toBeUndefined();
    const stops = body.routes.flatMap(({ steps }) => steps.flatMap(({ id }) => id ?? []));
    expect([...stops].sort((a, b) => a - b)).toEqual(problem.jobs.map(({ id }) => id));
    // Known pairs are six places apart at most, at 10 s from place to place; others are estimated at twice that pace.
    for (const { steps } of body.routes)
      steps.slice(1).forEach(({ location_index: to, duration }, index) => {
        const { location_index: from, duration: before } = steps[index]!;
        const apart = Math.abs(to! - from!);
        expect(duration - before).toBe((apart <= 6 ? 10 : 20) * apart);
      });
  });

  onOne("takes points in the plane in place of a matrix", async () => {
    const car = {
      metric: "euclidean",
      points: [
        [0, 0],
        [30, 40],
        [60, 80],
      ],
    };
    const { body } = await ask({ vehicles: vans(1, 5), jobs: jobs(2), matrices: { car } });
    expect([body.error, body.summary.unassigned, body.summary.duration]).toEqual([undefined, 0, 200]);
  });

  onOne.each<[what: string, fields: Json, sentence: string]>([
    ["points and durations both", { durations: [[0]] }, "matrices.car.durations: This field can't stand beside points"],
    [
      "an entry that leads nowhere",
      { ...nearPairs(3, 1), to: [1, 0, 3, 1] },
      "matrices.car.to[2]: There is no place 3",
    ],
    [
      "entries out of order",
      { ...nearPairs(3, 1), to: [1, 2, 0, 1] },
      "matrices.car.to[2]: Place 0 stands behind place 2",
    ],
    [
      "a wrong start of a row",
      { ...nearPairs(3, 1), row_start: [0, 3, 1, 4] },
      "matrices.car.row_start[2]: 1 is before 3",
    ],
  ])("refuses %s by name", async (_what, fields, sentence) => {
    const car = {
      metric: "euclidean",
      points: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      ...fields,
    };
    const { status, body } = await ask({ vehicles: vans(1, 5), jobs: jobs(2), matrices: { car } });
    expect([status, body]).toEqual([400, { code: 2, error: expect.stringContaining(sentence) }]);
  });

  onOne("takes few stops on so many places that no square table would fit: only places in use have one", async () => {
    const car = { metric: "euclidean", points: Array.from({ length: 60_000 }, (_, i) => [i, 0]) };
    const { status, body } = await ask({ vehicles: vans(1, 5), jobs: jobs(2), matrices: { car } });
    expect([status, body.summary.duration, body.summary.unassigned]).toEqual([200, 4, 0]);
  });

  onOne("gives each stop some reasons where all together would be too many, and counts the others", async () => {
    const problem = { vehicles: vans(60, 0), jobs: jobs(1999), matrices: { car: nearPairs(2000, 1) } };
    const { body } = await ask({ ...problem, options: { l: 1, x: 0 } });
    expect(body.unassigned).toHaveLength(1999);
    expect(new Set(body.unassigned.map(({ reasons }) => reasons.length))).toEqual(new Set([50]));
    expect(body.unassigned[0]!.other_vehicles).toEqual([{ code: "capacity", count: 10 }]);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { unpackTexts } from "~/db/packed-texts.server";
import type { RoutingQueryRow } from "~/db/tables";
import { startDispatcher } from "~/features/calculations/run/dispatcher.server";
import type { Dispatcher } from "~/features/calculations/run/dispatcher.server";
import { pause } from "~/lib/pause";
import { setServices } from "~/services/container.server";
import type { Services } from "~/services/container.server";
import { setJobRunner } from "~/services/jobs.server";
import { NO_ROADS, testRouting } from "./routing";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool, SolverPoolOptions } from "~/services/solver/solver-pool.server";
import { noTravelCache } from "~/services/routing/travel-cache.server";
import { createCompany, NOW } from "../factories/company";
import type { TestCompany } from "../factories/company";
import { useTestDatabase } from "./databases";
import type { DatabaseKind } from "./databases";
import { testServices } from "./services";

const POLL_MS = 20;

/** The bundles that tests/setup/integration.ts makes. */
export const SOLVER_POOL: SolverPoolOptions = {
  workerDir: "build",
  size: 1,
  threads: 3,
  memoryMb: 2000,
  roads: NO_ROADS,
  cache: () => noTravelCache,
};

/** A plan's settings for a search of a tenth of a second, which is plenty for a dozen stops. */
export const QUICK = { solving_time: 0, exploration: 1 } as const;

/** What a `describe` of tests about calculations works with; ask for everything inside its tests and hooks. */
export interface Calculations {
  db: () => Db;
  /** of this test alone */
  company: () => TestCompany;
  /**
   * takes calculations out of the queue until the test ends; @param other services than the straight lines and the one
   * solver
   */
  start: (other?: Partial<Services>) => Dispatcher;
  services: () => Services;
  /** other services for the commands of this test */
  use: (other: Partial<Services>) => void;
  row: (queryId: number) => Promise<RoutingQueryRow>;
  /** the calculation once it is over */
  ended: (queryId: number) => Promise<RoutingQueryRow>;
  /** once it runs and has a first plan */
  found: (queryId: number) => Promise<RoutingQueryRow>;
}

/** A database and a solver for the tests of a `describe`, and for each test a company, at the time `NOW`. */
export function useCalculations(kind: DatabaseKind): Calculations {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let pool: SolverPool | undefined;
  let company: TestCompany | undefined;
  let dispatchers: Dispatcher[] = [];
  const services = (other: Partial<Services> = {}) =>
    testServices({
      clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) },
      routing: testRouting(),
      ...(pool ? { solver: pool } : {}),
      ...other,
    });

  beforeAll(async () => {
    pool = createSolverPool(SOLVER_POOL);
  });
  afterAll(() => pool?.close());

  beforeEach(async () => {
    setServices(services());
    setDatabase(db());
    company = await createCompany(db());
  });
  afterEach(async () => {
    setJobRunner(undefined);
    for (const dispatcher of dispatchers) await dispatcher.stop();
    dispatchers = [];
    // The next test's dispatcher is to find its own questions alone.
    await db()("routing_queries").whereIn("status", ["queued", "running"]).update({ status: "cancelled" });
    setServices(undefined);
    setDatabase(undefined);
  });

  const row = async (queryId: number) => {
    const found = await db()("routing_queries").where({ id: queryId }).first();
    if (found === undefined) throw new Error(`There is no calculation ${queryId}.`);
    return unpackTexts("routing_queries", found);
  };
  async function until(queryId: number, ready: (query: RoutingQueryRow) => boolean): Promise<RoutingQueryRow> {
    for (;;) {
      const query = await row(queryId);
      if (ready(query)) return query;
      await pause(POLL_MS);
    }
  }
  return {
    db,
    company: () => {
      if (company === undefined) throw new Error("The company is made in beforeEach: ask for it inside a test.");
      return company;
    },
    start: (other) => {
      const dispatcher = startDispatcher(db(), services(other));
      setJobRunner(dispatcher);
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    services: () => services(),
    use: (other) => setServices(services(other)),
    row,
    ended: (queryId) => until(queryId, ({ status }) => status !== "queued" && status !== "running"),
    found: (queryId) => until(queryId, ({ status, incumbent_cost: cost }) => status === "running" && cost !== null),
  };
}

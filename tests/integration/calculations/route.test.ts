import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { calculateRoute } from "~/features/calculations/commands/calculate-route.server";
import { startDispatcher } from "~/features/calculations/run/dispatcher.server";
import type { Dispatcher } from "~/features/calculations/run/dispatcher.server";
import { setServices } from "~/services/container.server";
import { straightLineEngine } from "~/services/routing/straight-line";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { createCompany, createPlan, createRoute, createVehicle, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { ensureSolverBundles } from "../../../scripts/lib/bundles.mjs";

let pool: SolverPool;
beforeAll(async () => {
  await ensureSolverBundles();
  pool = createSolverPool({ workerFile: path.resolve("build/solver-worker.js"), size: 1 });
});
afterAll(() => pool.close());

describe.each(databases())("the recalculation of one route on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let dispatcher: Dispatcher | null = null;
  let company: TestCompany;
  let session: CompanySession;

  beforeEach(async () => {
    const services = testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) }, routing: straightLineEngine(1.3), solver: pool });
    setServices(services);
    useDatabase(db());
    company = await createCompany(db());
    session = sessionOf(company, { isOwner: true }, company.ownerId);
    dispatcher = startDispatcher(db(), services);
  });
  afterEach(async () => {
    await dispatcher?.stop();
    setServices(undefined);
    useDatabase(undefined);
  });

  const ended = async (id: number) => {
    for (;;) {
      const row = (await db()("routing_queries").where({ id }).first())!;
      if (row.status !== "queued" && row.status !== "running") return row;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const order = async (routeId: number) => (await db()("routing_visits").where({ route_id: routeId }).whereIn("type", ["D", "P"]).orderBy("position").pluck("id")) as number[];

  /** Two routes, the first of which zigzags to the north, and a stop that nobody serves. */
  async function zigzag() {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId, solving_time: 1 });
    const routeOf = async (position: number) =>
      createRoute(db(), company.companyId, planId, { vehicle_id: await createVehicle(db(), company.companyId, {}), position, status: 2, warehouse_id: company.warehouseId });
    const [first, second] = [await routeOf(1), await routeOf(2)];
    const stop = (routeId: number | null, lat: number, position: number) => ({ plan_id: planId, route_id: routeId, status: routeId === null ? 1 : 2, name: `Stop ${lat}`, lat, lng: 9.52, position });
    const ids = await createVisits(db(), company.companyId, [stop(first, 47.3, 1), stop(first, 47.16, 2), stop(first, 47.25, 3), stop(first, 47.2, 4), stop(second, 47.21, 1), stop(second, 47.15, 2), stop(null, 47.22, 1000)]);
    return { planId, first, second, empty: await routeOf(3), ids };
  }

  it("finds the best order of its own stops and leaves everything else as it is", async () => {
    const { planId, first, second, ids } = await zigzag();
    const { queryId } = await calculateRoute(session, { routeId: first, tab: "t" });
    expect(await ended(queryId)).toMatchObject({ status: "done", type: 2, plan_id: planId });
    expect(await order(first)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
    expect((await db()("routing_routes").where({ id: first }).first())!).toMatchObject({ query_id: queryId, status: 2 });
    expect(await order(second)).toEqual([ids[4], ids[5]]);
    expect((await db()("routing_visits").where({ id: ids[6] }).first())!).toMatchObject({ route_id: null, unserved_reason: null });
  });

  it("leaves locked, completed and empty routes alone, and other companies' and drivers' hands off", async () => {
    const { first, second, empty } = await zigzag();
    await db()("routing_routes").where({ id: first }).update({ is_locked: 1 });
    await expect(calculateRoute(session, { routeId: first })).rejects.toMatchObject({ code: "route.locked", status: 409 });
    await db()("routing_routes").where({ id: second }).update({ status: 5 });
    await expect(calculateRoute(session, { routeId: second })).rejects.toMatchObject({ code: "route.completed", status: 409 });
    await expect(calculateRoute(session, { routeId: empty })).rejects.toMatchObject({ code: "route.no_visits", status: 409 });
    const other = await createCompany(db());
    await expect(calculateRoute(sessionOf(other, { isOwner: true }, other.ownerId), { routeId: first })).rejects.toMatchObject({ status: 404 });
    await expect(calculateRoute(sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId), { routeId: first })).rejects.toMatchObject({ status: 403 });
    expect(await db()("routing_queries").where({ company_id: company.companyId })).toEqual([]);
  });
});

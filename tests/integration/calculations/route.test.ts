import { beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { calculateRoute } from "~/features/calculations/commands/calculate-route.server";
import { createCompany, createPlan, createRoute, createVehicle, createVisits } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("the recalculation of one route on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, ended } = world;
  let company: TestCompany;
  let session: CompanySession;

  beforeEach(() => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
    world.start();
  });

  const order = async (routeId: number) =>
    (await db()("routing_visits")
      .where({ route_id: routeId })
      .whereIn("type", ["D", "P"])
      .orderBy("position")
      .pluck("id")) as number[];

  /** Two routes, the first of which zigzags to the north, and a stop that nobody serves. */
  async function zigzag() {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId, ...QUICK });
    const routeOf = async (position: number) =>
      createRoute(db(), company.companyId, planId, {
        vehicle_id: await createVehicle(db(), company.companyId, {}),
        position,
        status: 2,
        warehouse_id: company.warehouseId,
      });
    const [first, second] = [await routeOf(1), await routeOf(2)];
    const stop = (routeId: number | null, lat: number, position: number) => ({
      plan_id: planId,
      route_id: routeId,
      status: routeId === null ? 1 : 2,
      name: `Stop ${lat}`,
      lat,
      lng: 9.52,
      position,
    });
    const ids = await createVisits(db(), company.companyId, [
      stop(first, 47.3, 1),
      stop(first, 47.16, 2),
      stop(first, 47.25, 3),
      stop(first, 47.2, 4),
      stop(second, 47.21, 1),
      stop(second, 47.15, 2),
      stop(null, 47.22, 1000),
    ]);
    return { planId, first, second, empty: await routeOf(3), ids };
  }

  it("finds the best order of its own stops and leaves everything else as it is", async () => {
    const { planId, first, second, ids } = await zigzag();
    const { queryId } = await calculateRoute(session, { routeId: first, tab: "t" });
    expect(await ended(queryId)).toMatchObject({ status: "done", type: 2, plan_id: planId });
    expect(await order(first)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
    expect((await db()("routing_routes").where({ id: first }).first())!).toMatchObject({
      query_id: queryId,
      status: 2,
    });
    expect(await order(second)).toEqual([ids[4], ids[5]]);
    expect((await db()("routing_visits").where({ id: ids[6] }).first())!).toMatchObject({
      route_id: null,
      unserved_reason: null,
    });
  });

  it("leaves locked, completed and empty routes alone, and other companies' and drivers' hands off", async () => {
    const { first, second, empty } = await zigzag();
    await db()("routing_routes").where({ id: first }).update({ is_locked: 1 });
    await expect(calculateRoute(session, { routeId: first })).rejects.toMatchObject({
      code: "route.locked",
      status: 409,
    });
    await db()("routing_routes").where({ id: second }).update({ status: 5 });
    await expect(calculateRoute(session, { routeId: second })).rejects.toMatchObject({
      code: "route.completed",
      status: 409,
    });
    await expect(calculateRoute(session, { routeId: empty })).rejects.toMatchObject({
      code: "route.no_visits",
      status: 409,
    });
    const other = await createCompany(db());
    await expect(
      calculateRoute(sessionOf(other, { isOwner: true }, other.ownerId), { routeId: first }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      calculateRoute(sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId), {
        routeId: first,
      }),
    ).rejects.toMatchObject({ status: 403 });
    expect(await db()("routing_queries").where({ company_id: company.companyId })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { insertMember, updateMember } from "~/db/repositories/members.server";
import { listPlans, removePlan, updatePlan } from "~/db/repositories/plans.server";
import {
  differenceOfCalculation,
  discardProposals,
  insertQueuedCalculation,
  findCalculationHead,
  listOpenCalculationsOfPlan,
  listCalculationHistory,
  requestCancel,
  updateCalculation,
} from "~/db/repositories/calculations.server";
import {
  findRoute,
  getRoute,
  listOpenRoutesWith,
  listRoutesByStatus,
  listRoutesOfDriver,
  listRoutesOfPlan,
  removeRoutes,
  restoreRoutes,
  updateRoutes,
} from "~/db/repositories/routes.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { countVisitsWithoutPlan, visitCountsByPlan, visitCountsOfRoutes } from "~/db/repositories/visit-counts.server";
import {
  listFailedVisits,
  listShownVisitsOfPlan,
  listUnscheduledVisits,
  listVisitsOfPlan,
  lockVisitsWithoutPlan,
} from "~/db/repositories/plan-visits.server";
import { findVisit, removeVisits, restoreVisits, updateVisits } from "~/db/repositories/visits.server";
import {
  createCompany,
  createPlan,
  createRoute,
  createVehicle,
  createVisits,
  createWarehouse,
  NOW,
} from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

/** Every change names its rows: their neighbours in the same company stay as they are. */
describe.each(databases())("what is changed is what was named, on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("routes, and none beside them; all of them or none", async () => {
    const { db } = database();
    const { companyId, planId, routeId } = await createCompany(db);
    const second = await createRoute(db, companyId, planId, { position: 1 });
    await updateRoutes(db, companyId, [{ id: routeId, cost: 5 }], LATER);
    expect(await getRoute(db, companyId, routeId)).toMatchObject({ cost: 5, version: 2, updated_at: LATER });
    expect(await getRoute(db, companyId, second)).toMatchObject({ cost: 0, version: 1, updated_at: NOW });
    await updateRoutes(db, companyId, [], LATER);
    await expect(
      updateRoutes(
        db,
        companyId,
        [
          { id: second, cost: 1 },
          { id: 999_999, cost: 1 },
        ],
        LATER,
      ),
    ).rejects.toMatchObject({ status: 404 });
    expect((await getRoute(db, companyId, second)).cost).toBe(0);
  });

  it("routes removed and restored, one of two", async () => {
    const { db } = database();
    const { companyId, planId, routeId } = await createCompany(db);
    const second = await createRoute(db, companyId, planId, { position: 1 });
    await removeRoutes(db, companyId, [second, second], LATER);
    expect(idsOf(await listRoutesOfPlan(db, companyId, planId))).toEqual([routeId]);
    await expect(restoreRoutes(db, companyId, [routeId], LATER)).rejects.toMatchObject({ status: 404 });
    await restoreRoutes(db, companyId, [second, second], "2026-11-21 08:00:00");
    expect(await findRoute(db, companyId, second)).toMatchObject({
      deleted_at: null,
      updated_at: "2026-11-21 08:00:00",
    });
    expect(idsOf(await listRoutesOfPlan(db, companyId, planId))).toEqual([routeId, second]);
    await expect(removeRoutes(db, companyId, [second, 999_999], LATER)).rejects.toMatchObject({
      status: 404,
      message: "Route not found",
    });
  });

  it("a driver's routes by status, newest day first; the company's by status, earliest first", async () => {
    const { db } = database();
    const { companyId, planId, routeId, driverId, vehicleId } = await createCompany(db);
    const on = async (date: string, status: number) =>
      createRoute(db, companyId, await createPlan(db, companyId, { service_date: date }), {
        driver_id: driverId,
        vehicle_id: vehicleId,
        status,
      });
    const [before, after] = [await on("2026-11-20", 3), await on("2026-11-25", 4)];
    await createRoute(db, companyId, planId, {});
    const ids = async (filter: Parameters<typeof listRoutesOfDriver>[3]) =>
      idsOf(await listRoutesOfDriver(db, companyId, driverId, filter));
    expect(await ids({})).toEqual([after, routeId, before]);
    expect(await ids({ from: "2026-11-23" })).toEqual([after, routeId]);
    expect(await ids({ to: "2026-11-23" })).toEqual([routeId, before]);
    expect(await ids({ statuses: [3] })).toEqual([before]);
    expect(await ids({ limit: 1 })).toEqual([after]);
    expect(idsOf(await listRoutesByStatus(db, companyId, [3, 4]))).toEqual([before, after]);
    expect(idsOf(await listRoutesByStatus(db, companyId, [3, 4], { limit: 1 }))).toEqual([before]);
    expect((await listRoutesByStatus(db, companyId, [4]))[0]).toMatchObject({
      plan_title: "Plan",
      service_date: "2026-11-25",
      vehicle_title: "Van",
      driver_name: "Dora",
    });
    await removePlan(db, companyId, planId, LATER);
    expect(await ids({})).toEqual([after, before]);
  });

  it("routes still to be driven, with some vehicles, or from a warehouse, from a day on", async () => {
    const { db } = database();
    const { companyId, planId, routeId, vehicleId, warehouseId } = await createCompany(db);
    const [van, north] = [
      await createVehicle(db, companyId, {}),
      await createWarehouse(db, companyId, { title: "North" }),
    ];
    const ofPlan = await createRoute(db, companyId, planId, { vehicle_id: van });
    const elsewhere = await createRoute(db, companyId, planId, { warehouse_id: north, vehicle_id: van });
    await createRoute(db, companyId, planId, { vehicle_id: vehicleId, status: 5 });
    await createRoute(db, companyId, await createPlan(db, companyId, { service_date: "2026-11-22" }), {
      vehicle_id: vehicleId,
    });
    const gone = await createPlan(db, companyId);
    await createRoute(db, companyId, gone, { vehicle_id: vehicleId });
    await db("routing_plans").where({ id: gone }).update({ deleted_at: NOW });
    const open = async (what: Parameters<typeof listOpenRoutesWith>[2]) =>
      idsOf(await listOpenRoutesWith(db, companyId, what, "2026-11-23"));
    expect(await open({ vehicleIds: [vehicleId] })).toEqual([routeId]);
    expect(await open({ vehicleIds: [vehicleId, van] })).toEqual([routeId, ofPlan, elsewhere]);
    expect(await open({ warehouseId })).toEqual([routeId, ofPlan]);
    expect(await open({ warehouseId: north })).toEqual([elsewhere]);
    expect(await listOpenRoutesWith(db, companyId, { vehicleIds: [van] }, "2026-11-24")).toEqual([]);
    expect((await listOpenRoutesWith(db, companyId, { warehouseId: north }, "2026-11-23"))[0]).toEqual({
      id: elsewhere,
      plan_id: planId,
      vehicle_id: van,
    });
  });

  it("visits changed, removed and restored, and none beside them", async () => {
    const { db } = database();
    const { companyId, planId, visitIds } = await createCompany(db);
    const [first, second, third] = visitIds as [number, number, number];
    await updateVisits(db, companyId, [], LATER);
    await updateVisits(
      db,
      companyId,
      [
        { id: first, name: "Changed" },
        { id: first, name: "Changed" },
      ],
      LATER,
    );
    expect([(await findVisit(db, companyId, first))?.name, (await findVisit(db, companyId, second))?.name]).toEqual([
      "Changed",
      "Stop 2",
    ]);
    await removeVisits(db, companyId, [first, first], LATER);
    await expect(updateVisits(db, companyId, [{ id: first, name: "x" }], LATER)).rejects.toMatchObject({ status: 404 });
    await expect(db.transaction((trx) => restoreVisits(trx, companyId, [first, second], LATER))).rejects.toMatchObject({
      status: 404,
    });
    await restoreVisits(db, companyId, [first], LATER);
    await restoreVisits(db, companyId, [], LATER);
    expect(idsOf(await listVisitsOfPlan(db, companyId, planId))).toEqual([third, first, second]);
  });

  it("many rows named at once, over a thousand", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const ids = await createVisits(
      db,
      companyId,
      Array.from({ length: 2001 }, () => ({ plan_id: planId })),
    );
    const asked = [ids[2000]!, ids[0]!, ids[1000]!, ids[999]!, ids[2000]!];
    expect(idsOf(await getByIds(db, "routing_visits", companyId, asked))).toEqual(asked.slice(0, 4));
    expect(idsOf(await getByIds(db, "routing_visits", companyId, ids))).toEqual(ids);
    await removeVisits(db, companyId, ids, LATER);
    expect(await listVisitsOfPlan(db, companyId, planId)).toHaveLength(3);
    await restoreVisits(db, companyId, ids, LATER);
    expect(await listVisitsOfPlan(db, companyId, planId)).toHaveLength(2004);
  });

  it("visits of a plan in the order of the road, of every route", async () => {
    const { db } = database();
    const { companyId, warehouseId } = await createCompany(db);
    const planId = await createPlan(db, companyId);
    const [a, b] = [await createRoute(db, companyId, planId, {}), await createRoute(db, companyId, planId, {})];
    const elsewhere = await createPlan(db, companyId);
    const ids = await createVisits(db, companyId, [
      { plan_id: planId, route_id: b, position: 2, status: 2 },
      { plan_id: planId, route_id: b, position: 1, label_position: 2, status: 2 },
      { plan_id: planId, route_id: b, position: 1, label_position: 1, status: 2 },
      { plan_id: planId, route_id: a, position: 9, status: 5 },
      { plan_id: planId, route_id: a, position: 9, status: 1 },
      { plan_id: planId, position: 5 },
      { plan_id: elsewhere, status: 5 },
      { warehouse_id: warehouseId },
    ]);
    const inOrder = [5, 3, 4, 2, 1, 0].map((index) => ids[index]);
    expect(idsOf(await listVisitsOfPlan(db, companyId, planId))).toEqual(inOrder);
    expect(idsOf(await listShownVisitsOfPlan(db, companyId, planId))).toEqual(inOrder);
    expect(idsOf(await listUnscheduledVisits(db, companyId, planId))).toEqual([ids[5], ids[4]]);
    expect(idsOf(await listFailedVisits(db, companyId, planId))).toEqual([ids[3]]);
    expect(idsOf(await lockVisitsWithoutPlan(db, companyId, warehouseId))).toEqual([ids[7]]);
    expect((await visitCountsByPlan(db, companyId, [planId, elsewhere])).get(planId)).toEqual({
      all: 6,
      scheduled: 4,
      delivered: 0,
      failed: 1,
      unscheduled: 2,
      unscheduled_in_routes: 1,
    });
    expect(await visitCountsOfRoutes(db, companyId, [a])).toEqual(
      new Map([[a, { all: 2, scheduled: 1, delivered: 0, failed: 1, unscheduled: 1, unscheduled_in_routes: 1 }]]),
    );
    expect([
      (await visitCountsByPlan(db, companyId, [])).size,
      (await visitCountsOfRoutes(db, companyId, [])).size,
    ]).toEqual([0, 0]);
  });

  it("visits that wait are counted by warehouse, without marks", async () => {
    const { db } = database();
    const { companyId, warehouseId, planId } = await createCompany(db);
    await createVisits(db, companyId, [
      { warehouse_id: warehouseId },
      { warehouse_id: warehouseId, type: "P" },
      {},
      { warehouse_id: warehouseId, type: "B" },
      { warehouse_id: warehouseId, plan_id: planId },
    ]);
    const counts = await countVisitsWithoutPlan(db, companyId);
    expect(counts.sort((a, b) => (a.warehouseId ?? 0) - (b.warehouseId ?? 0))).toEqual([
      { warehouseId: null, count: 1 },
      { warehouseId, count: 2 },
    ]);
    const delivered = await createPlan(db, companyId);
    const onRoute = await createRoute(db, companyId, delivered, {});
    await createVisits(db, companyId, [
      { plan_id: delivered, route_id: onRoute, status: 4 },
      { plan_id: delivered, route_id: onRoute, status: 4 },
      { plan_id: delivered, status: 4 },
      { plan_id: delivered, status: 5 },
    ]);
    expect((await visitCountsByPlan(db, companyId, [delivered])).get(delivered)).toEqual({
      all: 4,
      scheduled: 2,
      delivered: 2,
      failed: 0,
      unscheduled: 2,
      unscheduled_in_routes: 0,
    });
  });

  it("one plan of several, with its own routes and visits", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds } = await createCompany(db);
    const second = await createPlan(db, companyId, { title: "Second" });
    const route = await createRoute(db, companyId, second, {});
    const [visit] = await createVisits(db, companyId, [{ plan_id: second }]);
    await removePlan(db, companyId, second, LATER);
    expect([(await findRoute(db, companyId, routeId))?.id, (await findVisit(db, companyId, visitIds[0]!))?.id]).toEqual(
      [routeId, visitIds[0]],
    );
    expect([await findRoute(db, companyId, route), await findVisit(db, companyId, visit!)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await updatePlan(db, companyId, planId, 1, { title: "First" }, LATER)).toBe(2);
    expect((await listPlans(db, companyId)).rows.map((row) => row.title)).toEqual(["First"]);
    await expect(updatePlan(db, companyId, second, null, {}, LATER)).rejects.toMatchObject({
      status: 404,
      code: "not_found",
    });
    const empty = await createPlan(db, companyId, { title: "Empty" });
    expect((await listPlans(db, companyId, { search: "Empty" })).rows[0]).toMatchObject({
      id: empty,
      routes: [],
      counts: { all: 0, scheduled: 0, delivered: 0, failed: 0, unscheduled: 0, unscheduled_in_routes: 0 },
    });
  });

  it("calculations of one plan, of one row, and proposals alone", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const other = await createPlan(db, companyId);
    const country = ((await db("countries").where({ code: "LI" }).first("id")) as { id: number }).id;
    const queue = (plan: number, difference: string | null = null) =>
      insertQueuedCalculation(db, companyId, { input: "{}", plan_id: plan, plan_version: 1, difference }, NOW);
    const [waiting, proposed, elsewhere] = [
      await queue(planId),
      await queue(planId, '["mine"]'),
      await queue(other, '["theirs"]'),
    ];
    await updateCalculation(db, companyId, proposed, { status: "proposed" }, NOW);
    await updateCalculation(db, companyId, elsewhere, { status: "proposed", country_id: country }, NOW);
    expect([
      await differenceOfCalculation(db, companyId, waiting),
      await differenceOfCalculation(db, companyId, elsewhere),
      await differenceOfCalculation(db, companyId, 999_999),
    ]).toEqual([null, '["theirs"]', undefined]);
    expect(idsOf(await listOpenCalculationsOfPlan(db, companyId, planId))).toEqual([waiting]);
    expect(idsOf((await listCalculationHistory(db, companyId, { planId })).rows)).toEqual([proposed, waiting]);
    expect(idsOf((await listCalculationHistory(db, companyId, { countryId: country })).rows)).toEqual([elsewhere]);
    await discardProposals(db, companyId, planId, LATER);
    const statuses = async () =>
      Promise.all(
        [waiting, proposed, elsewhere].map(async (id) => (await findCalculationHead(db, companyId, id))?.status),
      );
    expect(await statuses()).toEqual(["queued", "discarded", "proposed"]);
    const later = await queue(planId);
    await db("routing_queries").where({ id: later }).update({ status: "running" });
    expect(await requestCancel(db, companyId, later, LATER)).toBe("requested");
    expect([
      (await findCalculationHead(db, companyId, waiting))?.cancel_requested,
      (await findCalculationHead(db, companyId, later))?.cancel_requested,
    ]).toEqual([0, 1]);
    expect(await requestCancel(db, companyId, proposed, LATER)).toBe("finished");
  });

  it("members with their address as it is compared, and the rest as it was", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const id = await insertMember(db, companyId, { name: "Mia", email: "  Mia@X.example " }, NOW);
    expect(await db("company_members").where({ id }).first()).toMatchObject({ name: "Mia", email: "mia@x.example" });
    await updateMember(db, companyId, id, { surname: "Beck" }, LATER);
    expect(await db("company_members").where({ id }).first()).toMatchObject({
      name: "Mia",
      surname: "Beck",
      email: "mia@x.example",
    });
    await updateMember(db, companyId, id, { email: " MIA@Y.example", phone: "1" }, LATER);
    expect(await db("company_members").where({ id }).first()).toMatchObject({
      email: "mia@y.example",
      phone: "1",
      updated_at: LATER,
    });
  });

  it("warehouses and vehicles, of which each keeps its own fields", async () => {
    const { db } = database();
    const { companyId, warehouseId } = await createCompany(db);
    const [north, van] = [
      await createWarehouse(db, companyId, { title: "North", external_id: `N-${kind}` }),
      await createVehicle(db, companyId, { title: "Spare" }),
    ];
    await expect(createVehicle(db, companyId, { warehouse_id: 999_999 })).rejects.toMatchObject({
      status: 404,
      message: "Warehouse not found",
    });
    await expect(
      createRoute(db, companyId, await createPlan(db, companyId), { vehicle_id: van, driver_id: 999_999 }),
    ).rejects.toMatchObject({ status: 404, message: "Member not found" });
    expect([
      (await db("warehouses").where({ id: north }).first())?.title,
      (await db("warehouses").where({ id: warehouseId }).first())?.title,
    ]).toEqual(["North", "Depot"]);
  });
});

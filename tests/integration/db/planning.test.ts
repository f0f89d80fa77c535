import { describe, expect, it } from "vitest";
import { planFromRow, routeFromRow, vehicleFromRow, visitFromRow, warehouseFromRow } from "~/db/codecs.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import {
  getPlan,
  insertPlan,
  listPlans,
  planTitlesAmong,
  removePlan,
  updatePlan,
} from "~/db/repositories/plans.server";
import {
  getRoute,
  listRoutesOfDriver,
  listRoutesOfPlan,
  removeRoutes,
  updateRoutes,
} from "~/db/repositories/routes.server";
import { getVehicle } from "~/db/repositories/vehicles.server";
import { visitCountsByRoute } from "~/db/repositories/visit-counts.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { getVisit, updateVisit, updateVisits } from "~/db/repositories/visits.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { withTransaction } from "~/db/transaction.server";
import { planningChanges } from "~/domain/changes";
import type { AppError } from "~/lib/errors";
import { createCompany, createPlan, createRoute, createVisits, createWarehouse, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";

describe.each(databases())("plans and routes on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("list plans with counts, dots, search, filters and pages", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds, warehouseId } = await createCompany(db);
    await updateVisits(
      db,
      companyId,
      [
        { id: visitIds[0]!, status: 4 },
        { id: visitIds[1]!, status: 5 },
      ],
      LATER,
    );
    await createVisits(db, companyId, [
      { plan_id: planId, type: "S", route_id: routeId },
      { plan_id: planId, type: "E", route_id: routeId },
      { plan_id: planId, route_id: routeId, status: 1 },
    ]);
    // A stored status without a route counts as unscheduled.
    await createVisits(db, companyId, [{ plan_id: planId, status: 2 }]);
    const zurich = await createWarehouse(db, companyId, { title: "Zürich Süd" });
    for (let day = 1; day <= 12; day += 1) {
      await createPlan(db, companyId, {
        title: `Tour ${day}`,
        service_date: `2026-12-${String(day).padStart(2, "0")}`,
        warehouse_id: zurich,
        status: day === 3 ? 5 : 1,
      });
    }
    const first = await listPlans(db, companyId, { page: 1, pageSize: 10 });
    expect(first).toMatchObject({ total: 13, pages: 2, page: 1, pageSize: 10 });
    expect(first.rows.map((row) => row.title).slice(0, 3)).toEqual(["Tour 12", "Tour 11", "Tour 10"]);
    const last = await listPlans(db, companyId, { page: 99, pageSize: 10 });
    expect(last.page).toBe(2);
    const plan = last.rows.at(-1);
    expect(plan).toMatchObject({
      id: planId,
      warehouse_title: "Depot",
      routes: [{ id: routeId, position: 0, status: 2 }],
    });
    expect(plan?.counts).toEqual({
      all: 5,
      scheduled: 2,
      delivered: 1,
      failed: 1,
      unscheduled: 3,
      unscheduled_in_routes: 1,
    });
    expect((await visitCountsByRoute(db, companyId, planId)).get(routeId)).toMatchObject({
      all: 3,
      scheduled: 2,
      unscheduled_in_routes: 1,
    });
    const all = (await listPlans(db, companyId, { pageSize: "unpaged" })).rows;
    expect(all).toHaveLength(13);
    const tour = all.find((row) => row.title === "Tour 1")!;
    const toursOwn = await createRoute(db, companyId, tour.id, {});
    const routesOf = async (id: number) =>
      (await listPlans(db, companyId, { pageSize: "unpaged" })).rows
        .find((row) => row.id === id)
        ?.routes.map((route) => route.id);
    expect([await routesOf(tour.id), await routesOf(planId)]).toEqual([[toursOwn], [routeId]]);
    expect((await listPlans(db, companyId, { search: "zürich" })).total).toBe(12);
    expect((await listPlans(db, companyId, { search: "ZÜRICH" })).total).toBe(12);
    expect((await listPlans(db, companyId, { search: "100%" })).total).toBe(0);
    expect((await listPlans(db, companyId, { search: "tour_1" })).total).toBe(0);
    expect((await listPlans(db, companyId, { status: 5 })).rows.map((row) => row.title)).toEqual(["Tour 3"]);
    expect((await listPlans(db, companyId, { warehouseId })).total).toBe(1);
    expect(
      (await listPlans(db, companyId, { from: "2026-12-05", to: "2026-12-06", order: "asc" })).rows.map(
        (row) => row.title,
      ),
    ).toEqual(["Tour 5", "Tour 6"]);
    const today = await listPlans(db, companyId, { pageSize: "unpaged", order: { todayFirst: "2026-12-10" } });
    expect(today.rows.map((row) => row.title).slice(0, 5)).toEqual([
      "Tour 10",
      "Tour 11",
      "Tour 12",
      "Tour 9",
      "Tour 8",
    ]);
    expect((await planTitlesAmong(db, companyId, ["Tour 3", "Tour 4", "Tour 99"])).sort()).toEqual([
      "Tour 3",
      "Tour 4",
    ]);
    expect(await planTitlesAmong(db, (await createCompany(db)).companyId, ["Tour 3"])).toEqual([]);
  });

  it("count the visits of a list of plans from an index alone", async () => {
    const { db } = database();
    const { planId } = await createCompany(db);
    const sql =
      "SELECT plan_id, status, count(*) FROM routing_visits " +
      "WHERE plan_id IN (?) AND deleted_at IS NULL AND type IN ('D','P') " +
      "GROUP BY plan_id, status, CASE WHEN route_id IS NULL THEN 1 ELSE 0 END";
    const explained: unknown = await db.raw(`${kind === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN"} ${sql}`, [planId]);
    expect(JSON.stringify(explained)).toMatch(
      kind === "sqlite"
        ? /USING COVERING INDEX routing_visits_plan_counts_index/
        : /routing_visits_plan_counts_index.*Using index/,
    );
  });

  it("refuse a stale change of a plan and say what changed", async () => {
    const { db } = database();
    const { companyId, planId, ownerId } = await createCompany(db);
    expect(await updatePlan(db, companyId, planId, 1, { title: "First" }, LATER)).toBe(2);
    await recordPlanChange(
      db,
      companyId,
      {
        planId,
        userId: ownerId,
        kind: "plan.rename",
        planVersion: 2,
        before: { title: "Plan" },
        after: { title: "First" },
      },
      LATER,
    );
    const elsewhere = await createPlan(db, companyId, {});
    await recordPlanChange(
      db,
      companyId,
      { planId: elsewhere, userId: ownerId, kind: "plan.rename", planVersion: 2, before: {}, after: {} },
      LATER,
    );
    const conflict = await updatePlan(db, companyId, planId, 1, { title: "Second" }, LATER).catch(
      (error: AppError) => error,
    );
    expect(conflict).toMatchObject({
      code: "plan.changed",
      status: 409,
      details: {
        expectedVersion: 1,
        version: 2,
        changes: [{ kind: "plan.rename", user_id: ownerId, plan_version: 2 }],
      },
    });
    expect((conflict as AppError & { details: { changes: unknown[] } }).details.changes).toHaveLength(1);
    expect((await getPlan(db, companyId, planId)).title).toBe("First");
    expect(await updatePlan(db, companyId, planId, null, { title: "Third" }, LATER)).toBe(3);
    await expect(updatePlan(db, companyId, 999_999, 1, {}, LATER)).rejects.toMatchObject({ status: 404 });
  });

  it("remove a plan with its routes and visits", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds } = await createCompany(db);
    await removePlan(db, companyId, planId, LATER);
    await expect(getPlan(db, companyId, planId)).rejects.toMatchObject({ status: 404 });
    await expect(getRoute(db, companyId, routeId)).rejects.toMatchObject({ status: 404 });
    await expect(getVisit(db, companyId, visitIds[0]!)).rejects.toMatchObject({ status: 404 });
    await expect(updatePlan(db, companyId, planId, null, { title: "x" }, LATER)).rejects.toMatchObject({ status: 404 });
    expect((await db("routing_visits").where({ id: visitIds[0]! }).first())?.deleted_at).toBe(LATER);
  });

  it("change routes, one and many", async () => {
    const { db } = database();
    const { companyId, planId, routeId, driverId } = await createCompany(db);
    const second = await createRoute(db, companyId, planId, { position: 1 });
    await updateRoutes(db, companyId, [{ id: routeId, status: 3, is_locked: 1 }], LATER);
    await updateRoutes(
      db,
      companyId,
      [
        { id: routeId, cost: 12.5, start_time: LATER },
        { id: second, distance: 1200 },
      ],
      LATER,
    );
    expect(await getRoute(db, companyId, routeId)).toMatchObject({
      status: 3,
      is_locked: 1,
      cost: 12.5,
      start_time: LATER,
      distance: 0,
      version: 3,
    });
    expect(await getRoute(db, companyId, second)).toMatchObject({
      cost: 0,
      start_time: null,
      distance: 1200,
      version: 2,
      updated_at: LATER,
    });
    expect((await listRoutesOfPlan(db, companyId, planId)).map((route) => route.id)).toEqual([routeId, second]);
    expect(
      await listRoutesOfDriver(db, companyId, driverId, { from: "2026-11-23", to: "2026-11-23", statuses: [3, 4] }),
    ).toMatchObject([{ id: routeId, plan_title: "Plan", service_date: "2026-11-23" }]);
    await removeRoutes(db, companyId, [second], LATER);
    expect(await listRoutesOfPlan(db, companyId, planId)).toHaveLength(1);
  });

  it("save what a rule decided, as one", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds } = await createCompany(db);
    const emptyRoute = await createRoute(db, companyId, planId, { position: 1 });
    const template = visitFromRow(await getVisit(db, companyId, visitIds[0]!));
    const { id: _id, createdAt: _created, updatedAt: _updated, ...start } = template;
    const changes = planningChanges({
      plan: { id: planId, set: { status: 2, vehicleSettings: { hasBreaks: true, workHourStart: "07:30" } } },
      routes: [
        { id: routeId, set: { isLocked: true, violations: [{ code: "overtime", amount: 60, message: "late" }] } },
      ],
      visits: [{ id: visitIds[2]!, set: { routeId, position: 3, status: 2 } }],
      createVisits: [{ ...start, type: "S", name: "Start", position: 0 }],
      removeVisitIds: [visitIds[1]!],
      removeRouteIds: [emptyRoute],
    });
    const saved = await withTransaction(db, (trx) => savePlanningChanges(trx, companyId, planId, 1, changes, LATER));
    expect(saved.version).toBe(2);
    const visits = await listVisitsOfRoute(db, companyId, routeId);
    expect(visits.map((visit) => visit.id)).toEqual([saved.createdVisitIds[0], visitIds[0], visitIds[2]]);
    expect(routeFromRow(await getRoute(db, companyId, routeId))).toMatchObject({
      isLocked: true,
      violations: [{ code: "overtime", amount: 60, message: "late" }],
      version: 2,
    });
    const plan = await getPlan(db, companyId, planId);
    expect(JSON.parse(plan.vehicle_settings ?? "")).toEqual({ has_breaks: 1, work_hour_start: "07:30" });
    expect(planFromRow(plan)).toMatchObject({
      status: 2,
      vehicleSettings: { hasBreaks: true, workHourStart: "07:30" },
      avoidTolls: true,
    });
    await expect(
      withTransaction(db, (trx) => savePlanningChanges(trx, companyId, planId, 1, changes, LATER)),
    ).rejects.toMatchObject({ code: "plan.changed" });
    expect(await savePlanningChanges(db, companyId, planId, 1, planningChanges(), LATER)).toEqual({
      version: 2,
      createdVisitIds: [],
      createdRouteIds: [],
    });
  });

  it("show rows to the rules with every field that the rules know", async () => {
    const { db } = database();
    const { companyId, planId, routeId, visitIds, vehicleId, warehouseId } = await createCompany(db);
    await updateVisit(
      db,
      companyId,
      visitIds[0]!,
      { unserved_reason: '{"message":"far","vehicles":[],"suggestion":null}', violations: "[]" },
      NOW,
    );
    expect({
      plan: planFromRow(await getPlan(db, companyId, planId)),
      route: routeFromRow(await getRoute(db, companyId, routeId)),
      visit: visitFromRow(await getVisit(db, companyId, visitIds[0]!)),
      vehicle: vehicleFromRow(await getVehicle(db, companyId, vehicleId)),
      warehouse: warehouseFromRow(await getWarehouse(db, companyId, warehouseId)),
    }).toMatchObject({
      plan: {
        companyId,
        serviceDate: "2026-11-23",
        squashDuration: 1,
        avoidTolls: true,
        avoidHighways: false,
        exploration: 5,
        startLocationType: "W",
        endLocationType: "N",
        vehicleSettings: {},
        queryId: null,
        version: 1,
      },
      route: {
        planId,
        vehicleId,
        isLocked: false,
        vehicleSettings: {},
        violations: [],
        statisticOverdueTime: 0,
        startTime: null,
        serviceDuration: 0,
        waitingDuration: 0,
      },
      visit: {
        routeId,
        startTime: "08:00",
        serviceTime: 5,
        unservedReason: { message: "far" },
        violations: [],
        createdAt: NOW,
        serviceDuration: null,
      },
      vehicle: {
        workHourStart: "08:00",
        workHourEnd: "18:00",
        speedFactor: 1,
        type: "auto",
        maxQuantity: 0,
        breakStart: null,
        parkLocationLat: null,
      },
      warehouse: { lat: 47.141, timeZone: "Europe/Vaduz", countryCode: "LI", status: 1 },
    });
  });

  it("refuse a plan for a warehouse that was removed", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await expect(
      insertPlan(db, companyId, { title: "x", service_date: "2026-11-23", warehouse_id: 999_999 }, NOW),
    ).rejects.toMatchObject({ status: 404, message: "Warehouse not found" });
  });
});

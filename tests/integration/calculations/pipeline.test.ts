import { beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { claimNextAcrossCompanies } from "~/db/repositories/calculation-queue.server";
import { touchPlan } from "~/db/repositories/plans.server";
import { insertSheet } from "~/db/repositories/sheets.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import { cancelCalculation } from "~/features/calculations/commands/cancel-calculation.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { pause } from "~/lib/pause";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import { createCompany, createPlan, createRoute, createVehicle, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, SOLVER_POOL, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { NO_ROADS, NOBODY } from "../../helpers/routing";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("the calculation of a plan on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, row: queryRow, ended, found, start } = world;
  let company: TestCompany;
  let session: CompanySession;

  beforeEach(() => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
  });

  /** A plan of two vans and 60 stops, asked to be searched for so many seconds. */
  async function bigPlan(solvingTime: number): Promise<number> {
    const planId = await createPlan(db(), company.companyId, {
      warehouse_id: company.warehouseId,
      solving_time: solvingTime,
    });
    for (let position = 0; position < 2; position++) {
      const vehicleId = await createVehicle(db(), company.companyId, { driver_id: company.driverId });
      await createRoute(db(), company.companyId, planId, {
        vehicle_id: vehicleId,
        warehouse_id: company.warehouseId,
        position,
      });
    }
    const spread = Array.from({ length: 60 }, (_, index) => ({
      plan_id: planId,
      lat: 47.1 + ((index * 37) % 60) / 600,
      lng: 9.48 + ((index * 17) % 60) / 800,
      start_time: "08:00",
      end_time: "18:00",
    }));
    await createVisits(db(), company.companyId, spread);
    return planId;
  }

  // @spec PC-4.085 PC-4.086 PC-3.32 PC-3.55
  // @spec PC-3.50 PC-3.51 PC-3.52
  it("stores the input, searches in a worker, and puts the checked result into the plan", async () => {
    const planId = await bigPlan(1);
    start();
    const { queryId } = await calculatePlan(session, { planId });
    const row = await ended(queryId);
    expect(row.error_message).toBeNull();
    expect(row).toMatchObject({ status: "done", is_correct_output: 1, type: 2, applied_at: NOW, title: NOW });
    const { fleet } = parseJson<{ fleet: Record<string, object> }>(row.input, { fleet: {} });
    for (const entry of Object.values(fleet)) expect(entry).toHaveProperty("start_location");

    const output = parseJson<CalculationOutput | null>(row.output, null)!;
    expect(output.unassigned).toEqual([]);
    expect(output.summary.routes).toBeGreaterThan(0);
    const visits = await db()("routing_visits").where({ plan_id: planId }).whereIn("type", ["D", "P"]);
    expect(visits).toHaveLength(60);
    for (const visit of visits) {
      expect(visit.status).toBe(2);
      expect(visit.arrival_time).toMatch(/^2026-11-23 /);
    }
    for (const planned of output.routes) {
      const route = (await db()("routing_routes").where({ id: planned.vehicle }).first())!;
      expect(route).toMatchObject({
        status: 2,
        query_id: queryId,
        distance: planned.distance,
        start_time: planned.start,
        finish_time: planned.finish,
        driver_id: company.driverId,
      });
      const order = await db()("routing_visits")
        .where({ route_id: route.id, type: "D" })
        .orderBy("position")
        .pluck("id");
      expect(order).toEqual(planned.steps.filter((step) => step.type === "job").map((step) => step.id));
    }
    expect(await db()("routing_plans").where({ id: planId }).first()).toMatchObject({ query_id: queryId, status: 2 });
    expect(await latestCalculation(session, planId)).toMatchObject({ queryId, status: "done", applied: true });
  });

  it("times the way home anew of a route on the road that loses all its stops", async () => {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId, ...QUICK });
    // One visit at most, which it has served: the rest is the other van's.
    const [full, other] = [
      await createVehicle(db(), company.companyId, { max_quantity: 1 }),
      await createVehicle(db(), company.companyId),
    ];
    const shared = { warehouse_id: company.warehouseId, end_location_type: "W" } as const;
    const routeId = await createRoute(db(), company.companyId, planId, {
      ...shared,
      vehicle_id: full,
      status: 4,
      position: 1,
      distance: 30_000,
      duration: 3000,
      start_time: NOW,
      finish_time: NOW,
    });
    await createRoute(db(), company.companyId, planId, { ...shared, vehicle_id: other, position: 2 });
    const on = { plan_id: planId, route_id: routeId, travel_duration: 600, distance: 6000, service_duration: 300 };
    await createVisits(db(), company.companyId, [
      {
        ...on,
        type: "S",
        name: "Start",
        status: 4,
        position: 0,
        completed_at: NOW,
        lat: 47.141,
        lng: 9.5209,
        travel_duration: 0,
        distance: 0,
        service_duration: 0,
      },
      { ...on, status: 4, position: 1, completed_at: NOW, lat: 47.15, lng: 9.52 },
      { ...on, status: 3, position: 2, lat: 47.2, lng: 9.52 },
      { ...on, status: 3, position: 3, lat: 47.21, lng: 9.52 },
      {
        ...on,
        type: "E",
        name: "End",
        status: 3,
        position: 10_000,
        lat: 47.141,
        lng: 9.5209,
        travel_duration: 1200,
        distance: 12_000,
        service_duration: 0,
      },
    ]);
    start();
    const { queryId } = await calculatePlan(session, { planId });
    expect(await ended(queryId)).toMatchObject({ status: "done", error_message: null });
    const left = await db()("routing_visits").where({ route_id: routeId }).whereNull("deleted_at").orderBy("position");
    expect(left.map((visit) => visit.type)).toEqual(["S", "D", "E"]);
    expect(left[2]!.distance).toBeLessThan(3000);
    const route = await db()("routing_routes").where({ id: routeId }).first();
    expect(route).toMatchObject({
      status: 4,
      distance: 6000 + left[2]!.distance,
      duration: 600 + left[2]!.travel_duration,
      service_duration: 300,
      finish_time: left[2]!.arrival_time,
    });
  });

  it("refuses a plan without vehicles or visits, or of stops that have no coordinates; stores nothing", async () => {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId });
    await expect(calculatePlan(session, { planId })).rejects.toMatchObject({
      code: "calculation.no_routes",
      message: "Add at least one vehicle to the plan.",
    });
    await createRoute(db(), company.companyId, planId, {
      vehicle_id: company.vehicleId,
      warehouse_id: company.warehouseId,
    });
    await expect(calculatePlan(session, { planId })).rejects.toMatchObject({ code: "calculation.no_visits" });
    await createVisits(db(), company.companyId, [{ plan_id: planId, name: "Baker Street", lat: null, lng: null }]);
    await expect(calculatePlan(session, { planId })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("Baker Street"),
    });
    expect(await db()("routing_queries").where({ plan_id: planId })).toEqual([]);
    expect((await db()("routing_plans").where({ id: planId }).first())!.version).toBe(1);
  });

  it("says of a plan whose routes are all locked what is the matter, and stores nothing", async () => {
    await db()("routing_routes").where({ plan_id: company.planId }).update({ is_locked: 1, status: 3 });
    await db()("routing_visits")
      .where({ id: company.visitIds[2]! })
      .update({ route_id: company.routeId, status: 2, position: 3 });
    const message =
      "All 3 visits stand on a route that is locked or completed. 1 of 1 route is locked: " +
      "unlock the routes that are to be calculated, or add a route and visits for it.";
    await expect(calculatePlan(session, { planId: company.planId })).rejects.toMatchObject({
      code: "calculation.locked",
      status: 409,
      message,
    });
    expect(await db()("routing_queries").where({ plan_id: company.planId })).toEqual([]);
  });

  it("notes the newest import into the plan with the calculation", async () => {
    const [first, newest] = [
      await insertSheet(
        db(),
        company.companyId,
        { title: "first.xlsx", plan_id: company.planId, state: "applied" },
        NOW,
      ),
      await insertSheet(
        db(),
        company.companyId,
        { title: "newest.xlsx", plan_id: company.planId, state: "applied" },
        NOW,
      ),
    ];
    await insertSheet(db(), company.companyId, { title: "of another plan.xlsx", state: "applied" }, NOW);
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    expect(await queryRow(queryId)).toMatchObject({ sheet_id: newest });
    expect(first).toBeLessThan(newest);
  });

  it("calculates a plan once at a time, and never another company's", async () => {
    await calculatePlan(session, { planId: company.planId });
    await expect(calculatePlan(session, { planId: company.planId })).rejects.toMatchObject({
      status: 409,
      code: "calculation.running",
    });
    const stranger = await createCompany(db());
    await expect(
      calculatePlan(sessionOf(stranger, { isOwner: true }, stranger.ownerId), { planId: company.planId }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("never overwrites an edit that came while it ran", async () => {
    const planId = await bigPlan(30);
    start();
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    await touchPlan(db(), company.companyId, planId, null, NOW);
    await cancelCalculation(session, { planId });
    expect(await ended(queryId)).toMatchObject({ status: "stale", error_code: "plan.changed", applied_at: null });
    const placed = await db()("routing_visits").where({ plan_id: planId }).whereNotNull("route_id");
    expect(placed).toEqual([]);
  });

  it("stops on request and keeps the best plan so far", async () => {
    const planId = await bigPlan(60);
    start();
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    await cancelCalculation(session, { planId });
    const row = await ended(queryId);
    expect(row).toMatchObject({ status: "cancelled", applied_at: NOW, incumbent_unassigned: 0 });
    expect(await db()("routing_visits").where({ plan_id: planId, status: 2, type: "D" })).toHaveLength(60);
  });

  it("drops a calculation that waits when it is cancelled", async () => {
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    await cancelCalculation(session, { planId: company.planId });
    expect(await queryRow(queryId)).toMatchObject({ status: "cancelled", output: null });
    await expect(cancelCalculation(session, { planId: company.planId })).rejects.toMatchObject({
      status: 409,
      message: "No calculation is running any more.",
    });
    await expect(cancelCalculation(session, { planId: 999_999 })).rejects.toMatchObject({ status: 404 });
  });

  it("goes back to the queue with its best plan when the server stops, and on when it starts again", async () => {
    const planId = await bigPlan(60);
    const first = start();
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    await first.stop();
    const waiting = await queryRow(queryId);
    expect(waiting).toMatchObject({ status: "queued", attempts: 0, locked_by: null });
    expect(parseJson<unknown[]>(waiting.checkpoint, []).length).toBeGreaterThan(0);
    start();
    await found(queryId);
    await cancelCalculation(session, { planId });
    expect(await ended(queryId)).toMatchObject({ status: "cancelled", applied_at: NOW });
  });

  it("takes over what a killed process left behind", async () => {
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    const before = "2026-11-21 05:00:00";
    const claimed = await claimNextAcrossCompanies(db(), "a process that is gone", before);
    expect(claimed?.id).toBe(queryId);
    start();
    expect(await ended(queryId)).toMatchObject({ status: "done", attempts: 2, applied_at: NOW });
  });

  it("writes its best plan down while it runs, for the case that it is killed", async () => {
    const planId = await bigPlan(60);
    start();
    const { queryId } = await calculatePlan(session, { planId });
    await found(queryId);
    let row = await queryRow(queryId);
    for (; row.checkpoint === null; row = await queryRow(queryId)) await pause(50);
    const routes = parseJson<{ vehicleId: number; steps: { type: string; id: number }[] }[]>(row.checkpoint, []);
    expect(new Set(routes.flatMap((route) => route.steps.map((step) => step.id))).size).toBe(60);
    await cancelCalculation(session, { planId });
    await ended(queryId);
  });

  it("says on the plan which engine did not answer, and takes estimates instead", async () => {
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    const unreachable = createSolverPool({ ...SOLVER_POOL, roads: { ...NO_ROADS, osrmUrl: NOBODY } });
    start({ solver: unreachable });
    const row = await ended(queryId);
    await unreachable.close();
    expect(row.status).toBe("done");
    expect(parseJson<CalculationOutput | null>(row.output, null)?.summary.routing).toEqual({
      engine: "straight",
      label: "estimates along straight lines",
      note: "OSRM (OSRM_URL) does not answer.",
      estimated_legs: 3,
    });
    expect(await db()("routing_plans").where({ id: company.planId }).first()).toMatchObject({
      travel_engine: "straight",
      travel_note: "OSRM (OSRM_URL) does not answer.",
    });
    const visits = await db()("routing_visits").where({ plan_id: company.planId }).whereNotNull("route_id");
    expect(visits.filter((visit) => visit.leg_estimate === 1)).toHaveLength(3);
  });
});

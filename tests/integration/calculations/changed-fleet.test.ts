import { beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { applyProposal } from "~/features/calculations/commands/decide-proposal.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { reOptimise } from "~/features/calculations/commands/re-optimise.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { loadProposal } from "~/features/calculations/queries/proposal-page.server";
import { editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { retimeAfterWarehouse } from "~/planner/retime-after.server";
import { createPlan, createRoute, createUser, createVehicle, createVisits } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

const STALE = "while it was being calculated, so the result was not applied. Calculate again to include the changes.";

describe.each(databases())("a result whose vehicle or warehouse was changed meanwhile, on %s", (kind) => {
  const { db, ended, start, ...world } = useCalculations(kind);
  let company: TestCompany;
  let me: CompanySession;
  let anna: CompanySession;

  beforeEach(async () => {
    company = world.company();
    me = sessionOf(company, { isOwner: true }, company.ownerId);
    anna = sessionOf(company, { isDispatcher: true }, await createUser(db(), { name: "Anna", surname: "Early" }));
  });

  /** One van for four stops of 100 kg each. */
  async function heavyDay() {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId, ...QUICK });
    const vehicleId = await createVehicle(db(), company.companyId, {
      title: "Van",
      plate: "",
      max_load: 1000,
      driver_id: company.driverId,
      work_hour_start: "09:00",
    });
    const routeId = await createRoute(db(), company.companyId, planId, {
      vehicle_id: vehicleId,
      warehouse_id: company.warehouseId,
      position: 1,
    });
    const stops = Array.from({ length: 4 }, (_, index) => ({
      plan_id: planId,
      warehouse_id: company.warehouseId,
      name: `Stop ${index + 1}`,
      lat: 47.15 + index / 200,
      lng: 9.52,
      package_load: 100,
    }));
    const visits = await createVisits(db(), company.companyId, stops);
    return { planId, vehicleId, routeId, visits };
  }
  const loadOf = async (routeId: number): Promise<number> => {
    const [sum] = await db()("routing_visits")
      .where({ route_id: routeId })
      .whereNull("deleted_at")
      .sum({ load: "package_load" });
    return Number(sum?.load ?? 0);
  };
  /** A day that is planned, and a stop more that a proposal would put on the van. */
  async function proposed() {
    const day = await heavyDay();
    start();
    await ended((await calculatePlan(me, { planId: day.planId })).queryId);
    await createVisits(db(), company.companyId, [
      { plan_id: day.planId, warehouse_id: company.warehouseId, lat: 47.16, lng: 9.53, package_load: 500 },
    ]);
    const { queryId } = await reOptimise(me, { planId: day.planId, changeBudget: 5, routeIds: [] });
    expect(await ended(queryId)).toMatchObject({ status: "proposed" });
    return { ...day, queryId };
  }

  it("is not applied to a plan that was never calculated, where nothing tells of the vehicle", async () => {
    const { planId, vehicleId, routeId } = await heavyDay();
    const { queryId } = await calculatePlan(me, { planId });
    expect((await latestCalculation(me, planId))!.outdatedBy).toBeNull();
    await editVehicleFields(anna, vehicleId, { max_load: 150 });
    const outdatedBy = "The vehicle, the hours or the places of the route “Van” were changed";
    expect((await latestCalculation(me, planId))!.outdatedBy).toBe(outdatedBy);
    start();
    expect(await ended(queryId)).toMatchObject({
      status: "stale",
      error_code: "plan.changed",
      error_message: `${outdatedBy} ${STALE}`,
      applied_at: null,
    });
    expect(await loadOf(routeId)).toBe(0);
    // The next one knows the new limit.
    expect(await ended((await calculatePlan(me, { planId })).queryId)).toMatchObject({ status: "done" });
    expect(await loadOf(routeId)).toBe(100);
  });

  it("is applied where only the vehicle's name was changed", async () => {
    const { planId, vehicleId, routeId } = await heavyDay();
    const { queryId } = await calculatePlan(me, { planId });
    await editVehicleFields(anna, vehicleId, { title: "Green van" });
    start();
    expect(await ended(queryId)).toMatchObject({ status: "done", error_message: null });
    expect(await loadOf(routeId)).toBe(400);
  });

  it("is not applied after its warehouse was moved, or has another clock", async () => {
    for (const [moved, what] of [
      [{ lat: 47.3, lng: 9.6 }, "The vehicle, the hours or the places of the route “Van” were changed"],
      [{ time_zone: "Europe/Lisbon" }, "The time zone of the warehouse was changed"],
    ] as const) {
      const { planId, routeId } = await heavyDay();
      const before = (await db()("warehouses").where({ id: company.warehouseId }).first())!;
      const { queryId } = await calculatePlan(me, { planId });
      await db()("warehouses").where({ id: company.warehouseId }).update(moved);
      await retimeAfterWarehouse(me, before);
      expect((await latestCalculation(me, planId))!.outdatedBy).toBe(what);
      const dispatcher = start();
      expect(await ended(queryId)).toMatchObject({ status: "stale", error_message: `${what} ${STALE}` });
      await dispatcher.stop();
      expect(await loadOf(routeId)).toBe(0);
    }
  });

  it("is no proposal any more, and says so on its page", async () => {
    const { queryId, vehicleId, routeId } = await proposed();
    expect(await loadProposal(me, queryId)).toMatchObject({ outdated: null });
    await editVehicleFields(anna, vehicleId, { max_load: 450 });
    const sentence = expect.stringMatching(/ since, so the proposal no longer fits the plan\. Find changes again\.$/);
    expect(await loadProposal(me, queryId)).toMatchObject({ outdated: sentence as string, proposal: null });
    await expect(applyProposal(me, { queryId })).rejects.toMatchObject({ status: 409, code: "proposal.stale" });
    expect(await loadOf(routeId)).toBe(400);
  });

  it("of a route on the road stays valid while time passes, and ends with the vehicle's limit", async () => {
    const { planId, vehicleId, routeId } = await heavyDay();
    const dispatcher = start();
    await ended((await calculatePlan(me, { planId })).queryId);
    await dispatcher.stop();
    await db()("routing_routes").where({ id: routeId }).update({ status: 4 });
    await db()("routing_visits")
      .where({ route_id: routeId, position: 1 })
      .update({ status: 4, completed_at: "2026-11-23 08:20:00" });
    await calculatePlan(me, { planId });
    const later = Date.parse("2026-11-23T10:00:00Z");
    world.use({ clock: { nowMs: () => later } });
    expect((await latestCalculation(me, planId))!.outdatedBy).toBeNull();
    // What the plan's log says of it is no answer: the times of the route are as they were.
    await db()("vehicles").where({ id: vehicleId }).update({ max_load: 500 });
    expect((await latestCalculation(me, planId))!.outdatedBy).toMatch(/ of the route “Van” were changed$/);
  });

  it("of a route that hasn't left, beside one on the road, begins now and stays valid while time passes", async () => {
    const { planId, vehicleId, routeId, visits } = await heavyDay();
    const out = await createRoute(db(), company.companyId, planId, { vehicle_id: vehicleId, status: 4, is_locked: 1 });
    const at = (time: string) => ({ clock: { nowMs: () => Date.parse(`2026-11-23T${time}:00Z`) } });
    world.use(at("10:15"));
    const { queryId } = await calculatePlan(me, { planId });
    world.use(at("10:40"));
    expect((await latestCalculation(me, planId))!.outdatedBy).toBeNull();
    // Hours that somebody changes are no passing of time.
    await db()("vehicles")
      .where({ id: vehicleId })
      .update({ work_hour_end: "13:00", updated_at: "2026-11-23 10:30:00" });
    expect((await latestCalculation(me, planId))!.outdatedBy).toMatch(/ were changed$/);
    await db()("vehicles").where({ id: vehicleId }).update({ work_hour_end: "18:00" });
    start();
    expect(await ended(queryId)).toMatchObject({ status: "done", error_message: null });
    const [route] = await db()("routing_routes").where({ id: routeId });
    expect(route!.start_time! >= "2026-11-23 10:15:00").toBe(true);
    expect(await loadOf(routeId)).toBe(100 * visits.length);
    expect(await loadOf(out)).toBe(0);
  });
});

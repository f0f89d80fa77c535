import { describe, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { firstStepsOf } from "~/db/repositories/first-steps.server";
import { updateCalculation, insertQueuedCalculation } from "~/db/repositories/calculations.server";
import { updateRoutes } from "~/db/repositories/routes.server";
import {
  deleteSampleDay,
  findSampleDay,
  insertSampleDay,
  sampleAlone,
  setSampleMade,
} from "~/db/repositories/sample-days.server";
import { removeVehicles, updateVehicle } from "~/db/repositories/vehicles.server";
import { updateVisit } from "~/db/repositories/visits.server";
import { insertCompany } from "~/db/repositories/companies.server";
import { updateMember } from "~/db/repositories/members.server";
import { removePlan } from "~/db/repositories/plans.server";
import { updateWarehouse } from "~/db/repositories/warehouses.server";
import {
  createCompany,
  createMember,
  createPlan,
  createRoute,
  createUser,
  createVehicle,
  createVisit,
  createWarehouse,
  NOW,
} from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";

describe.each(databases())("a company's beginnings on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("has taken the steps that it has taken, each by itself", async () => {
    const { db } = database();
    const companyId = await insertCompany(db, { title: "New", user_id: await createUser(db) }, NOW);
    const steps = () => firstStepsOf(db, companyId);
    const none = { hasWarehouse: false, hasVehicle: false, hasVisit: false, hasPlan: false, hasCalculated: false };
    expect(await steps()).toEqual(none);
    const warehouse = await createWarehouse(db, companyId, { status: 0 });
    const vehicle = await createVehicle(db, companyId, { status: 0 });
    const visit = await createVisit(db, companyId, { type: "B" });
    expect(await steps()).toEqual(none);
    await updateWarehouse(db, companyId, warehouse, { status: 1 }, NOW);
    expect(await steps()).toEqual({ ...none, hasWarehouse: true });
    await updateVehicle(db, companyId, vehicle, { status: 1 }, NOW);
    await updateVisit(db, companyId, visit, { type: "P" }, NOW);
    expect(await steps()).toEqual({ ...none, hasWarehouse: true, hasVehicle: true, hasVisit: true });
    const planId = await createPlan(db, companyId);
    const query = await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId }, NOW);
    expect(await steps()).toMatchObject({ hasPlan: true, hasCalculated: false });
    await updateCalculation(db, companyId, query, { applied_at: NOW }, NOW);
    expect(await steps()).toMatchObject({ hasPlan: true, hasCalculated: true });
  });

  it("has one sample day, which says what it made once it is made", async () => {
    const { db } = database();
    const { companyId, ownerId, planId } = await createCompany(db);
    expect([await findSampleDay(db, companyId), await deleteSampleDay(db, companyId)]).toEqual([undefined, false]);
    await insertSampleDay(db, companyId, ownerId, NOW);
    expect(await findSampleDay(db, companyId)).toEqual({ made: null });
    expect(await db("sample_days").where({ company_id: companyId }).first()).toMatchObject({
      user_id: ownerId,
      updated_at: NOW,
    });
    const made = { planId, warehouseId: 1, vehicleIds: [2], memberIds: [3] };
    await setSampleMade(db, companyId, made, LATER);
    expect(await findSampleDay(db, companyId)).toEqual({ made });
    expect(await db("sample_days").where({ company_id: companyId }).first()).toMatchObject({ updated_at: LATER });
    expect([await deleteSampleDay(db, companyId), await findSampleDay(db, companyId)]).toEqual([true, undefined]);
  });

  describe("a sample day that is taken away", () => {
    const setUp = async (db: Db) => {
      const { companyId, ownerId } = await createCompany(db);
      const warehouseId = await createWarehouse(db, companyId, { title: "Sample depot" });
      const memberIds = [await createMember(db, companyId, {}), await createMember(db, companyId, {})];
      const vehicleIds = [
        await createVehicle(db, companyId, { warehouse_id: warehouseId, driver_id: memberIds[0]! }),
        await createVehicle(db, companyId, { warehouse_id: warehouseId }),
      ];
      const planId = await createPlan(db, companyId, { warehouse_id: warehouseId });
      await createRoute(db, companyId, planId, { vehicle_id: vehicleIds[0]!, driver_id: memberIds[0]! });
      await createVisit(db, companyId, { plan_id: planId, warehouse_id: warehouseId });
      const made = { planId, warehouseId, vehicleIds, memberIds };
      const other = await createPlan(db, companyId);
      return { companyId, ownerId, made, other, alone: () => sampleAlone(db, companyId, made) };
    };

    it("takes all that nothing else uses", async () => {
      const { alone, made } = await setUp(database().db);
      expect(await alone()).toEqual(made);
    });
    it("leaves a vehicle and a driver on another plan's route, and their warehouse", async () => {
      const { db } = database();
      const { companyId, alone, made, other } = await setUp(db);
      const route = await createRoute(db, companyId, other, { driver_id: made.memberIds[1]! });
      expect(await alone()).toEqual({ ...made, memberIds: [made.memberIds[0]] });
      await updateRoutes(db, companyId, [{ id: route, driver_id: null, vehicle_id: made.vehicleIds[1]! }], NOW);
      expect(await alone()).toEqual({ ...made, vehicleIds: [made.vehicleIds[0]], warehouseId: 0 });
    });
    it("leaves a driver of another vehicle, and one who signs in", async () => {
      const { db } = database();
      const { companyId, ownerId, alone, made } = await setUp(db);
      const vehicle = await createVehicle(db, companyId, { driver_id: made.memberIds[0]! });
      expect(await alone()).toEqual({ ...made, memberIds: [made.memberIds[1]] });
      await removeVehicles(db, companyId, [vehicle], NOW);
      await updateMember(db, companyId, made.memberIds[1]!, { user_id: ownerId }, NOW);
      expect(await alone()).toEqual({ ...made, memberIds: [made.memberIds[0]] });
    });
    it.each<[string, (db: Db, companyId: number, warehouseId: number, other: number) => Promise<unknown>]>([
      [
        "another plan starts there",
        (db, companyId, warehouseId) => createPlan(db, companyId, { warehouse_id: warehouseId }),
      ],
      [
        "another vehicle stands there",
        (db, companyId, warehouseId) => createVehicle(db, companyId, { warehouse_id: warehouseId }),
      ],
      [
        "a visit of no plan belongs there",
        (db, companyId, warehouseId) => createVisit(db, companyId, { warehouse_id: warehouseId }),
      ],
      [
        "a visit of another plan belongs there",
        (db, companyId, warehouseId, other) =>
          createVisit(db, companyId, { warehouse_id: warehouseId, plan_id: other }),
      ],
    ])("leaves a warehouse when %s", async (_, use) => {
      const { db } = database();
      const { companyId, alone, made, other } = await setUp(db);
      await use(db, companyId, made.warehouseId, other);
      expect(await alone()).toEqual({ ...made, warehouseId: 0 });
    });
    it("leaves nothing of what is gone already", async () => {
      const { db } = database();
      const { companyId, alone, made } = await setUp(db);
      await removeVehicles(db, companyId, [made.vehicleIds[1]!], NOW);
      await removePlan(db, companyId, made.planId, NOW);
      expect(await alone()).toEqual({ ...made, planId: 0, vehicleIds: [made.vehicleIds[0]] });
      await db("warehouses").where({ id: made.warehouseId }).update({ deleted_at: NOW });
      expect((await alone()).warehouseId).toBe(0);
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAnything } from "~/features/finder/queries/find.server";
import { createPlan, createRoute, createVehicle, createWarehouse } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("go to anything on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("finds plans, routes, vehicles and warehouses by name, each with its address", async () => {
    const desk = await createDesk(db());
    const planId = await createPlan(db(), desk.companyId, { title: "Polar day", warehouse_id: desk.warehouseId });
    const vehicleId = await createVehicle(db(), desk.companyId, { title: "Polar van", plate: "FL 77" });
    const routeId = await createRoute(db(), desk.companyId, planId, { vehicle_id: vehicleId, position: 1 });
    const warehouseId = await createWarehouse(db(), desk.companyId, { title: "Polar depot" });
    expect(await findAnything(desk.dispatcher, " POLAR ")).toEqual([
      { kind: "Plan", id: planId, title: "Polar day", detail: "Mon 23 Nov 2026", to: `/planning/plan/${planId}` },
      { kind: "Route", id: routeId, title: "Polar van", detail: "Polar day · Mon 23 Nov 2026", to: `/planning/route/${routeId}` },
      { kind: "Vehicle", id: vehicleId, title: "Polar van", detail: "FL 77", to: `/company/resources/vehicles?dialog=edit-vehicle&id=${vehicleId}` },
      { kind: "Warehouse", id: warehouseId, title: "Polar depot", detail: "Vaduz", to: `/company/resources/warehouses?dialog=edit-warehouse&id=${warehouseId}` },
    ]);
    expect((await findAnything(desk.dispatcher, "fl 77")).map((one) => one.kind)).toEqual(["Route", "Vehicle"]);
  });

  it("finds nothing for no text, nothing removed, nothing of other companies, and nothing for drivers", async () => {
    const desk = await createDesk(db());
    const stranger = await createDesk(db());
    const planId = await createPlan(db(), desk.companyId, { title: "Zebra", warehouse_id: desk.warehouseId });
    await createRoute(db(), desk.companyId, planId, { vehicle_id: await createVehicle(db(), desk.companyId, { title: "Zebra van" }), position: 1 });
    expect(await findAnything(desk.dispatcher, "Zebra")).toHaveLength(3);
    expect(await findAnything(stranger.dispatcher, "Zebra")).toEqual([]);
    expect(await findAnything(desk.driver, "Zebra")).toEqual([]);
    expect(await findAnything(desk.dispatcher, "  ")).toEqual([]);
    await db()("routing_plans").where({ id: planId }).update({ deleted_at: "2026-11-23 05:00:00" });
    expect((await findAnything(desk.dispatcher, "Zebra")).map((one) => one.kind)).toEqual(["Vehicle"]);
    expect(await findAnything(desk.dispatcher, "%")).toEqual([]);
  });
});

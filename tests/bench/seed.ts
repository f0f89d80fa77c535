/** Days for the figures of `npm run bench:web`, placed by fixed formulae: every run measures the same. */
import type { Db } from "~/db/client.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { dayIn } from "../helpers/days";

const NOW = "2026-11-21 06:00:00";

const firstCompany = async (db: Db): Promise<{ companyId: number; warehouseId: number }> => {
  const company = await db("companies").first("id");
  const warehouse = await db("warehouses").first("id");
  if (!company || !warehouse) throw new Error("The demo company is missing: start the server once before.");
  return { companyId: company.id, warehouseId: warehouse.id };
};

export const stop = (index: number, planId: number, warehouseId: number) => ({
  plan_id: planId,
  warehouse_id: warehouseId,
  name: `Stop ${index + 1}`,
  address: `Road ${index + 1}, Vaduz`,
  // Beyond a thousand each further thousand stands some 40 m beside the one before.
  lat: 47.05 + ((index * 389) % 1000) / 4500 + Math.floor(index / 1000) * 0.00037,
  lng: 9.47 + ((index * 761) % 1000) / 6500,
  package_load: 5 + (index % 20),
  package_capacity: 0.1,
  start_time: index % 3 === 0 ? "08:00" : "10:00",
  end_time: index % 3 === 1 ? "14:00" : "18:00",
});

/** A day of so many stops around Vaduz with as many vehicles, not calculated yet. */
export async function seedDay(
  db: Db,
  {
    stops,
    vehicles,
    solvingSec,
    fleetFor = stops,
  }: { stops: number; vehicles: number; solvingSec: number; fleetFor?: number },
): Promise<number> {
  const { companyId, warehouseId } = await firstCompany(db);
  const planId = await insertPlan(
    db,
    companyId,
    {
      title: `A day of ${stops} stops`,
      service_date: dayIn(50),
      warehouse_id: warehouseId,
      solving_time: solvingSec,
    },
    NOW,
  );
  for (let position = 0; position < vehicles; position++) {
    const vehicleId = await insertVehicle(
      db,
      companyId,
      {
        title: `Van ${position + 1}`,
        plate: `FL ${1000 + position}`,
        warehouse_id: warehouseId,
        capacity: 12,
        max_load: 1200,
        max_quantity: Math.ceil(fleetFor / vehicles) + 1,
      },
      NOW,
    );
    await insertRoute(
      db,
      companyId,
      { plan_id: planId, vehicle_id: vehicleId, warehouse_id: warehouseId, position },
      NOW,
    );
  }
  await insertVisits(
    db,
    companyId,
    Array.from({ length: stops }, (_, index) => stop(index, planId, warehouseId)),
    NOW,
  );
  return planId;
}

/** Plans whose visits, all together, the plan list has to count. */
export async function seedPlans(db: Db, { plans, visitsEach }: { plans: number; visitsEach: number }): Promise<void> {
  const { companyId, warehouseId } = await firstCompany(db);
  for (let nth = 0; nth < plans; nth++) {
    const planId = await insertPlan(
      db,
      companyId,
      { title: `Plan ${nth + 1}`, service_date: dayIn(60), warehouse_id: warehouseId },
      NOW,
    );
    await insertVisits(
      db,
      companyId,
      Array.from({ length: visitsEach }, (_, index) => stop(index, planId, warehouseId)),
      NOW,
    );
  }
}

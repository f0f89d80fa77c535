import { createPlan, createRoute, createVehicle, createVisits } from "../factories/company";
import { dayIn } from "../helpers/days";
import { demo, there } from "./people";
import type { Target } from "./target";

export interface DemoDay {
  companyId: number;
  driverId: number;
  planId: number;
  vehicleId: number;
  routeId: number;
  visitIds: number[];
}

/** A day of the demo company: one route of the demo driver, with two visits. @param status 3 is approved, 2 planned */
export async function demoDay(target: Target, status: 2 | 3): Promise<DemoDay> {
  const { company_id: companyId, warehouse_id } = await demo(target);
  const { id: userId } = there(await target.db("users").where({ email: "driver@demo.example" }).first("id"));
  const { id: driverId } = there(
    await target.db("company_members").where({ company_id: companyId, user_id: userId }).first("id"),
  );
  const vehicleId = await createVehicle(target.db, companyId, { warehouse_id, driver_id: driverId });
  const planId = await createPlan(target.db, companyId, {
    warehouse_id,
    title: "An attacked day",
    service_date: dayIn(0),
  });
  const routeId = await createRoute(target.db, companyId, planId, {
    vehicle_id: vehicleId,
    driver_id: driverId,
    warehouse_id,
    status,
  });
  const visitIds = await createVisits(
    target.db,
    companyId,
    [1, 2].map((position) => ({ plan_id: planId, warehouse_id, route_id: routeId, status, position })),
  );
  return { companyId, driverId, planId, vehicleId, routeId, visitIds };
}

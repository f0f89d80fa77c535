/** What keeps a vehicle, a warehouse or a member of the team from being removed. */
import { RouteStatus } from "~/domain/route/route-status";
import { grouped } from "~/lib/grouped";
import type { Db } from "../client.server";
import { scoped } from "./scoped.server";

/** Titles of the plans that each of the vehicles is still to be driven in; one that is missing is in none. */
export async function plansToDrive(
  db: Db,
  companyId: number,
  vehicleIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = (await scoped(db, "routing_routes", companyId)
    .join("routing_plans as plan", (join) =>
      join.on("plan.id", "routing_routes.plan_id").andOn("plan.company_id", "routing_routes.company_id"),
    )
    .whereNull("plan.deleted_at")
    .whereIn("routing_routes.vehicle_id", [...vehicleIds])
    .whereNot("routing_routes.status", RouteStatus.Completed)
    .distinct("routing_routes.vehicle_id", "plan.title")
    .orderBy("plan.title")) as { vehicle_id: number; title: string }[];
  const byVehicle = grouped(rows, (row) => row.vehicle_id);
  return new Map([...byVehicle].map(([id, all]) => [id, all.map(({ title }) => title)]));
}

/** Titles of the warehouse's plans, the latest day first, and of its vehicles. */
export async function plansAndVehiclesOf(
  db: Db,
  companyId: number,
  warehouseId: number,
): Promise<{ plans: string[]; vehicles: string[] }> {
  const of = (table: "routing_plans" | "vehicles") => scoped(db, table, companyId).where("warehouse_id", warehouseId);
  return {
    plans: await of("routing_plans").orderBy("service_date", "desc").pluck("title"),
    vehicles: await of("vehicles").orderBy("title").pluck("title"),
  };
}

/** Whether the member drives a route, or has driven one. */
export const isDriverOfRoutes = async (db: Db, companyId: number, memberId: number): Promise<boolean> =>
  (await scoped(db, "routing_routes", companyId).where("driver_id", memberId).first("routing_routes.id")) !== undefined;

import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import { scoped } from "./scoped.server";

export interface FoundRoute {
  id: number;
  vehicle_id: number;
  /** of the vehicle */
  title: string;
  plate: string;
  /** title of its plan, and the plan's day */
  plan: string;
  date: string;
}

/** Routes by vehicle, plan or driver, the latest day first. */
export async function listRoutesContaining(
  db: Db,
  companyId: number,
  search: string,
  limit: number,
): Promise<FoundRoute[]> {
  const query = scoped(db, "routing_routes", companyId)
    .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
    .join("vehicles as vehicle", "vehicle.id", "routing_routes.vehicle_id")
    .leftJoin("company_members as driver", "driver.id", "routing_routes.driver_id")
    .where({ "plan.company_id": companyId, "vehicle.company_id": companyId })
    .whereNull("plan.deleted_at");
  whereContains(query, ["vehicle.title", "vehicle.plate", "plan.title", "driver.name", "driver.surname"], search);
  return query
    .orderBy("plan.service_date", "desc")
    .orderBy("routing_routes.position")
    .limit(limit)
    .select<FoundRoute[]>(
      "routing_routes.id",
      "routing_routes.vehicle_id",
      "vehicle.title",
      "vehicle.plate",
      "plan.title as plan",
      "plan.service_date as date",
    );
}

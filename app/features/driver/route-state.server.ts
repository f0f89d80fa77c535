import { companySettingsFromRow, planFromRow, routeFromRow, vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getPlan } from "~/db/repositories/plans.server";
import { getRoute } from "~/db/repositories/routes.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

/**
 * Everything that the rules of the road ask about: one route with its visits, start, end and break included, and its
 * driver.
 */
export interface RouteState {
  route: Route;
  plan: Plan;
  visits: Visit[];
  company: CompanySettings;
  vehicle: Vehicle | null;
  /** title of the place where the day begins */
  warehouse: string;
  /** IANA name of the warehouse's zone: the clock of windows and times */
  timeZone: string;
}

/** @throws AppError 404 when the company has no such route */
export async function loadRouteState(db: Db, companyId: number, routeId: number): Promise<RouteState> {
  const route = routeFromRow(await getRoute(db, companyId, routeId));
  const plan = planFromRow(await getPlan(db, companyId, route.planId));
  const visits = (await listVisitsOfRoute(db, companyId, routeId)).map(visitFromRow);
  const company = companySettingsFromRow(await getCompany(db, companyId));
  const vehicleRow = route.vehicleId === null ? undefined : await findVehicle(db, companyId, route.vehicleId);
  const warehouseId = plan.warehouseId ?? route.warehouseId;
  const warehouse = warehouseId === null ? undefined : await findWarehouse(db, companyId, warehouseId);
  return {
    route,
    plan,
    visits,
    company,
    vehicle: vehicleRow ? vehicleFromRow(vehicleRow) : null,
    warehouse: warehouse?.title ?? "",
    timeZone: zoneOfWarehouse(warehouse),
  };
}

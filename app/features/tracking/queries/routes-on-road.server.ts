import { plateOrTitle } from "~/domain/vehicle/vehicle";
import { fullName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listRoutesByStatus } from "~/db/repositories/routes.server";
import { visitCountsOfRoutes } from "~/db/repositories/visit-counts.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { RouteStatus } from "~/domain/route/route-status";
import { parseUtcText } from "~/domain/time/utc-text";
import { localTimeOr } from "~/domain/time/time-zone";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

export interface RoadRow {
  id: number;
  plan: string;
  date: string;
  vehicle: string;
  driver: string;
  served: number;
  failed: number;
  stops: number;
  /** 'HH:mm' by the warehouse's clock; empty when unknown */
  finish: string;
}

/** Every route of the company that is on the road now. */
export async function loadRoutesOnRoad(session: CompanySession): Promise<{ rows: RoadRow[] }> {
  const companyId = session.company.id;
  authorize(session, "route.list", { companyId });
  const routes = await listRoutesByStatus(db(), companyId, [RouteStatus.OnRoute]);
  const counts = await visitCountsOfRoutes(
    db(),
    companyId,
    routes.map((route) => route.id),
  );
  const zones = new Map<number, string>();
  for (const id of new Set(routes.flatMap((route) => route.warehouse_id ?? []))) {
    const warehouse = await findWarehouse(db(), companyId, id);
    if (warehouse) zones.set(id, zoneOfWarehouse(warehouse));
  }
  return {
    rows: routes.map((route) => {
      const count = counts.get(route.id);
      return {
        id: route.id,
        plan: route.plan_title,
        date: route.service_date,
        vehicle: plateOrTitle({ plate: route.plate, title: route.vehicle_title }) || NO_VEHICLE,
        driver: fullName({ name: route.driver_name, surname: route.driver_surname }) || NO_DRIVER,
        served: count?.delivered ?? 0,
        failed: count?.failed ?? 0,
        stops: count?.scheduled ?? 0,
        finish: localTimeOr(parseUtcText(route.finish_time), zones.get(route.warehouse_id ?? 0) ?? "UTC", ""),
      };
    }),
  };
}

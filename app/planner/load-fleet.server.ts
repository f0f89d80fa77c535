import { companySettingsFromRow, vehicleFromRow, warehouseFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { WarehouseRow } from "~/db/tables";
import type { Plan } from "~/domain/plan/plan";
import type { Fleet } from "~/domain/route/fleet";
import type { Route } from "~/domain/route/route";
import { zoneOfWarehouse } from "./zone-of-warehouse.server";

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

/** The vehicles of the routes, with all warehouses that plan, routes and vehicles name. */
export async function loadFleet(
  db: Db,
  companyId: number,
  plan: Pick<Plan, "warehouseId">,
  routes: readonly Pick<Route, "vehicleId" | "warehouseId">[],
): Promise<Fleet> {
  const rows = await vehiclesWithRemoved(db, companyId, known(routes.map((route) => route.vehicleId)));
  // A vehicle that was removed meanwhile is none: its route is named when the plan is calculated.
  const present = rows.filter((row) => row.deleted_at === null);
  const warehouses: WarehouseRow[] = [];
  for (const id of known([
    plan.warehouseId,
    ...routes.map((route) => route.warehouseId),
    ...present.map((row) => row.warehouse_id),
  ])) {
    const row = await findWarehouse(db, companyId, id);
    if (row) warehouses.push(row);
  }
  return {
    company: companySettingsFromRow(await getCompany(db, companyId)),
    vehicles: new Map(present.map((row) => [row.id, vehicleFromRow(row)])),
    vehiclesWithRemoved: new Map(rows.map((row) => [row.id, vehicleFromRow(row)])),
    warehouses: new Map(warehouses.map((row) => [row.id, warehouseFromRow(row)])),
    timeZone: zoneOfWarehouse(warehouses.find(({ id }) => id === plan.warehouseId)),
  };
}

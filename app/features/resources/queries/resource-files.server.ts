import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listVehicles } from "~/db/repositories/vehicles.server";
import { listWarehouses } from "~/db/repositories/warehouses.server";
import { formatPercent } from "~/domain/format-number";
import { IMPORT_FIELDS } from "~/domain/import/import-fields";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { recordStatusLabel } from "~/domain/record-status";
import { speedPercent } from "~/domain/vehicle/vehicle";
import { vehicleTypeLabel } from "~/domain/vehicle/vehicle-type";
import { listRequest } from "~/http/list-request.server";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import type { ExportCell } from "~/services/export/table";
import type { VehicleWithDriver } from "~/db/repositories/vehicles.server";

/** What an import reads back, by its fields. */
const VEHICLE_CELLS: Readonly<Record<string, (row: VehicleWithDriver) => ExportCell>> = {
  plate: ({ plate }) => plate,
  type: ({ type }) => vehicleTypeLabel(type),
  capacity: ({ capacity }) => capacity,
  maxLoad: ({ max_load: load }) => load,
  maxQuantity: ({ max_quantity: visits }) => visits,
  workHourStart: ({ work_hour_start: start }) => start,
  workHourEnd: ({ work_hour_end: end }) => end,
  maxDistance: ({ max_distance: distance }) => distance,
  overtime: ({ overtime }) => overtime,
  speedFactor: ({ speed_factor: factor }) => formatPercent(speedPercent(factor)),
  breakStart: ({ break_start: start }) => start,
  breakEnd: ({ break_end: end }) => end,
  breakDuration: ({ break_duration: duration }) => duration,
};

/** The vehicles as the list is narrowed and ordered, whatever its page; metric. @throws AppError 403 */
export async function vehiclesFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "vehicle.list");
  const companyId = session.company.id;
  const { search, status } = listRequest(request);
  const order = orderOf(LIST_ORDERS.vehicles, new URL(request.url).searchParams);
  const { rows } = await listVehicles(db(), companyId, { search, status, order, pageSize: "unpaged" });
  const warehouses = await listWarehouses(db(), companyId, { pageSize: "unpaged" });
  const titles = new Map(warehouses.rows.map(({ id, title }) => [id, title]));
  const fields = IMPORT_FIELDS.vehicle.filter(({ key }) => key in VEHICLE_CELLS);
  return tableFile(format, {
    name: "Vehicles",
    headers: ["Id", "Title", "Driver", "Service Warehouse", "Status", ...fields.map(({ label }) => label)],
    wide: ["Title", "Driver", "Service Warehouse"],
    rows: rows.map((row) => [
      row.id,
      row.title,
      row.driver_name,
      titles.get(row.warehouse_id ?? 0) ?? "",
      recordStatusLabel(row.status),
      ...fields.map(({ key }) => VEHICLE_CELLS[key]?.(row) ?? null),
    ]),
  });
}

/** The warehouses as the list is narrowed and ordered, whatever its page. @throws AppError 403 */
export async function warehousesFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "warehouse.list");
  const { search, status, country } = listRequest(request);
  const order = orderOf(LIST_ORDERS.warehouses, new URL(request.url).searchParams);
  const filter = { search, status, countryId: country, order, pageSize: "unpaged" as const };
  const { rows } = await listWarehouses(db(), session.company.id, filter);
  return tableFile(format, {
    name: "Warehouses",
    headers: ["Id", "Title", "Address", "Latitude", "Longitude", "Country", "Time zone", "External id", "Status"],
    wide: ["Title", "Address"],
    rows: rows.map((row) => [
      row.id,
      row.title,
      row.address,
      row.lat,
      row.lng,
      row.country_code,
      row.time_zone,
      row.external_id,
      recordStatusLabel(row.status),
    ]),
  });
}

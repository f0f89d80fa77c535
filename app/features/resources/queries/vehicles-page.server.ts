import { memberName } from "~/domain/access/person-name";
import { removedBy } from "~/audit/removed-by.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findMember, listDrivers } from "~/db/repositories/members.server";
import { findVehicle, findVehicles, listVehicles } from "~/db/repositories/vehicles.server";
import type { VehicleWithDriver } from "~/db/repositories/vehicles.server";
import { findWarehouses, listWarehouses } from "~/db/repositories/warehouses.server";
import type { VehicleRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { NO_DRIVER } from "~/domain/constants";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { RecordStatus } from "~/domain/record-status";
import { speedPercent, vehicleName } from "~/domain/vehicle/vehicle";
import { vehicleTypeLabel } from "~/domain/vehicle/vehicle-type";
import { hoursText } from "~/domain/time/time-window";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { services } from "~/services/container.server";

const shownInList = (row: VehicleWithDriver, warehouses: ReadonlyMap<number, string>) => ({
  id: row.id,
  title: row.title,
  plate: row.plate,
  type: row.type,
  typeLabel: vehicleTypeLabel(row.type),
  driver: row.driver_id === null ? NO_DRIVER : row.driver_name,
  hasDriver: row.driver_id !== null,
  capacity: row.capacity,
  maxLoad: row.max_load,
  maxQuantity: row.max_quantity,
  workHours: hoursText(row.work_hour_start, row.work_hour_end),
  warehouse: row.warehouse_id === null ? null : (warehouses.get(row.warehouse_id) ?? null),
  status: row.status,
});
export type VehicleListItem = ReturnType<typeof shownInList>;

export const shownInForm = (row: VehicleRow) => ({
  id: row.id,
  title: row.title,
  plate: row.plate,
  type: row.type,
  status: row.status,
  driverId: row.driver_id,
  warehouseId: row.warehouse_id,
  speedPercent: speedPercent(row.speed_factor),
  maxDistance: row.max_distance,
  capacity: row.capacity,
  maxLoad: row.max_load,
  maxQuantity: row.max_quantity,
  width: row.width,
  height: row.height,
  weight: row.weight,
  workHourStart: row.work_hour_start,
  workHourEnd: row.work_hour_end,
  overtime: row.overtime,
  breakStart: row.break_start,
  breakEnd: row.break_end,
  breakDuration: row.break_duration,
  costPerKm: row.cost_per_km,
  costPerHour: row.cost_per_hour,
  fixedCost: row.fixed_cost,
  parkAddress: row.park_location_address,
  parkLat: row.park_location_lat,
  parkLng: row.park_location_lng,
});
export type VehicleItem = ReturnType<typeof shownInForm>;

/** The list, and the data of the dialog that the address opens. */
export async function loadVehiclesPage(session: CompanySession, request: Request) {
  authorize(session, "vehicle.list");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const order = orderOf(LIST_ORDERS.vehicles, new URL(request.url).searchParams);
  const { page, search, status } = asked;
  const found = await listVehicles(db(), companyId, { ...page, search, status, order });
  const titles = await warehouseTitles(companyId, found.rows);

  const dialog = dialogOf(request);
  const item = dialog.id === null ? undefined : await findVehicle(db(), companyId, dialog.id);
  const chosen = await chosenVehicles(companyId, chosenOf(request, ["edit-vehicles", "remove-vehicles"]));
  // A dialog may still be open of one that a colleague has just removed.
  const editing = dialog.name === "new-vehicle" || dialog.id !== null || chosen.length > 0;
  return {
    list: listOf(asked, found, (row) => shownInList(row, titles)),
    item: item ? shownInForm(item) : null,
    removedBy: dialog.id === null || item ? null : await removedBy(companyId, "vehicles", dialog.id),
    chosen,
    options: editing ? await formOptions(companyId, item) : null,
    map: services().baseMaps.current(session.user.settings.map),
    rights: {
      create: can(session.actor, "vehicle.create"),
      update: can(session.actor, "vehicle.update"),
      remove: can(session.actor, "vehicle.remove"),
      createWarehouse: can(session.actor, "warehouse.create"),
      import: can(session.actor, "import.run"),
    },
  };
}

/** Those of the ids that the company has, by title. */
async function chosenVehicles(companyId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return (await findVehicles(db(), companyId, ids)).map((row) => ({ id: row.id, name: vehicleName(row) }));
}

async function warehouseTitles(
  companyId: number,
  vehicles: readonly VehicleWithDriver[],
): Promise<Map<number, string>> {
  const ids = vehicles.flatMap((row) => row.warehouse_id ?? []);
  return new Map([...(await findWarehouses(db(), companyId, ids))].map(([id, { title }]) => [id, title]));
}

/** Active drivers and warehouses, and those that the vehicle has already, whatever became of them. */
async function formOptions(companyId: number, vehicle: VehicleRow | undefined) {
  const drivers = await listDrivers(db(), companyId);
  const driver =
    vehicle?.driver_id && !drivers.some((row) => row.id === vehicle.driver_id)
      ? await findMember(db(), companyId, vehicle.driver_id)
      : undefined;
  const { rows: warehouses } = await listWarehouses(db(), companyId, { pageSize: "unpaged" });
  const company = await getCompany(db(), companyId);
  return {
    drivers: [...drivers, ...(driver ? [driver] : [])].map((row) => ({
      value: String(row.id),
      label: memberName(row),
    })),
    warehouses: warehouses
      .filter((row) => row.status === RecordStatus.Active || row.id === vehicle?.warehouse_id)
      .map((row) => ({ value: String(row.id), label: row.title, lat: row.lat, lng: row.lng })),
    workHourStart: company.default_vehicle_start_hour,
    workHourEnd: company.default_vehicle_end_hour,
  };
}

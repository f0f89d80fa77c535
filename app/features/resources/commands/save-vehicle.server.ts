import { WholeVehicle } from "../schemas";
import type { VehicleChanges, VehicleInput } from "../schemas";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { toFlag } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findMember } from "~/db/repositories/members.server";
import { getVehicle, insertVehicle, lockVehicle, updateVehicle } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { canChooseWarehouse } from "~/domain/warehouse/chosen-warehouse";
import { RecordStatus, toggledRecordStatus } from "~/domain/record-status";
import { isSelectableDriver } from "~/domain/team/member-rules";
import { refusalError } from "~/domain/decision";
import { crossedRange } from "~/domain/validation/crossed-range";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import type { VehicleRow } from "~/db/tables";
import { speedPercent, steppedSpeed } from "~/domain/vehicle/vehicle";
import { VehicleType } from "~/domain/vehicle/vehicle-type";
import { AppError } from "~/lib/errors";
import { authorOf } from "~/planner/author.server";
import { newWarehouse } from "~/planner/new-warehouse.server";
import { noteRetimes } from "~/planner/note-retimes.server";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { shownInForm } from "../queries/vehicles-page.server";
import { refuseStaleVehicle } from "./stale-vehicle.server";
import { vehicleFormTexts } from "../vehicle-form-values";
import { textsInUnits } from "~/domain/unit-fields";

const columnsOf = (input: WholeVehicle, warehouseId: number | null, hours: Hours) => ({
  title: input.title,
  plate: input.plate,
  type: input.type,
  status: toFlag(input.status),
  driver_id: input.driver_id,
  warehouse_id: warehouseId,
  speed_factor: steppedSpeed(input.speed),
  max_distance: input.max_distance,
  capacity: input.capacity,
  max_load: input.max_load,
  max_quantity: input.max_quantity,
  width: input.width || null,
  height: input.height || null,
  // Weight is asked for trucks alone.
  weight: input.type === VehicleType.Truck ? input.weight || null : null,
  ...hours,
  overtime: input.overtime,
  break_start: input.break_start || null,
  break_end: input.break_end || null,
  break_duration: input.break_duration || null,
  cost_per_km: input.cost_per_km,
  cost_per_hour: input.cost_per_hour,
  fixed_cost: input.fixed_cost,
  park_location_address: input.park_location_address || null,
  park_location_lat: input.park_location_lat || null,
  park_location_lng: input.park_location_lng || null,
});

type Hours = Pick<VehicleRow, "work_hour_start" | "work_hour_end">;

/**
 * The vehicle's hours; what is left empty takes the company's default.
 * @param before null of a new vehicle
 * @throws AppError 422 'times.crossed' for hours or breaks that run backwards, at the end that was changed
 */
async function hoursOf(trx: Db, companyId: number, input: WholeVehicle, before: VehicleRow | null): Promise<Hours> {
  const company = await getCompany(trx, companyId);
  const hours = {
    work_hour_start: input.work_hour_start || company.default_vehicle_start_hour,
    work_hour_end: input.work_hour_end || company.default_vehicle_end_hour,
  };
  const { default_vehicle_start_hour: work_hour_start, default_vehicle_end_hour: work_hour_end } = company;
  const crossed =
    crossedRange(["work_hour_start", "work_hour_end"], hours, before ?? { work_hour_start, work_hour_end }) ??
    crossedRange(["break_start", "break_end"], input, before ?? {});
  if (crossed !== null) throw refusalError(crossed);
  return hours;
}

/**
 * Only drivers may drive, and another company's people and places are not known here.
 * @param kept what the vehicle has already, which it may keep
 */
async function checkReferences(
  trx: Db,
  companyId: number,
  input: WholeVehicle,
  kept: Pick<VehicleRow, "driver_id" | "warehouse_id"> | null,
): Promise<void> {
  if (input.driver_id !== null && input.driver_id !== kept?.driver_id) {
    const driver = await findMember(trx, companyId, input.driver_id);
    if (!driver) throw new AppError("not_found", "Driver not found", { status: 404, field: "driver_id" });
    if (!isSelectableDriver(driver))
      throw new AppError("vehicle.no_driver", "Only active members with the role Driver can drive a vehicle", {
        status: 422,
        field: "driver_id",
      });
  }
  if (input.warehouse_id === null) return;
  const warehouse = await findWarehouse(trx, companyId, input.warehouse_id);
  if (!warehouse) throw new AppError("not_found", "Warehouse not found", { status: 404, field: "warehouse_id" });
  const allowed = canChooseWarehouse(warehouse, "warehouse_id");
  if (!allowed.ok && input.warehouse_id !== kept?.warehouse_id) throw refusalError(allowed.error);
}

type DescribedWarehouse = Pick<VehicleInput, "new_warehouse_title" | "new_warehouse_lat" | "new_warehouse_lng">;

/** The warehouse that the form describes is made, and told of once it is stored. @returns its id, null for none */
async function addDescribed(
  trx: Db,
  session: CompanySession,
  { new_warehouse_title: title, new_warehouse_lat: lat, new_warehouse_lng: lng }: DescribedWarehouse,
  tab: string | undefined,
): Promise<number | null> {
  if (title === "" || lat === null || lng === null) return null;
  authorize(session, "warehouse.create");
  const companyId = session.company.id;
  const id = await newWarehouse(trx, companyId, { title, lat, lng }, nowText());
  afterCommit(trx, () => publishChange(companyId, { model: "Warehouse", action: "create", ids: [id] }, tab));
  return id;
}

/**
 * @returns id of the new vehicle
 * @throws AppError 403, 404 (driver, warehouse), 422
 */
export async function createVehicle(session: CompanySession, input: VehicleInput, tab?: string): Promise<number> {
  authorize(session, "vehicle.create");
  const companyId = session.company.id;
  const id = await withTransaction(db(), async (trx) => {
    await checkReferences(trx, companyId, input, null);
    const warehouseId = (await addDescribed(trx, session, input, tab)) ?? input.warehouse_id;
    const columns = columnsOf(input, warehouseId, await hoursOf(trx, companyId, input, null));
    return insertVehicle(trx, companyId, columns, nowText());
  });
  publishChange(companyId, { model: "Vehicle", action: "create", ids: [id] }, tab);
  return id;
}

/**
 * With a new warehouse when one is described. What isn't named stays as it is now, whoever changed it meanwhile.
 * @param seen what the form's fields showed before, as `vehicleFormTexts` writes them
 * @throws ZodError naming the fields, AppError 403, 404, 409 for fields that somebody else has changed since, 422
 */
export async function editVehicle(
  session: CompanySession,
  id: number,
  { new_warehouse_title, new_warehouse_lat, new_warehouse_lng, ...fields }: VehicleChanges,
  tab?: string,
  seen: FieldTexts = {},
): Promise<void> {
  authorize(session, "vehicle.update");
  const companyId = session.company.id;
  const described = { new_warehouse_title, new_warehouse_lat, new_warehouse_lng };
  const before = await withTransaction(db(), async (trx) => {
    const before = await lockVehicle(trx, companyId, id);
    const warehouseId = (await addDescribed(trx, session, described, tab)) ?? fields.warehouse_id;
    const columns = await columnsWith(trx, companyId, before, { ...fields, warehouse_id: warehouseId });
    await refuseStaleVehicle(trx, session, before, { ...before, ...columns }, seen);
    await updateVehicle(trx, companyId, id, columns, nowText());
    await noteRetimes(trx, authorOf(session), [before]);
    return before;
  });
  publishChange(companyId, { model: "Vehicle", action: "update", ids: [id] }, tab);
  await retimeAfterVehicle(session, before, tab);
}

/** A stored vehicle's fields. */
const fieldsOf = (row: VehicleRow): WholeVehicle => ({
  title: row.title,
  plate: row.plate,
  type: row.type === VehicleType.Truck ? VehicleType.Truck : VehicleType.Auto,
  status: row.status === RecordStatus.Active,
  driver_id: row.driver_id,
  warehouse_id: row.warehouse_id,
  speed: speedPercent(row.speed_factor),
  max_distance: row.max_distance,
  capacity: row.capacity,
  max_load: row.max_load,
  max_quantity: row.max_quantity,
  width: row.width,
  height: row.height,
  weight: row.weight,
  work_hour_start: row.work_hour_start,
  work_hour_end: row.work_hour_end,
  overtime: row.overtime,
  break_start: row.break_start ?? "",
  break_end: row.break_end ?? "",
  break_duration: row.break_duration,
  cost_per_km: row.cost_per_km,
  cost_per_hour: row.cost_per_hour,
  fixed_cost: row.fixed_cost,
  park_location_address: row.park_location_address ?? "",
  park_location_lat: row.park_location_lat,
  park_location_lng: row.park_location_lng,
});

/** Those of a vehicle's fields that are changed; what is undefined stays. */
export type SomeVehicleFields = { [Name in keyof WholeVehicle]?: WholeVehicle[Name] | undefined };

/**
 * The columns of a stored vehicle with some fields changed.
 * @throws ZodError naming the fields, AppError 404 (driver, warehouse), 422
 */
export async function columnsWith(trx: Db, companyId: number, before: VehicleRow, fields: SomeVehicleFields) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const input = WholeVehicle.parse({ ...fieldsOf(before), ...given });
  await checkReferences(trx, companyId, input, before);
  return columnsOf(input, input.warehouse_id, await hoursOf(trx, companyId, input, before));
}

/**
 * Single fields of a vehicle; what isn't named stays as it is now, whoever changed it meanwhile.
 * @returns what the form's fields show of the stored vehicle
 * @throws ZodError naming the fields, AppError 403, 404, 409 for fields that somebody else has changed since they were
 * `seen`
 */
export async function editVehicleFields(
  session: CompanySession,
  id: number,
  fields: SomeVehicleFields,
  tab?: string,
  seen: FieldTexts = {},
): Promise<{ stored: Record<string, string> }> {
  authorize(session, "vehicle.update");
  const companyId = session.company.id;
  const shown = (row: VehicleRow) => textsInUnits(vehicleFormTexts(shownInForm(row)), session.units);
  const { before, stored } = await withTransaction(db(), async (trx) => {
    const before = await lockVehicle(trx, companyId, id);
    const columns = await columnsWith(trx, companyId, before, fields);
    await refuseStaleVehicle(trx, session, before, { ...before, ...columns }, seen);
    await updateVehicle(trx, companyId, id, columns, nowText());
    await noteRetimes(trx, authorOf(session), [before]);
    return { before, stored: shown(await getVehicle(trx, companyId, id)) };
  });
  publishChange(companyId, { model: "Vehicle", action: "update", ids: [id] }, tab);
  await retimeAfterVehicle(session, before, tab);
  return { stored };
}

/**
 * Active becomes inactive and back.
 * @returns the new status
 * @throws AppError 403, 404
 */
export async function toggleVehicle(session: CompanySession, id: number, tab?: string): Promise<0 | 1> {
  authorize(session, "vehicle.update");
  const status = await withTransaction(db(), async (trx) => {
    const next = toggledRecordStatus((await lockVehicle(trx, session.company.id, id)).status);
    await updateVehicle(trx, session.company.id, id, { status: next }, nowText());
    return next;
  });
  publishChange(session.company.id, { model: "Vehicle", action: "update", ids: [id] }, tab);
  return status;
}

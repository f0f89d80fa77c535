import { RecordStatus } from "~/domain/record-status";
import type { VehicleItem } from "./queries/vehicles-page.server";

/** Sent by a vehicle's form whose fields save themselves: it is about the new warehouse alone. */
export const FIELDS_SAVED = "fields_saved";

/** 0 means "no limit" and empty "not set": neither is shown as a figure in the field. */
export const figure = (value: number | null | undefined): string => (value ? String(value) : "");
const text = (value: number | string | null): string => (value === null ? "" : String(value));

/** What the fields of the form show, by their names. */
export const vehicleFormTexts = (item: Omit<VehicleItem, "id">): Record<string, string> => ({
  title: item.title,
  plate: item.plate,
  type: item.type,
  status: item.status === RecordStatus.Active ? "1" : "0",
  driver_id: figure(item.driverId),
  warehouse_id: figure(item.warehouseId),
  speed: String(item.speedPercent),
  max_distance: figure(item.maxDistance),
  width: figure(item.width),
  height: figure(item.height),
  weight: figure(item.weight),
  capacity: figure(item.capacity),
  max_load: figure(item.maxLoad),
  max_quantity: figure(item.maxQuantity),
  work_hour_start: text(item.workHourStart),
  work_hour_end: text(item.workHourEnd),
  overtime: figure(item.overtime),
  break_start: text(item.breakStart),
  break_end: text(item.breakEnd),
  break_duration: figure(item.breakDuration),
  cost_per_km: figure(item.costPerKm),
  cost_per_hour: figure(item.costPerHour),
  fixed_cost: figure(item.fixedCost),
  park_location_address: text(item.parkAddress),
  park_location_lat: text(item.parkLat),
  park_location_lng: text(item.parkLng),
});

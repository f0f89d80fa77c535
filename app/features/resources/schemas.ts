/** What the actions on vehicles and warehouses take. */
import { z } from "zod";
import { DEFAULT_SPEED_FACTOR, MAX_CHOSEN_ROWS, SPEED_PERCENT_MAX, SPEED_PERCENT_MIN } from "~/domain/constants";
import { END_AFTER_START, timeRangeError } from "~/domain/time/hhmm";
import { isTimeZone } from "~/domain/time/time-zone";
import { readAs } from "~/domain/validation/field-reader";
import { requiredMessage } from "~/domain/validation/text";
import { VEHICLE_LIMITS } from "~/domain/vehicle/vehicle-limits";
import { VehicleType } from "~/domain/vehicle/vehicle-type";
import {
  asTheyAre,
  changedTitle,
  chosenIds,
  clampedOrNone,
  countedField,
  idField,
  itemId,
  latitudeField,
  longitudeField,
  numberField,
  optionalText,
  requiredText,
  seenFields,
  switchField,
  timeField,
} from "~/domain/validation/wire-fields";
import { VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";
import { AppError } from "~/lib/errors";

const isPlace = (lat: number | null, lng: number | null): boolean =>
  lat !== null && lng !== null && lat !== 0 && lng !== 0;

const warehouseFields = {
  title: requiredText("Title"),
  address: optionalText("Address"),
  lat: latitudeField(),
  lng: longitudeField(),
  country_code: readAs(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(?:[A-Z]{2})?$/, "Country is not correct"),
    (text) => text,
  ).default(""),
  /** "" : found from the place */
  time_zone: readAs(
    z
      .string()
      .trim()
      .refine((zone) => zone === "" || (zone.length < 100 && isTimeZone(zone)), "Time zone is not correct"),
    (text) => text,
  ).default(""),
  external_id: optionalText("External id"),
  status: switchField(true),
};

/** Of a coordinate that is not given, nothing is said. */
const checkPlace = (
  { lat = 1, lng = 1 }: { lat?: number | null | undefined; lng?: number | null | undefined },
  context: z.core.$RefinementCtx<unknown>,
): void => {
  if (isPlace(lat, lng)) return;
  const path = isPlace(lat, 1) ? "lng" : "lat";
  context.addIssue({ code: "custom", path: [path], message: "Please enter a valid address of warehouse" });
};

export const ItemId = z.strictObject({ id: itemId() });
export const NewWarehouse = z.strictObject(warehouseFields).superRefine(checkPlace);
export type WarehouseInput = z.infer<typeof NewWarehouse>;
/** What is left out stays; `seen` is what the form showed before. */
export const ChangedWarehouse = z
  .strictObject({ ...ItemId.shape, seen: seenFields(), ...asTheyAre({ ...warehouseFields, title: changedTitle() }) })
  .superRefine(checkPlace);
export type WarehouseChanges = Omit<z.infer<typeof ChangedWarehouse>, "id" | "seen">;
/** What has to be right once some fields of a warehouse are changed. */
export const WarehousePlace = z.object({ lat: z.number(), lng: z.number() }).superRefine(checkPlace);

const vehicleTypes = [VehicleType.Auto, VehicleType.Truck] as const;

/** Percent; also of a vehicle whose field is left blank. */
const USUAL_SPEED = DEFAULT_SPEED_FACTOR * 100;

/** Hours are local to the warehouse, speed is in percent. */
const vehicleFields = {
  title: requiredText(LABELS.title),
  plate: optionalText(LABELS.plate),
  type: z.enum(vehicleTypes, { error: `${LABELS.type} is not correct` }).default(VehicleType.Auto),
  status: switchField(true),
  driver_id: idField(LABELS.driverId),
  warehouse_id: idField(LABELS.warehouseId),
  speed: countedField(LABELS.speedFactor, { min: SPEED_PERCENT_MIN, max: SPEED_PERCENT_MAX, empty: USUAL_SPEED }),
  max_distance: countedField(LABELS.maxDistance, { max: VEHICLE_LIMITS.maxDistance }),
  capacity: countedField(LABELS.capacity, { max: VEHICLE_LIMITS.capacity }),
  max_load: countedField(LABELS.maxLoad, { max: VEHICLE_LIMITS.maxLoad }),
  max_quantity: countedField(LABELS.maxQuantity, { max: VEHICLE_LIMITS.maxQuantity, whole: true }),
  width: numberField(LABELS.width, { max: VEHICLE_LIMITS.width }),
  height: numberField(LABELS.height, { max: VEHICLE_LIMITS.height }),
  weight: numberField(LABELS.weight, { max: VEHICLE_LIMITS.weight }),
  /** "": the company's default */
  work_hour_start: timeField(LABELS.workHourStart),
  work_hour_end: timeField(LABELS.workHourEnd),
  overtime: countedField(LABELS.overtime, { max: VEHICLE_LIMITS.overtime, whole: true }),
  break_start: timeField(LABELS.breakStart),
  break_end: timeField(LABELS.breakEnd),
  break_duration: clampedOrNone(LABELS.breakDuration, { max: VEHICLE_LIMITS.breakDuration, whole: true }),
  cost_per_km: countedField(LABELS.costPerKm, { max: VEHICLE_LIMITS.costPerKm }),
  cost_per_hour: countedField(LABELS.costPerHour, { max: VEHICLE_LIMITS.costPerHour }),
  fixed_cost: countedField(LABELS.fixedCost, { max: VEHICLE_LIMITS.fixedCost }),
  park_location_address: optionalText(LABELS.parkLocationAddress),
  park_location_lat: latitudeField(LABELS.parkLocationLat),
  park_location_lng: longitudeField(LABELS.parkLocationLng),
};
const newWarehouseLabel = "New warehouse";
const newWarehouseFields = {
  new_warehouse_title: optionalText(newWarehouseLabel),
  new_warehouse_lat: latitudeField(),
  new_warehouse_lng: longitudeField(),
};

const changedFields = { ...vehicleFields, title: changedTitle() };
const VehicleValues = z.strictObject(changedFields);
type VehicleValues = z.infer<typeof VehicleValues>;

function checkParkLocation(
  { park_location_lat: lat, park_location_lng: lng }: Partial<VehicleValues>,
  context: z.core.$RefinementCtx<unknown>,
): void {
  if (lat === undefined || lng === undefined || isPlace(lat, 1) === isPlace(lng, 1)) return;
  const path = isPlace(lat, 1) ? "park_location_lng" : "park_location_lat";
  context.addIssue({
    code: "custom",
    path: [path],
    message: `${LABELS.parkLocationAddress} needs both latitude and longitude`,
  });
}

/** Of values that are given without those that are stored. */
function checkRanges(value: Partial<VehicleValues>, context: z.core.$RefinementCtx<unknown>): void {
  const refuse = (path: string) => context.addIssue({ code: "custom", path: [path], message: END_AFTER_START });
  const endsFirst = (start = "", end = "") => timeRangeError(start, end) !== null;
  if (endsFirst(value.work_hour_start, value.work_hour_end)) refuse("work_hour_end");
  if (endsFirst(value.break_start, value.break_end)) refuse("break_end");
}

function checkPlaces(
  value: Partial<VehicleValues> & z.infer<z.ZodObject<typeof newWarehouseFields>>,
  context: z.core.$RefinementCtx<unknown>,
): void {
  checkParkLocation(value, context);
  const { new_warehouse_title: title, new_warehouse_lat: lat, new_warehouse_lng: lng } = value;
  if (title !== "" && !isPlace(lat, lng)) {
    const path = isPlace(lat, 1) ? "new_warehouse_lng" : "new_warehouse_lat";
    context.addIssue({ code: "custom", path: [path], message: "Please enter a valid address of warehouse" });
  }
  if (title === "" && (lat !== null || lng !== null))
    context.addIssue({
      code: "custom",
      path: ["new_warehouse_title"],
      message: requiredMessage(newWarehouseLabel),
    });
}

/** A vehicle, with the warehouse that is added along with it. */
export const NewVehicle = z
  .strictObject({ ...vehicleFields, ...newWarehouseFields })
  .superRefine(checkPlaces)
  .superRefine(checkRanges);
export type VehicleInput = z.infer<typeof NewVehicle>;
/**
 * Of a vehicle that is there, what is left out stays: hours, breaks and the parking place are checked beside what is
 * stored (`save-vehicle.server.ts`).
 */
export const ChangedVehicle = z
  .strictObject({ ...ItemId.shape, seen: seenFields(), ...asTheyAre(changedFields), ...newWarehouseFields })
  .superRefine(checkPlaces);
export type VehicleChanges = Omit<z.infer<typeof ChangedVehicle>, "id" | "seen">;

/** All fields of a vehicle as they are to be stored. */
export const WholeVehicle = VehicleValues.superRefine(checkParkLocation);
export type WholeVehicle = z.infer<typeof WholeVehicle>;

/** Single fields, and what the form showed of them before. */
export const VehicleFields = z.strictObject({ ...ItemId.shape, seen: seenFields(), ...asTheyAre(changedFields) });

/** What several vehicles may be given at once: what tells one from the other is left out. */
export const SHARED_VEHICLE_FIELDS = [
  "status",
  "type",
  "driver_id",
  "warehouse_id",
  "speed",
  "max_distance",
  "capacity",
  "max_load",
  "max_quantity",
  "work_hour_start",
  "work_hour_end",
  "overtime",
  "break_start",
  "break_end",
  "break_duration",
  "cost_per_km",
  "cost_per_hour",
  "fixed_cost",
] as const;
const shared = VehicleValues.pick(
  Object.fromEntries(SHARED_VEHICLE_FIELDS.map((name) => [name, true])) as Record<
    (typeof SHARED_VEHICLE_FIELDS)[number],
    true
  >,
).shape;

export const WarehousesStatus = z.strictObject({
  ids: chosenIds("warehouse", MAX_CHOSEN_ROWS),
  status: switchField(true),
});
export const ChosenVehicles = z.strictObject({ ids: chosenIds("vehicle", MAX_CHOSEN_ROWS) });
export const SharedVehicleFields = z
  .strictObject({ ...ChosenVehicles.shape, ...asTheyAre(shared) })
  .superRefine(checkRanges);

/** @throws AppError 422 when there is nothing to change */
export function refuseNoFields(fields: Readonly<Record<string, unknown>>): void {
  if (Object.values(fields).every((value) => value === undefined))
    throw new AppError("vehicles.no_fields", "Fill in at least one field.", { status: 422 });
}

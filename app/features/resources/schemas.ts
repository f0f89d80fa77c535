import { z } from "zod";
import { DEFAULT_SPEED_FACTOR, MAX_CHOSEN_ROWS, SPEED_PERCENT_MAX, SPEED_PERCENT_MIN } from "~/domain/constants";
import { END_AFTER_START, timeRangeError } from "~/domain/time/hhmm";
import { isTimeZone } from "~/domain/time/time-zone";
import { VEHICLE_LIMITS } from "~/domain/vehicle/vehicle-limits";
import { VehicleType } from "~/domain/vehicle/vehicle-type";
import {
  chosenIdsField,
  clampedField,
  countedField,
  idField,
  latitudeField,
  longitudeField,
  numberField,
  optionalText,
  requiredText,
  switchField,
  timeField,
} from "~/domain/validation/form-fields";
import { AppError } from "~/lib/errors";
import { NONE_CHOSEN } from "./none-chosen";

const isPlace = (lat: number | null, lng: number | null): boolean =>
  lat !== null && lng !== null && lat !== 0 && lng !== 0;

/** A warehouse as its form or a program gives it. */
export const WarehouseSchema = z
  .object({
    title: requiredText("Title"),
    address: optionalText("Address"),
    lat: latitudeField(),
    lng: longitudeField(),
    country_code: z.preprocess(
      (value) =>
        String(value ?? "")
          .trim()
          .toUpperCase(),
      z.string().regex(/^(?:[A-Z]{2})?$/, "Country is not correct"),
    ),
    /** "" : found from the place */
    time_zone: z.preprocess(
      (value) => String(value ?? "").trim(),
      z.string().refine((zone) => zone === "" || isTimeZone(zone), "Time zone is not correct"),
    ),
    external_id: optionalText("External id"),
    status: switchField(1),
  })
  .superRefine((value, context) => {
    if (isPlace(value.lat, value.lng)) return;
    const path = value.lat === null || value.lat === 0 ? "lat" : "lng";
    context.addIssue({ code: "custom", path: [path], message: "Please enter a valid address of warehouse" });
  });
export type WarehouseInput = z.infer<typeof WarehouseSchema>;

const vehicleTypes = [VehicleType.Auto, VehicleType.Truck] as const;

/** Percent; also of a vehicle whose field is left blank. */
const USUAL_SPEED = DEFAULT_SPEED_FACTOR * 100;

/** A vehicle as its form or a program gives it. Hours are local to the warehouse, speed is in percent. */
export const VehicleSchema = z
  .object({
    title: requiredText("Title"),
    plate: optionalText("Plate"),
    type: z.preprocess((value) => value ?? VehicleType.Auto, z.enum(vehicleTypes, { error: "Type is not correct" })),
    status: switchField(1),
    driver_id: idField("Driver"),
    warehouse_id: idField("Service Warehouse"),
    speed: numberField("Speed", { min: SPEED_PERCENT_MIN, max: SPEED_PERCENT_MAX, empty: USUAL_SPEED }).transform(
      (speed) => speed ?? USUAL_SPEED,
    ),
    max_distance: countedField("Max distance", { max: VEHICLE_LIMITS.maxDistance }),
    capacity: countedField("Capacity", { max: VEHICLE_LIMITS.capacity }),
    max_load: countedField("Load", { max: VEHICLE_LIMITS.maxLoad }),
    max_quantity: countedField("Visits max", { max: VEHICLE_LIMITS.maxQuantity, whole: true }),
    width: numberField("Width", { max: 99, empty: null }),
    height: numberField("Height", { max: 99, empty: null }),
    weight: numberField("Weight", { max: 999, empty: null }),
    /** "": the company's default */
    work_hour_start: timeField("Working hours start"),
    work_hour_end: timeField("Working hours end"),
    overtime: countedField("Overtime", { max: VEHICLE_LIMITS.overtime, whole: true }),
    break_start: timeField("Breaks start"),
    break_end: timeField("Breaks end"),
    break_duration: clampedField("Break duration", { max: VEHICLE_LIMITS.breakDuration, whole: true, empty: null }),
    cost_per_km: countedField("Cost per km", { max: 9999 }),
    cost_per_hour: countedField("Cost per hour", { max: 9999 }),
    fixed_cost: countedField("Fixed cost", { max: 99_999 }),
    park_location_address: optionalText("Park location"),
    park_location_lat: latitudeField("Park location latitude"),
    park_location_lng: longitudeField("Park location longitude"),
    new_warehouse_title: optionalText("New warehouse"),
    new_warehouse_lat: latitudeField(),
    new_warehouse_lng: longitudeField(),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (timeRangeError(value.work_hour_start, value.work_hour_end) !== null) refuse("work_hour_end", END_AFTER_START);
    if (
      value.break_start !== "" &&
      value.break_end !== "" &&
      timeRangeError(value.break_start, value.break_end) !== null
    )
      refuse("break_end", END_AFTER_START);
    if (isPlace(value.park_location_lat, 1) !== isPlace(value.park_location_lng, 1)) {
      refuse(
        isPlace(value.park_location_lat, 1) ? "park_location_lng" : "park_location_lat",
        "Park location needs both latitude and longitude",
      );
    }
    if (value.new_warehouse_title !== "" && !isPlace(value.new_warehouse_lat, value.new_warehouse_lng)) {
      refuse(
        isPlace(value.new_warehouse_lat, 1) ? "new_warehouse_lng" : "new_warehouse_lat",
        "Please enter a valid address of warehouse",
      );
    }
  });
export type VehicleInput = z.infer<typeof VehicleSchema>;

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

/**
 * Of the form that changes several vehicles: an empty field leaves what each of them has.
 * @throws ZodError naming a field that no vehicle could take, AppError 422 when all are empty
 */
export function sharedVehicleFields(posted: Readonly<Record<string, string>>): Record<string, string> {
  const given = SHARED_VEHICLE_FIELDS.flatMap((name) =>
    posted[name]?.trim() ? [[name, posted[name] === NONE_CHOSEN ? "" : posted[name]] as const] : [],
  );
  if (given.length === 0) throw new AppError("vehicles.no_fields", "Fill in at least one field.", { status: 422 });
  const fields = Object.fromEntries(given);
  VehicleSchema.parse({ title: "Any", ...fields });
  return fields;
}

export const ChosenVehicles = z.object({ ids: chosenIdsField("vehicle", MAX_CHOSEN_ROWS) });

export const ItemIdSchema = z.object({
  id: z.coerce.number({ error: "Id is not correct" }).int().positive("Id is not correct"),
});

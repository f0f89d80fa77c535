import { VISIT_COLUMN_LABELS as VISIT } from "../visit/field-labels";
import { VEHICLE_COLUMN_LABELS as VEHICLE } from "../vehicle/field-labels";
import { VEHICLE_LIMITS } from "../vehicle/vehicle-limits";
import { MAX_EMAIL_LENGTH, MAX_NOTE_LENGTH, MAX_POSTCODE_LENGTH } from "../constants";

/** The fields that a spreadsheet's columns can be mapped to. Keys are those of the records. */

export const ImportEntity = { Visit: "visit", Vehicle: "vehicle" } as const;
export type ImportEntity = (typeof ImportEntity)[keyof typeof ImportEntity];

export type FieldKind =
  | "text"
  | "phone"
  | "email"
  | "minutes"
  | "number"
  | "whole"
  | "time"
  | "window"
  | "visitType"
  | "vehicleType"
  | "speed"
  | "lat"
  | "lng"
  | "coordinates";

/** What a field's numbers are counted in; cells and headers may name another unit. */
export type Unit = "kg" | "m3" | "km" | "min";

export interface ImportField {
  key: string;
  label: string;
  kind: FieldKind;
  required?: boolean;
  /** longest text, in characters (255 when left out), or the largest number */
  max?: number;
  /** a text of several lines */
  lines?: true;
  unit?: Unit;
  /** A part of other fields, in a column of its own; templates do without it. */
  partOf?: readonly string[];
}

const VISIT_FIELDS: readonly ImportField[] = [
  { key: "name", label: VISIT.name, kind: "text", required: true },
  { key: "address", label: VISIT.address, kind: "text" },
  { key: "street", label: "Street", kind: "text", partOf: ["address"] },
  { key: "houseNumber", label: "House number", kind: "text", max: 50, partOf: ["address"] },
  { key: "postcode", label: VISIT.postcode, kind: "text", max: MAX_POSTCODE_LENGTH },
  { key: "city", label: "City", kind: "text", partOf: ["address"] },
  { key: "country", label: "Country", kind: "text", partOf: ["address"] },
  { key: "type", label: VISIT.type, kind: "visitType" },
  { key: "startTime", label: VISIT.startTime, kind: "time" },
  { key: "endTime", label: VISIT.endTime, kind: "time" },
  { key: "timeWindow", label: "Time window", kind: "window", partOf: ["startTime", "endTime"] },
  { key: "serviceTime", label: VISIT.serviceTime, kind: "minutes", unit: "min" },
  { key: "packageCapacity", label: VISIT.packageCapacity, kind: "number", unit: "m3" },
  { key: "packageLoad", label: VISIT.packageLoad, kind: "number", unit: "kg" },
  { key: "lat", label: VISIT.lat, kind: "lat" },
  { key: "lng", label: VISIT.lng, kind: "lng" },
  { key: "coordinates", label: "Coordinates", kind: "coordinates", partOf: ["lat", "lng"] },
  { key: "recipientName", label: VISIT.recipientName, kind: "text" },
  { key: "recipientPhone", label: VISIT.recipientPhone, kind: "phone", max: 50 },
  { key: "recipientEmail", label: VISIT.recipientEmail, kind: "email", max: MAX_EMAIL_LENGTH },
  { key: "recipientNote", label: VISIT.recipientNote, kind: "text", max: MAX_NOTE_LENGTH, lines: true },
  { key: "deliveryNote", label: VISIT.deliveryNote, kind: "text", max: MAX_NOTE_LENGTH, lines: true },
  { key: "externalId", label: "External id", kind: "text" },
  { key: "externalWarehouseId", label: "External warehouse id", kind: "text" },
];

/**
 * Headers that only exported sheets of routes and of unserved visits have. Such a sheet is never imported: what a route
 * carries is no limit of its vehicle, and unserved visits are also among the visits.
 */
export const ACCOUNT_HEADERS = { routes: "On site min", unserved: "What would help" } as const;

/** A header that only exported visits of a plan have: their rows speak of visits that are there already. */
export const PLANNED_VISITS_HEADER = "Begin of service";

const VEHICLE_FIELDS: readonly ImportField[] = [
  { key: "plate", label: VEHICLE.plate, kind: "text", required: true },
  { key: "type", label: VEHICLE.type, kind: "vehicleType" },
  { key: "capacity", label: VEHICLE.capacity, kind: "number", max: VEHICLE_LIMITS.capacity, unit: "m3" },
  { key: "maxLoad", label: VEHICLE.maxLoad, kind: "number", max: VEHICLE_LIMITS.maxLoad, unit: "kg" },
  { key: "maxQuantity", label: VEHICLE.maxQuantity, kind: "whole", max: VEHICLE_LIMITS.maxQuantity },
  { key: "workHourStart", label: VEHICLE.workHourStart, kind: "time" },
  { key: "workHourEnd", label: VEHICLE.workHourEnd, kind: "time" },
  { key: "workHours", label: "Work hours", kind: "window", partOf: ["workHourStart", "workHourEnd"] },
  { key: "maxDistance", label: VEHICLE.maxDistance, kind: "number", max: VEHICLE_LIMITS.maxDistance, unit: "km" },
  { key: "overtime", label: VEHICLE.overtime, kind: "whole", max: VEHICLE_LIMITS.overtime, unit: "min" },
  { key: "speedFactor", label: VEHICLE.speedFactor, kind: "speed" },
  { key: "breakStart", label: VEHICLE.breakStart, kind: "time" },
  { key: "breakEnd", label: VEHICLE.breakEnd, kind: "time" },
  { key: "breakHours", label: "Break hours", kind: "window", partOf: ["breakStart", "breakEnd"] },
  { key: "breakDuration", label: VEHICLE.breakDuration, kind: "whole", max: VEHICLE_LIMITS.breakDuration, unit: "min" },
];

export const IMPORT_FIELDS: Readonly<Record<ImportEntity, readonly ImportField[]>> = {
  visit: VISIT_FIELDS,
  vehicle: VEHICLE_FIELDS,
};

export const importField = (entity: ImportEntity, key: string): ImportField | undefined =>
  IMPORT_FIELDS[entity].find((field) => field.key === key);

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
  { key: "name", label: "Name", kind: "text", required: true },
  { key: "address", label: "Address", kind: "text" },
  { key: "street", label: "Street", kind: "text", partOf: ["address"] },
  { key: "houseNumber", label: "House number", kind: "text", max: 50, partOf: ["address"] },
  { key: "postcode", label: "Postcode", kind: "text", max: MAX_POSTCODE_LENGTH },
  { key: "city", label: "City", kind: "text", partOf: ["address"] },
  { key: "country", label: "Country", kind: "text", partOf: ["address"] },
  { key: "type", label: "Type", kind: "visitType" },
  { key: "startTime", label: "Start time", kind: "time" },
  { key: "endTime", label: "End time", kind: "time" },
  { key: "timeWindow", label: "Time window", kind: "window", partOf: ["startTime", "endTime"] },
  { key: "serviceTime", label: "Service time", kind: "minutes", unit: "min" },
  { key: "packageCapacity", label: "Package capacity", kind: "number", unit: "m3" },
  { key: "packageLoad", label: "Package load", kind: "number", unit: "kg" },
  { key: "lat", label: "Latitude", kind: "lat" },
  { key: "lng", label: "Longitude", kind: "lng" },
  { key: "coordinates", label: "Coordinates", kind: "coordinates", partOf: ["lat", "lng"] },
  { key: "recipientName", label: "Recipient name", kind: "text" },
  { key: "recipientPhone", label: "Recipient phone", kind: "phone", max: 50 },
  { key: "recipientEmail", label: "Recipient email", kind: "email", max: MAX_EMAIL_LENGTH },
  { key: "recipientNote", label: "Recipient note", kind: "text", max: MAX_NOTE_LENGTH, lines: true },
  { key: "deliveryNote", label: "Delivery note", kind: "text", max: MAX_NOTE_LENGTH, lines: true },
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
  { key: "plate", label: "Plate", kind: "text", required: true },
  { key: "type", label: "Type", kind: "vehicleType" },
  { key: "capacity", label: "Capacity", kind: "number", max: VEHICLE_LIMITS.capacity, unit: "m3" },
  { key: "maxLoad", label: "Max load", kind: "number", max: VEHICLE_LIMITS.maxLoad, unit: "kg" },
  { key: "maxQuantity", label: "Visits max", kind: "whole", max: VEHICLE_LIMITS.maxQuantity },
  { key: "workHourStart", label: "Work hour start", kind: "time" },
  { key: "workHourEnd", label: "Work hour end", kind: "time" },
  { key: "workHours", label: "Work hours", kind: "window", partOf: ["workHourStart", "workHourEnd"] },
  { key: "maxDistance", label: "Max distance", kind: "number", max: VEHICLE_LIMITS.maxDistance, unit: "km" },
  { key: "overtime", label: "Overtime", kind: "whole", max: VEHICLE_LIMITS.overtime, unit: "min" },
  { key: "speedFactor", label: "Speed factor", kind: "speed" },
  { key: "breakStart", label: "Break start", kind: "time" },
  { key: "breakEnd", label: "Break end", kind: "time" },
  { key: "breakHours", label: "Break hours", kind: "window", partOf: ["breakStart", "breakEnd"] },
  { key: "breakDuration", label: "Break duration", kind: "whole", max: VEHICLE_LIMITS.breakDuration, unit: "min" },
];

export const IMPORT_FIELDS: Readonly<Record<ImportEntity, readonly ImportField[]>> = {
  visit: VISIT_FIELDS,
  vehicle: VEHICLE_FIELDS,
};

export const importField = (entity: ImportEntity, key: string): ImportField | undefined =>
  IMPORT_FIELDS[entity].find((field) => field.key === key);

import { VEHICLE_LIMITS } from "../vehicle/vehicle-limits";
import { MAX_NOTE_LENGTH } from "../constants";

/** The fields that a spreadsheet's columns can be mapped to. Keys are those of the records. */

export const ImportEntity = { Visit: "visit", Vehicle: "vehicle" } as const;
export type ImportEntity = (typeof ImportEntity)[keyof typeof ImportEntity];

export type FieldKind =
  "text" | "phone" | "minutes" | "number" | "whole" | "time" | "visitType" | "vehicleType" | "speed" | "lat" | "lng";

export interface ImportField {
  key: string;
  label: string;
  kind: FieldKind;
  required?: boolean;
  /** longest text, in characters (255 when left out), or the largest number */
  max?: number;
  /** other headers that mean the same; compared without case, spaces and punctuation */
  synonyms?: readonly string[];
}

const VISIT_FIELDS: readonly ImportField[] = [
  {
    key: "name",
    label: "Name",
    kind: "text",
    required: true,
    synonyms: ["Title", "Visit", "Visit name", "Customer", "Customer name", "Client", "Stop", "Stop name"],
  },
  {
    key: "address",
    label: "Address",
    kind: "text",
    synonyms: ["Full address", "Delivery address", "Street", "Location"],
  },
  {
    key: "postcode",
    label: "Postcode",
    kind: "text",
    max: 50,
    synonyms: ["Postal code", "Zip", "Zip code", "Post code"],
  },
  { key: "type", label: "Type", kind: "visitType", synonyms: ["Visit type", "Kind"] },
  {
    key: "startTime",
    label: "Start time",
    kind: "time",
    synonyms: ["From", "Window start", "Time from", "Earliest", "Open", "Opens"],
  },
  {
    key: "endTime",
    label: "End time",
    kind: "time",
    synonyms: ["To", "Until", "Window end", "Time to", "Latest", "Close", "Closes"],
  },
  {
    key: "serviceTime",
    label: "Service time",
    kind: "minutes",
    synonyms: ["Service time min", "Service", "Duration", "Service duration", "Minutes", "Visit duration"],
  },
  {
    key: "packageCapacity",
    label: "Package capacity",
    kind: "number",
    synonyms: ["Capacity", "Volume", "Package volume", "Package capacity m3", "m3", "m³"],
  },
  {
    key: "packageLoad",
    label: "Package load",
    kind: "number",
    synonyms: ["Load", "Weight", "Package weight", "Package load kg", "kg"],
  },
  { key: "lat", label: "Latitude", kind: "lat", synonyms: ["Lat", "Y"] },
  { key: "lng", label: "Longitude", kind: "lng", synonyms: ["Lng", "Lon", "Long", "X"] },
  { key: "recipientName", label: "Recipient name", kind: "text", synonyms: ["Recipient", "Contact", "Contact name"] },
  {
    key: "recipientPhone",
    label: "Recipient phone",
    kind: "phone",
    max: 50,
    synonyms: ["Phone", "Telephone", "Mobile", "Phone number", "Contact phone"],
  },
  {
    key: "recipientNote",
    label: "Recipient note",
    kind: "text",
    max: MAX_NOTE_LENGTH,
    synonyms: ["Note", "Notes", "Comment", "Comments", "Remark", "Instructions"],
  },
  { key: "deliveryNote", label: "Delivery note", kind: "text", max: MAX_NOTE_LENGTH, synonyms: ["Confirmation note"] },
  {
    key: "externalId",
    label: "External id",
    kind: "text",
    synonyms: ["Order no", "Order", "Order number", "Order id", "Reference", "Ref", "Id"],
  },
  {
    key: "externalWarehouseId",
    label: "External warehouse id",
    kind: "text",
    synonyms: ["Warehouse id", "Warehouse", "Depot"],
  },
];

/**
 * Headers that only exported sheets of routes and of unserved visits have. Such a sheet is never imported: what a route
 * carries is no limit of its vehicle, and unserved visits are also among the visits.
 */
export const ACCOUNT_HEADERS = { routes: "On site min", unserved: "What would help" } as const;

const VEHICLE_FIELDS: readonly ImportField[] = [
  {
    key: "plate",
    label: "Plate",
    kind: "text",
    required: true,
    synonyms: ["License plate", "Licence plate", "Number plate", "Plate number", "Registration", "Vehicle plate"],
  },
  { key: "type", label: "Type", kind: "vehicleType", synonyms: ["Vehicle type"] },
  {
    key: "capacity",
    label: "Capacity",
    kind: "number",
    max: VEHICLE_LIMITS.capacity,
    synonyms: ["Capacity m3", "Volume"],
  },
  {
    key: "maxLoad",
    label: "Max load",
    kind: "number",
    max: VEHICLE_LIMITS.maxLoad,
    synonyms: ["Load", "Load kg", "Max load kg", "Payload"],
  },
  {
    key: "maxQuantity",
    label: "Visits max",
    kind: "whole",
    max: VEHICLE_LIMITS.maxQuantity,
    synonyms: ["Max quantity", "Max visits", "Visits"],
  },
  {
    key: "workHourStart",
    label: "Work hour start",
    kind: "time",
    synonyms: ["Work start", "Shift start", "Start time", "From"],
  },
  { key: "workHourEnd", label: "Work hour end", kind: "time", synonyms: ["Work end", "Shift end", "End time", "To"] },
  {
    key: "maxDistance",
    label: "Max distance",
    kind: "number",
    max: VEHICLE_LIMITS.maxDistance,
    synonyms: ["Max distance km", "Distance", "Range"],
  },
  {
    key: "overtime",
    label: "Overtime",
    kind: "whole",
    max: VEHICLE_LIMITS.overtime,
    synonyms: ["Overtime min", "Overtime mins"],
  },
  { key: "speedFactor", label: "Speed factor", kind: "speed", synonyms: ["Speed", "Speed %"] },
  { key: "breakStart", label: "Break start", kind: "time", synonyms: ["Break from"] },
  { key: "breakEnd", label: "Break end", kind: "time", synonyms: ["Break to"] },
  {
    key: "breakDuration",
    label: "Break duration",
    kind: "whole",
    max: VEHICLE_LIMITS.breakDuration,
    synonyms: ["Break", "Break min", "Break mins", "Break minutes"],
  },
];

export const IMPORT_FIELDS: Readonly<Record<ImportEntity, readonly ImportField[]>> = {
  visit: VISIT_FIELDS,
  vehicle: VEHICLE_FIELDS,
};

export const importField = (entity: ImportEntity, key: string): ImportField | undefined =>
  IMPORT_FIELDS[entity].find((field) => field.key === key);

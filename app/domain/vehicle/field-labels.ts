/** What fields of a vehicle are called, in the words of the specification's form: sections 2 and 3. */
import type { Vehicle } from "./vehicle";
import type { VehicleSettings } from "./vehicle-settings";
import type { Units } from "../units";

/** Of what a form sets, for one vehicle or for a day: in messages, in the list of changes, in files and imports. */
export const VEHICLE_FIELD_LABELS = {
  title: "Title",
  plate: "Plate",
  type: "Type",
  status: "Status",
  driverId: "Driver",
  warehouseId: "Service Warehouse",
  speedFactor: "Speed",
  maxDistance: "Max distance",
  capacity: "Capacity",
  maxLoad: "Load",
  maxQuantity: "Visits max",
  width: "Width",
  height: "Height",
  weight: "Weight",
  workHourStart: "Working hours start",
  workHourEnd: "Working hours end",
  overtime: "Overtime",
  hasBreaks: "Breaks",
  breakStart: "Breaks start",
  breakEnd: "Breaks end",
  breakDuration: "Break duration",
  costPerKm: "Cost per km",
  costPerHour: "Cost per hour",
  fixedCost: "Fixed cost",
  parkLocationAddress: "Park Location",
  parkLocationLat: "Park Location latitude",
  parkLocationLng: "Park Location longitude",
} as const satisfies Record<Exclude<keyof Vehicle | keyof VehicleSettings, "id" | "companyId">, string>;

/** What a form and a message call the price of a distance, in the reader's units. */
export const costPerDistanceLabel = ({ distance }: Units): string => `Cost per ${distance}`;

/**
 * Headers of columns, in templates, exports and imports. Some are named after the field of the record, and stay: people
 * have files with them.
 */
export const VEHICLE_COLUMN_LABELS = {
  ...VEHICLE_FIELD_LABELS,
  maxLoad: "Max load",
  speedFactor: "Speed factor",
  workHourStart: "Work hour start",
  workHourEnd: "Work hour end",
  breakStart: "Break start",
  breakEnd: "Break end",
} as const satisfies Record<keyof typeof VEHICLE_FIELD_LABELS, string>;

import { isolated } from "~/lib/isolated";
import { NO_DRIVER, SPEED_PERCENT_STEP } from "../constants";
import type { VehicleType } from "./vehicle-type";

/** A vehicle of a company. Names follow the columns; `null` means that nothing is set. */
export interface Vehicle {
  id: number;
  companyId: number;
  title: string;
  plate: string;
  type: VehicleType;
  status: 0 | 1;
  warehouseId: number | null;
  driverId: number | null;
  /** m³, 0 for no limit */
  capacity: number;
  /** kg, 0 for no limit */
  maxLoad: number;
  /** visits, 0 for no limit */
  maxQuantity: number;
  /** metres */
  width: number | null;
  /** metres */
  height: number | null;
  /** tonnes, trucks only */
  weight: number | null;
  /** 'HH:mm', local to the warehouse */
  workHourStart: string;
  workHourEnd: string;
  /** kilometres, 0 for no limit */
  maxDistance: number;
  /** minutes after the end of work that may still be used */
  overtime: number;
  /** ratio, 1 is the usual speed, shown as percent */
  speedFactor: number;
  breakStart: string | null;
  breakEnd: string | null;
  /** minutes */
  breakDuration: number | null;
  /** euro per kilometre, per hour of driving, and per day of use; 0 for none */
  costPerKm: number;
  costPerHour: number;
  fixedCost: number;
  parkLocationAddress: string | null;
  parkLocationLat: number | null;
  parkLocationLng: number | null;
}

/** A vehicle's name on screens, in sentences and in the log; lists of choices have `vehicleOptionLabel`. */
export const vehicleName = ({ id, title, plate }: Pick<Vehicle, "id" | "title" | "plate">): string =>
  title.trim() || plate.trim() || `Vehicle #${id}`;

/** The plate, in grey beside `vehicleName`; empty where that is the plate already. */
export const plateBeside = (name: string, plate: string | null): string =>
  plate === null || plate.trim() === name ? "" : plate.trim();

const different = (...names: (string | null)[]): string[] => [
  ...new Set(names.map((name) => name?.trim() ?? "").filter(Boolean)),
];

/** Both names in one text, such as a tooltip. */
export const vehicleInText = ({ vehicle, plate }: { vehicle: string; plate: string | null }): string =>
  different(vehicle, plate).map(isolated).join(" · ");

/** For whoever stands in front of it, the driver: the plate, and the title by which the dispatchers know it. */
export const plateAndTitle = ({ plate, title }: { plate: string | null; title: string | null }): string =>
  different(plate, title).map(isolated).join(" · ");

/** Its name in calculations and their sentences, and for recipients, who look for the plate. */
export const plateOrTitle = ({ plate, title }: { plate: string | null; title: string | null }): string =>
  plate?.trim() || title?.trim() || "";

/** Both where they differ, in files and figures, where one title may be of several vehicles; empty without either. */
export const titleAndPlate = ({ title, plate }: Pick<Vehicle, "title" | "plate">): string =>
  different(title, plate).join(" · ");

/**
 * A choice in a list of vehicles: driver name ("No Driver" for none) plus plate, or the title when there is no plate.
 */
export function vehicleOptionLabel(
  { id, title, plate }: Pick<Vehicle, "id" | "title" | "plate">,
  driverName: string | null,
): string {
  if (plate.trim() === "") return title.trim() || `Vehicle #${id}`;
  return `${isolated(driverName?.trim() || NO_DRIVER)} ${isolated(plate.trim())}`;
}

/** Speeds are stored in steps of 10 %, wherever they come from. */
export const steppedSpeed = (percent: number): number =>
  (Math.round(percent / SPEED_PERCENT_STEP) * SPEED_PERCENT_STEP) / 100;

/** Speed factor (ratio) as the whole percent that the slider shows. */
export const speedPercent = (speedFactor: number): number => Math.round(speedFactor * 100);

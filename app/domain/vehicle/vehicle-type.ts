import { labelOf } from "../labels";
import type { ValueOf } from "../labels";

/** Type of a vehicle: it decides the travel profile, and whether the form has a weight. */
export const VehicleType = { Auto: "auto", Truck: "truck" } as const;
export type VehicleType = ValueOf<typeof VehicleType>;

export const VEHICLE_TYPE_LABELS: Readonly<Record<VehicleType, string>> = {
  [VehicleType.Auto]: "Car",
  [VehicleType.Truck]: "Truck",
};

export const vehicleTypeLabel = (type: string | null | undefined): string => labelOf(VEHICLE_TYPE_LABELS, type);

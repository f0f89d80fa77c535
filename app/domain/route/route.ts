import type { RouteEnds } from "../place";
import type { VehicleSettingsOverride } from "../vehicle/vehicle-settings";
import type { RouteStatus } from "./route-status";

/** One vehicle's day within a plan. */
export interface Route extends RouteEnds {
  id: number;
  companyId: number;
  planId: number;
  vehicleId: number | null;
  driverId: number | null;
  warehouseId: number | null;
  /** the last calculation */
  queryId: number | null;
  position: number;
  status: RouteStatus;
  isLocked: boolean;
  vehicleSettings: VehicleSettingsOverride;
  /** seconds */
  statisticOverdueTime: number;
  /** visits served or failed out of turn */
  statisticOutOfTurn: number;
}

import type { Aim } from "../calculation/aim";
import type { RouteEnds } from "../place";
import type { VehicleSettingsOverride } from "../vehicle/vehicle-settings";
import type { PlanStatus } from "./plan-status";

/** A routing plan: the visits of one service date, from one warehouse. */
export interface Plan extends RouteEnds {
  id: number;
  companyId: number;
  title: string;
  warehouseId: number | null;
  /** the last calculation */
  queryId: number | null;
  status: PlanStatus;
  /** 'YYYY-MM-DD', a day of the warehouse's calendar */
  serviceDate: string;
  /** minutes, 0..99.9 */
  squashDuration: number;
  avoidTolls: boolean;
  avoidHighways: boolean;
  /** seconds, 0 lets the solver choose */
  solvingTime: number;
  /** 0..5 */
  exploration: number;
  /** 0..1 */
  visitBalanceCoefficient: number;
  /** what a calculation aims at */
  aim: Aim;
  vehicleSettings: VehicleSettingsOverride;
  /** who made the times of the last calculation; null: none yet */
  travelEngine: "osrm" | "valhalla" | "straight" | null;
  /** why another engine than the preferred one was asked; null: nothing to say */
  travelNote: string | null;
  /** raised by every change of the plan, its routes or its visits */
  version: number;
}

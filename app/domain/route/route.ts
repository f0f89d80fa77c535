import type { RouteEnds } from "../place";
import type { VehicleSettingsOverride } from "../vehicle/vehicle-settings";
import type { RuleViolation } from "../calculation/reasons";
import { RouteStatus } from "./route-status";

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
  /** UTC text, planned; null while nothing is planned. Views show `shownHours` */
  startTime: string | null;
  /** the same, expected anew with each report; once the route is completed, when it really ended */
  finishTime: string | null;
  /** metres */
  distance: number;
  /** seconds of travel */
  duration: number;
  /** seconds on site and of breaks, as a calculation's `service` */
  serviceDuration: number;
  /** seconds */
  waitingDuration: number;
  /** metres as planned when it left (`plannedTotals`); null: it has not, or had no plan */
  plannedDistance: number | null;
  /** the same, seconds that it takes its driver */
  plannedWorkDuration: number | null;
  /** the solver's units, hundredths for display */
  cost: number;
  /** rules that the route breaks; empty for none */
  violations: readonly RuleViolation[];
  /** raised by every change */
  version: number;
}

/** The driver defaults to the vehicle's if unset. */
export const defaultDriver = (
  route: Pick<Route, "driverId">,
  vehicle: { driverId: number | null } | null,
): number | null => route.driverId ?? vehicle?.driverId ?? null;

/** Seconds that a route takes its driver: driving, on site and waiting. */
export const workSecOf = ({
  duration,
  serviceDuration,
  waitingDuration,
}: Pick<Route, "duration" | "serviceDuration" | "waitingDuration">): number =>
  duration + serviceDuration + waitingDuration;

/**
 * The same for screens. Once a route is on the road, from when it left to its end: stops that are done took another
 * time than was planned.
 * @param left epoch seconds, as `ends`; null where it is not known
 * @param plannedSec what `workSecOf` says
 */
export const shownWorkSec = (
  status: RouteStatus,
  left: number | null,
  ends: number | null,
  plannedSec: number,
): number =>
  (status === RouteStatus.OnRoute || status === RouteStatus.Completed) && left !== null && ends !== null
    ? Math.max(0, ends - left)
    : plannedSec;

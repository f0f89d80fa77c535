import type { Vehicle } from "./problem";

/**
 * Limits on a route as a whole: VROOM's name, which is also the code in violations, reasons and suggestions, and the
 * vehicle's field. The amount of a violation is in the unit of the limit.
 */
export const ROUTE_LIMITS = {
  max_tasks: "maxTasks", // stops
  max_travel_time: "maxTravelTimeSec", // seconds
  max_distance: "maxDistanceM", // metres
} as const satisfies Readonly<Record<string, keyof Vehicle>>;

export type RouteLimit = keyof typeof ROUTE_LIMITS;

export const routeLimits = Object.entries(ROUTE_LIMITS) as readonly (readonly [
  RouteLimit,
  (typeof ROUTE_LIMITS)[RouteLimit],
])[];

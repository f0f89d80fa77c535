import type { NewRoute } from "../changes";
import { routeEndsOf } from "../place";
import type { RouteEnds } from "../place";
import type { Vehicle } from "../vehicle/vehicle";
import { NOT_LEFT } from "./planned-totals";
import { RouteStatus } from "./route-status";
import type { Route } from "./route";

/** What routes inherit from their plan. */
interface RoutesOwner extends RouteEnds {
  id: number;
  companyId: number;
  warehouseId: number | null;
}

/** An empty route for each vehicle, in their order, with the plan's start and end and the vehicle's driver. */
export const newRoutes = (
  plan: RoutesOwner,
  vehicles: readonly Pick<Vehicle, "id" | "driverId">[],
  firstPosition: number,
): NewRoute[] =>
  vehicles.map((vehicle, index) => ({
    ...routeEndsOf(plan),
    companyId: plan.companyId,
    planId: plan.id,
    warehouseId: plan.warehouseId,
    vehicleId: vehicle.id,
    driverId: vehicle.driverId,
    queryId: null,
    position: firstPosition + index,
    status: RouteStatus.Empty,
    isLocked: false,
    vehicleSettings: {},
    statisticOverdueTime: 0,
    statisticOutOfTurn: 0,
    startTime: null,
    finishTime: null,
    distance: 0,
    duration: 0,
    serviceDuration: 0,
    waitingDuration: 0,
    ...NOT_LEFT,
    cost: 0,
    violations: [],
  }));

/** The first position behind all routes of a plan. */
export const nextPosition = (routes: readonly Pick<Route, "position">[]): number =>
  routes.reduce((last, route) => Math.max(last, route.position), 0) + 1;

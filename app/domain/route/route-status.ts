import { labelOf } from "../labels";
import type { ValueOf } from "../labels";

/** Status of a route, stored as a number. */
export const RouteStatus = { Empty: 1, Planning: 2, Scheduled: 3, OnRoute: 4, Completed: 5 } as const;
export type RouteStatus = ValueOf<typeof RouteStatus>;

export const ROUTE_STATUSES: readonly RouteStatus[] = Object.values(RouteStatus);

export const ROUTE_STATUS_LABELS: Readonly<Record<RouteStatus, string>> = {
  [RouteStatus.Empty]: "Empty",
  [RouteStatus.Planning]: "Planning",
  [RouteStatus.Scheduled]: "Scheduled",
  [RouteStatus.OnRoute]: "On route",
  [RouteStatus.Completed]: "Completed",
};

/** The label of a route status; any other value shows `Unknown`. */
export const routeStatusLabel = (status: number | null | undefined): string => labelOf(ROUTE_STATUS_LABELS, status);

/** Of routes that their drivers see. */
export const APPROVED_STATUSES: readonly number[] = [
  RouteStatus.Scheduled,
  RouteStatus.OnRoute,
  RouteStatus.Completed,
] satisfies RouteStatus[];

/** Scheduled, on route or completed: the route was approved. */
export const isApprovedStatus = (status: number): boolean => APPROVED_STATUSES.includes(status);

/** Empty and Planning only say whether something stands on the route. */
export const isEmptyOrPlanning = (status: unknown): boolean =>
  status === RouteStatus.Empty || status === RouteStatus.Planning;

/** Before the road: the route still follows changes of the plan's start and end. */
export const isBeforeRoad = (status: number): boolean => status < RouteStatus.OnRoute;

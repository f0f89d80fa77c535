/** What a locked or a completed route refuses. */
import { ALLOWED, refuse } from "../decision";
import type { Permission } from "../decision";
import { RouteStatus } from "./route-status";
import type { Route } from "./route";

export type RouteGate = Pick<Route, "status" | "isLocked">;

export const LOCKED = refuse("route.locked", "The route is locked. Unlock it first.", 409);
export const COMPLETED = refuse("route.completed", "The route is already completed.", 409);

/** Null: no route, so no lock. */
export const isNotLocked = (route: Pick<Route, "isLocked"> | null | undefined): Permission =>
  route?.isLocked === true ? LOCKED : ALLOWED;

export const isNotCompleted = (route: Pick<Route, "status">): Permission =>
  route.status === RouteStatus.Completed ? COMPLETED : ALLOWED;

/** Why a route is closed, in one word; null for an open one. A completed route may be locked too. */
export const closedBy = (route: RouteGate): "completed" | "locked" | null =>
  !isNotCompleted(route).ok ? "completed" : !isNotLocked(route).ok ? "locked" : null;

/**
 * Taking visits in, changing settings, recalculating. Completion is named first: unlocking would open nothing.
 */
export function isOpen(route: RouteGate): Permission {
  const running = isNotCompleted(route);
  return running.ok ? isNotLocked(route) : running;
}

/**
 * What happens to a route (specification, states and transitions). `visits` are always all visits of the route,
 * start, end and breaks included.
 */
import { accept, confirmation } from "../decision";
import { mergePatches, planningChanges } from "../changes";
import { overdueSec } from "../visit/visit-display";
import { isLocationVisit, isPast, isStartOrEnd } from "../visit/visit-order";
import { approvedVisit } from "../visit/visit-transitions";
import { fullReset } from "../visit/visit-reset";
import { VisitStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import { endedAt } from "./departed";
import { canFinish, canRemoveAllVisits, canRemoveRoute, canStart } from "./route-permissions";
import { defaultDriver } from "./route";
import { renumberLabels } from "./route-labels";
import { RouteStatus, isApprovedStatus } from "./route-status";
import type { Decision } from "../decision";
import type { Patch, PlanningChanges } from "../changes";
import type { UtcText } from "../time/utc-text";
import type { Visit } from "../visit/visit";
import type { Route } from "./route";

export const START_ROUTE = "Are you sure you want to start this route?";
const START_ROUTES = "Are you sure you want to start these routes?";

export const startQuestion = (routes: number): string => (routes < 2 ? START_ROUTE : START_ROUTES);
export const FINISH_ROUTE = "Are you sure you want to finish this route?";
export const REMOVE_ALL_VISITS = "Remove all visits?";

type RouteFields = Patch<Route>["set"];

/** Status after a calculation was stored for the route: Empty becomes Planning. */
export const withCalculation = (route: Pick<Route, "status">, queryId: number): RouteFields =>
  route.status === RouteStatus.Empty ? { queryId, status: RouteStatus.Planning } : { queryId };

/** The driver that a recalculated route takes over from its vehicle where it has none. */
export function driverByDefault(
  route: Pick<Route, "id" | "driverId">,
  vehicle: { driverId: number | null } | null,
): PlanningChanges {
  const driverId = defaultDriver(route, vehicle);
  return planningChanges(driverId === route.driverId ? {} : { routes: [{ id: route.id, set: { driverId } }] });
}

/**
 * Approves a route. Locked: nothing changes. Already scheduled, on route or completed: only visits still scheduled
 * are approved, and the route is locked. Otherwise it becomes Scheduled and locked and its visits are approved;
 * a visit that is already done or failed keeps its report.
 */
export function approveRoute(route: Route, visits: readonly Visit[]): Decision<PlanningChanges> {
  if (route.isLocked) return accept(planningChanges());
  const again = isApprovedStatus(route.status);
  const approved = visits.filter((visit) => (again ? visit.status === VisitStatus.Scheduled : !isPast(visit)));
  const set: RouteFields = again ? { isLocked: true } : { isLocked: true, status: RouteStatus.Scheduled };
  const statuses = approved.map(({ id }) => ({ id, set: approvedVisit() }));
  // One that was not served has a place on the route from now on, and a number for its driver.
  const isApproved = new Set(approved.map(({ id }) => id));
  const labels = renumberLabels(
    visits.map((visit) => (isApproved.has(visit.id) ? { ...visit, ...approvedVisit() } : visit)),
  );
  return accept(
    planningChanges({
      routes: [{ id: route.id, set }],
      visits: mergePatches([...statuses, ...labels]),
    }),
  );
}

/**
 * Starts a route, after a question: On route, its start visit done as any other visit is: minutes late count as
 * overdue, and the route is recalculated by position, so that a late start is seen at once.
 */
export function startRoute(route: Route, visits: readonly Visit[], now: UtcText): Decision<PlanningChanges> {
  const allowed = canStart(route, visits);
  if (!allowed.ok) return allowed;
  const starts = visits.filter((visit) => visit.type === VisitType.Start && !isPast(visit));
  const late = starts.reduce((sum, visit) => sum + overdueSec(visit, now), 0);
  return accept(
    planningChanges({
      routes: [
        {
          id: route.id,
          set: {
            status: RouteStatus.OnRoute,
            ...(late > 0 ? { statisticOverdueTime: route.statisticOverdueTime + late } : {}),
          },
        },
      ],
      visits: starts.map((visit) => ({ id: visit.id, set: { status: VisitStatus.Delivered, completedAt: now } })),
      // A route without a start was never measured: there are no legs to count with.
      recalculate: starts.length > 0 ? [{ routeId: route.id, mode: "position" }] : [],
    }),
    confirmation("route.start", START_ROUTE),
  );
}

/** Finishes a route, after a question: Completed, its visits on route and its end done, over with its last report. */
export function finishRoute(route: Route, visits: readonly Visit[], now: UtcText): Decision<PlanningChanges> {
  const allowed = canFinish(route, visits);
  if (!allowed.ok) return allowed;
  const done = visits.filter(
    (visit) => visit.status === VisitStatus.OnRoute || (visit.type === VisitType.End && !isPast(visit)),
  );
  const reports = new Map(
    done.map(({ id, completedAt }) => [id, { status: VisitStatus.Delivered, completedAt: completedAt ?? now }]),
  );
  const finishTime = endedAt(visits.map((visit) => ({ ...visit, ...reports.get(visit.id) })));
  return accept(
    planningChanges({
      routes: [{ id: route.id, set: { status: RouteStatus.Completed, finishTime: finishTime ?? route.finishTime } }],
      visits: [...reports].map(([id, set]) => ({ id, set })),
    }),
    confirmation("route.finish", FINISH_ROUTE),
  );
}

/** Visits off the route: location visits reset, breaks, start and end removed. */
function clearedVisits(visits: readonly Visit[]): Pick<PlanningChanges, "visits" | "removeVisitIds"> {
  return {
    visits: visits.filter(isLocationVisit).map((visit) => ({ id: visit.id, set: fullReset() })),
    removeVisitIds: visits.filter((visit) => !isLocationVisit(visit)).map((visit) => visit.id),
  };
}

/** Nothing is planned any more. */
export const NO_TOTALS = {
  startTime: null,
  finishTime: null,
  distance: 0,
  duration: 0,
  serviceDuration: 0,
  waitingDuration: 0,
  cost: 0,
  violations: [],
} satisfies RouteFields;

const EMPTIED: RouteFields = { ...NO_TOTALS, status: RouteStatus.Empty, queryId: null };

/** Resets a route: no calculation, no statistics, Empty; visits reset; break, start and end removed. The lock stays. */
export function resetRoute(route: Route, visits: readonly Visit[]): Decision<PlanningChanges> {
  const set: RouteFields = { ...EMPTIED, statisticOverdueTime: 0, statisticOutOfTurn: 0 };
  return accept(planningChanges({ routes: [{ id: route.id, set }], ...clearedVisits(visits) }));
}

/** Removes a route; its visits are reset and stay in the plan. */
export function removeRoute(route: Route, visits: readonly Visit[], title: string): Decision<PlanningChanges> {
  const allowed = canRemoveRoute(route);
  if (!allowed.ok) return allowed;
  return accept(
    planningChanges({ removeRouteIds: [route.id], ...clearedVisits(visits) }),
    confirmation("route.remove", `Do you want to remove ${title}?`, { danger: true }),
  );
}

/**
 * Makes a route empty: status Empty, no calculation, start and end removed. Its visits and the break between them are
 * not touched; without visits there is no break either.
 */
export function setRouteEmpty(route: Pick<Route, "id">, visits: readonly Visit[]): PlanningChanges {
  const withoutVisits = becomesEmpty(visits);
  const isRemoved = (visit: Visit) => isStartOrEnd(visit) || (withoutVisits && visit.type === VisitType.Break);
  return planningChanges({
    routes: [{ id: route.id, set: EMPTIED }],
    removeVisitIds: visits.filter(isRemoved).map((visit) => visit.id),
  });
}

/** A recalculation of a route without any location visit, and with none to plan, sets it Empty. */
export const becomesEmpty = (visits: readonly Pick<Visit, "type">[]): boolean => !visits.some(isLocationVisit);

/** Locks an open route, opens a locked one. */
export const toggleRouteLock = (route: Pick<Route, "id" | "isLocked">): Decision<PlanningChanges> =>
  accept(planningChanges({ routes: [{ id: route.id, set: { isLocked: !route.isLocked } }] }));

/**
 * Removes all visits of a plan (or of one route), after a question. Locked routes are skipped with all that
 * stands on them; the other routes become empty.
 */
export function removeAllVisits(routes: readonly Route[], visits: readonly Visit[]): Decision<PlanningChanges> {
  const allowed = canRemoveAllVisits(routes, visits);
  if (!allowed.ok) return allowed;
  const locked = new Set(routes.filter((route) => route.isLocked).map((route) => route.id));
  const unlocked = routes.filter((route) => !route.isLocked);
  return accept(
    planningChanges({
      routes: unlocked.map((route) => ({ id: route.id, set: EMPTIED })),
      removeVisitIds: visits
        .filter((visit) => visit.routeId === null || !locked.has(visit.routeId))
        .map((visit) => visit.id),
    }),
    confirmation("visits.remove_all", REMOVE_ALL_VISITS, { title: "Confirmation", danger: true }),
  );
}

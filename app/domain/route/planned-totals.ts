/**
 * What was planned for a route when it left. Reports and changes on the day go on changing its distance and times, so
 * that it could not be worked out later.
 */
import { mergeChanges, planningChanges } from "../changes";
import type { Patch, PlanningChanges } from "../changes";
import type { PlanSlice } from "../plan/plan-slice";
import type { Visit } from "../visit/visit";
import { isPast } from "../visit/visit-order";
import { isPastStatus } from "../visit/visit-status";
import { workSecOf } from "./route";
import type { Route } from "./route";
import { RouteStatus, isBeforeRoad } from "./route-status";

type Kept = Pick<Route, "plannedDistance" | "plannedWorkDuration">;

/** Of a route that has not left. */
export const NOT_LEFT = { plannedDistance: null, plannedWorkDuration: null } as const satisfies Kept;

const totalsOf = (route: Route): Kept => ({
  plannedDistance: route.distance,
  plannedWorkDuration: workSecOf(route),
});

/**
 * Metres and seconds of work as they were planned when the route left. One that has not left has those of its plan as
 * it is; one that left without a plan has no others than what its reports made of it.
 */
export const plannedTotals = (
  route: Kept & Pick<Route, "distance" | "duration" | "serviceDuration" | "waitingDuration">,
): { distanceM: number; workSec: number } => ({
  distanceM: route.plannedDistance ?? route.distance,
  workSec: route.plannedWorkDuration ?? workSecOf(route),
});

/**
 * The changes, with what was planned for the routes that leave by them: those that start, or of which a stop is
 * reported before their start. A route that is put back to before its start forgets it, and so does one whose only
 * report from before its start goes with its visit.
 * @param routes all of the plan; `visits` those of the routes that the changes are about
 */
export function withPlannedTotals(
  changes: PlanningChanges,
  { routes, visits }: Pick<PlanSlice, "routes" | "visits">,
): PlanningChanges {
  const sets = new Map(changes.routes.map(({ id, set }) => [id, set]));
  const reported = reportedRoutes(changes, visits);
  const after = visitsAfter(changes, visits);
  const withdrawn = withdrawnRoutes(visits, after);
  const patches = routes.flatMap((route): Patch<Route>[] => {
    const set = sets.get(route.id);
    const isReported = reported.has(route.id);
    const isWithdrawn = withdrawn.has(route.id);
    if (set === undefined && !isReported && !isWithdrawn) return [];
    // Undo says itself what goes back.
    if (set !== undefined && "plannedDistance" in set) return [];
    const status = set?.status ?? route.status;
    const isKept = route.plannedDistance !== null;
    if (isReported || !isBeforeRoad(status))
      return isKept || route.startTime === null ? [] : [{ id: route.id, set: totalsOf(route) }];
    const isPutBack = isKept && (isWithdrawn || status !== route.status);
    return isPutBack && (status === RouteStatus.Empty || !after.some((visit) => isReportOf(route.id, visit)))
      ? [{ id: route.id, set: NOT_LEFT }]
      : [];
  });
  return patches.length === 0 ? changes : mergeChanges([changes, planningChanges({ routes: patches })]);
}

/** Routes of which the changes report a stop. */
function reportedRoutes({ visits: patches }: PlanningChanges, visits: PlanSlice["visits"]): Set<number> {
  const ids = new Set(patches.flatMap(({ id, set }) => (set.status && isPastStatus(set.status) ? [id] : [])));
  if (ids.size === 0) return ids;
  return new Set(visits.flatMap(({ id, routeId }) => (routeId !== null && ids.has(id) ? [routeId] : [])));
}

type Standing = Pick<Visit, "id" | "routeId" | "status">;

const isReportOf = (routeId: number | null, visit: Standing): boolean => visit.routeId === routeId && isPast(visit);

/** Where the visits stand once they are changed; without those that are removed. */
function visitsAfter({ visits: patches, removeVisitIds }: PlanningChanges, visits: PlanSlice["visits"]): Standing[] {
  const removed = new Set(removeVisitIds);
  const sets = new Map(patches.map(({ id, set }) => [id, set]));
  return visits.flatMap((visit) => {
    const set = sets.get(visit.id);
    if (removed.has(visit.id)) return [];
    return set === undefined ? visit : { ...visit, ...set };
  });
}

/** Routes that lose a report: it is taken back, or goes with its visit. */
function withdrawnRoutes(visits: PlanSlice["visits"], after: readonly Standing[]): Set<number> {
  const now = new Map(after.map((visit) => [visit.id, visit]));
  const lost = visits.filter((visit) => {
    const stands = now.get(visit.id);
    return isPast(visit) && (stands === undefined || !isReportOf(visit.routeId, stands));
  });
  return new Set(lost.flatMap(({ routeId }) => routeId ?? []));
}

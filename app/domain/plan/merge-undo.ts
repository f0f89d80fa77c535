/** Undoes a change on routes that others have changed since: visits and their order go back, times are recalculated. */
import { applyChanges } from "../apply-changes";
import type { Patch, PlanningChanges } from "../changes";
import { RouteStatus, isApprovedStatus } from "../route/route-status";
import type { Route } from "../route/route";
import { isNotCompleted } from "../route/route-gate";
import type { Visit } from "../visit/visit";
import { isLocationVisit, isPast, isStartOrEnd, isUnscheduled, fixedStops } from "../visit/visit-order";
import { VisitStatus, isPastStatus } from "../visit/visit-status";
import { FOLLOWING_ROUTE_FIELDS, FOLLOWING_WITH_POSITION } from "./plan-log";
import type { LoggedSide } from "./plan-log";
import { stopIdsInOrder, revertedOrder } from "./route-orders";
import type { UndoState } from "./undo-state";

interface MergeInput {
  before: LoggedSide;
  after: LoggedSide;
  state: UndoState;
  /** the plan's visits now, without those that the change removed */
  standing: readonly Visit[];
}

/** The plan as it will be. */
interface PlanAfterUndo {
  routes: ReadonlyMap<number, Route>;
  visits: ReadonlyMap<number, Visit>;
}

/**
 * @param exact what would undo the change if nothing else had changed
 * @returns also the routes that are completed or removed by now, to which nothing can go back
 */
export function mergeUndo(
  exact: PlanningChanges,
  { before, after, state, standing }: MergeInput,
): { changes: PlanningChanges; closedRouteIds: number[] } {
  const then = planAfterUndo(exact, state, standing);
  const holds = (routeId: number | null) =>
    routeId !== null && [...then.visits.values()].some((visit) => visit.routeId === routeId && isLocationVisit(visit));
  const removing = new Set(
    exact.removeVisitIds.filter(
      (id) => !standing.some((visit) => visit.id === id && isStartOrEnd(visit) && holds(visit.routeId)),
    ),
  );
  const remaining = standing.filter((visit) => !removing.has(visit.id));
  // A route that was filled again has a start and an end of its own.
  const hasSameEnd = (end: Visit) =>
    remaining.some((visit) => visit.routeId === end.routeId && visit.type === end.type);
  const restoring = state.removed.filter(
    (visit) => exact.restoreVisitIds.includes(visit.id) && !(isStartOrEnd(visit) && hasSameEnd(visit)),
  );

  const placed = new Set((after.placed ?? []).filter((id) => then.visits.has(id) && !isPast(then.visits.get(id)!)));
  const orders = new Map(
    (before.orders ?? []).map(({ routeId, visitIds }) => [
      routeId,
      orderAfterUndo(routeId, visitIds, { now: stopIdsInOrder(remaining, routeId), placed, then }),
    ]),
  );
  const visits = visitPatches(exact, { restoring, orders, then });
  const routes = new Map(exact.routes.map(({ id, set }) => [id, without(set, FOLLOWING_ROUTE_FIELDS)]));
  // A route with stops is not empty, whatever it was before; one without stops becomes empty with its new times.
  for (const routeId of new Set([...routes.keys(), ...orders.keys()])) {
    if (then.routes.get(routeId)?.status === RouteStatus.Empty && holds(routeId))
      routes.set(routeId, { ...routes.get(routeId), status: RouteStatus.Planning });
  }
  const touched = new Set([
    ...after.routes.map((route) => route.id),
    ...orders.keys(),
    ...[...visits.keys()].flatMap((id) =>
      [then.visits.get(id)?.routeId ?? [], standing.find((visit) => visit.id === id)?.routeId ?? []].flat(),
    ),
  ]);
  return {
    changes: {
      ...exact,
      routes: [...routes].map(([id, set]) => ({ id, set })),
      visits: [...visits].map(([id, set]) => ({ id, set })),
      removeVisitIds: [...removing],
      restoreVisitIds: restoring.map((visit) => visit.id),
      recalculate: [...touched].flatMap((routeId) =>
        then.routes.has(routeId) ? [{ routeId, mode: "position" as const }] : [],
      ),
    },
    closedRouteIds: [...orders].flatMap(([routeId, visitIds]) =>
      isClosed(then.routes.get(routeId)) && visitIds.some((id) => placed.has(id)) ? [routeId] : [],
    ),
  };
}

const isClosed = (route: Route | undefined): boolean => route === undefined || !isNotCompleted(route).ok;

/** A stop that is not known any more counts as one that is still to be served. */
const NOT_PAST: Pick<Visit, "status"> = { status: VisitStatus.Scheduled };

function planAfterUndo(
  exact: PlanningChanges,
  { routes, removed }: UndoState,
  standing: readonly Visit[],
): PlanAfterUndo {
  const restored = removed.filter((visit) => exact.restoreVisitIds.includes(visit.id));
  const after = applyChanges({ routes, visits: [...standing, ...restored] }, exact);
  return {
    routes: new Map(after.routes.map((route) => [route.id, route])),
    visits: new Map(after.visits.map((visit) => [visit.id, visit])),
  };
}

function orderAfterUndo(
  routeId: number,
  before: readonly number[],
  { now, placed, then }: { now: readonly number[]; placed: ReadonlySet<number>; then: PlanAfterUndo },
): number[] {
  const isBack = (id: number) => {
    const visit = then.visits.get(id);
    return visit?.routeId === routeId && !isUnscheduled(visit);
  };
  const first = (rest: readonly number[]) =>
    fixedStops(
      then.routes.get(routeId),
      rest.map((id) => then.visits.get(id) ?? NOT_PAST),
    );
  return revertedOrder(now, before, placed, isBack, first);
}

/** What the change decided, with the place in the new order; a visit that leaves its route gets all its fields back. */
function visitPatches(
  exact: PlanningChanges,
  {
    restoring,
    orders,
    then,
  }: { restoring: readonly Visit[]; orders: ReadonlyMap<number, readonly number[]>; then: PlanAfterUndo },
): Map<number, Patch<Visit>["set"]> {
  const patches = new Map<number, Patch<Visit>["set"]>();
  for (const { id, set } of exact.visits)
    patches.set(id, set.routeId === null ? set : without(set, FOLLOWING_WITH_POSITION));
  for (const { id, routeId } of restoring) patches.set(id, { routeId });
  for (const [routeId, visitIds] of orders) {
    const route = then.routes.get(routeId);
    visitIds.forEach((id, index) => {
      const [visit, set] = [then.visits.get(id), patches.get(id) ?? {}];
      const comes = route !== undefined && visit !== undefined && ("routeId" in set || "status" in set);
      patches.set(id, {
        ...set,
        ...(comes ? { status: statusOnRoute(route, visit.status) } : {}),
        position: index + 1,
      });
    });
  }
  return patches;
}

/** The status of a visit that comes back, on its route as it is now: started, or planned anew. */
function statusOnRoute(route: Route, status: VisitStatus): VisitStatus {
  if (isPastStatus(status)) return status;
  if (route.status === RouteStatus.OnRoute) return VisitStatus.OnRoute;
  return isApprovedStatus(route.status) ? status : VisitStatus.Scheduled;
}

const without = <T extends object>(set: T, fields: ReadonlySet<string>): T =>
  Object.fromEntries(Object.entries(set).filter(([field]) => !fields.has(field))) as T;

/** What undoes a logged change of a plan, unless the same things were changed since. */
import { isSameValue, mergeChanges, planningChanges } from "../changes";
import type { Patch, PlanningChanges } from "../changes";
import type { Plan } from "./plan";
import { PlanStatus } from "./plan-status";
import { TIMED_SETTINGS, unfinishedInUse } from "./plan-rules";
import { applyChanges } from "../apply-changes";
import { isEmptyOrPlanning, RouteStatus } from "../route/route-status";
import type { Route } from "../route/route";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";
import { isLocationVisit } from "../visit/visit-order";
import { followsRoute } from "../visit/visit-status";
import { FOLLOWING_ROUTE_FIELDS, FOLLOWING_VISIT_FIELDS, FOLLOWING_WITH_POSITION } from "./plan-log";
import type { LoggedRecord, LoggedSide, LoggedSides } from "./plan-log";
import { isSameOrder, stopIdsInOrder } from "./route-orders";
import { mergeUndo } from "./merge-undo";
import type { UndoState } from "./undo-state";
import { routesOfChange, withoutMeasured } from "./without-measured";

/** Fields that follow from others: another change may have written them without touching what this one did. */
const DERIVED_PLAN: ReadonlySet<string> = new Set(["status", "queryId"]);

export interface UndoResult {
  changes: PlanningChanges;
  vehicle: Patch<Vehicle> | null;
  /** ids of what was changed since, so that nothing is taken back */
  conflicts: { plan: boolean; vehicle: boolean; routeIds: number[]; visitIds: number[]; lockedRouteIds: number[] };
}

export interface UndoRules {
  /** ids that changes since were about, as far as they are not undone themselves */
  touchedSince: {
    visitIds: ReadonlySet<number>;
    /** visits that they decided about: more than another time and number */
    decidedVisitIds: ReadonlySet<number>;
    /** visits that they put elsewhere */
    placedVisitIds: ReadonlySet<number>;
    routeIds: ReadonlySet<number>;
    /** routes of which they set more than times and totals */
    decidedRouteIds: ReadonlySet<number>;
    lockedRouteIds: ReadonlySet<number>;
  };
  /** the change itself set the plan's status */
  isOfPlanStatus: boolean;
  /** nothing stands that came later */
  isLatest: boolean;
  /** measured legs and what was taken back since, newest first: nobody's decisions that stand */
  undecided: readonly LoggedSides[];
  /** any later change of the same routes or visits is a conflict, also where it wrote other fields */
  strict: boolean;
}

export function undoChange(
  before: LoggedSide,
  after: LoggedSide,
  state: UndoState,
  { touchedSince, isOfPlanStatus, isLatest, undecided, strict }: UndoRules,
): UndoResult {
  const removedIds = new Set(state.removed.map((visit) => visit.id));
  const standing = state.visits.filter((visit) => !removedIds.has(visit.id));
  const { visits, routes } = revertStops(before, after, { routes: state.routes, visits: standing });
  const plan = revertPlan(before, after, state.plan, { isOfPlanStatus, isLatest });
  const vehicle =
    before.vehicle && after.vehicle
      ? revertRecords([before.vehicle], [after.vehicle], state.vehicle ? [state.vehicle] : [], new Set())
      : null;
  const leaving = new Set(visits.patches.flatMap(({ id, set }) => ("routeId" in set ? [id] : [])));
  const isUsed = (routeId: number) =>
    standing.some(
      (visit) => visit.routeId === routeId && !visits.removeIds.includes(visit.id) && !leaving.has(visit.id),
    );
  const isDecidedSince = (routeId: number) => touchedSince.decidedRouteIds.has(routeId);
  const routeIds = [
    ...routes.conflicts,
    ...routes.removeIds.filter((routeId) => isUsed(routeId) || isDecidedSince(routeId)),
    ...othersWithVehicle(routes, state),
  ];
  const removing = new Set(visits.removeIds);
  // What the change created is removed, unless others have worked on it since.
  const restored = new Set(after.visits.flatMap((visit) => (visit.restored === true ? [visit.id] : [])));
  const isPlacedSince = (visit: Visit) =>
    !restored.has(visit.id) && visit.routeId !== null && !routes.removeIds.includes(visit.routeId);
  const used = standing.filter(
    (visit) =>
      removing.has(visit.id) &&
      isLocationVisit(visit) &&
      (isPlacedSince(visit) || touchedSince.decidedVisitIds.has(visit.id)),
  );
  const movedAgain = (after.placed ?? []).filter((id) => touchedSince.placedVisitIds.has(id));
  const visitIds = [...visits.conflicts, ...movedAgain, ...used.map((visit) => visit.id)];
  if (strict) {
    visitIds.push(...after.visits.flatMap(({ id }) => (touchedSince.visitIds.has(id) ? [id] : [])));
    routeIds.push(...after.routes.flatMap(({ id }) => (touchedSince.routeIds.has(id) ? [id] : [])));
  }

  let changes = planningChanges({
    plan: plan.patch,
    routes: routes.patches,
    visits: visits.patches,
    removeVisitIds: visits.removeIds,
    removeRouteIds: routes.removeIds,
    restoreVisitIds: visits.restoreIds,
    restoreRouteIds: routes.restoreIds,
  });
  // Where others have changed the same routes, order and times are recalculated instead of restored.
  const reordered = (after.orders ?? []).some(
    ({ routeId, visitIds: left }) => !isSameOrder(left, stopIdsInOrder(standing, routeId)),
  );
  const isOther = isStale({ visits, routes });
  const now = { routes: state.routes, visits: standing };
  const measured = isOther && !reordered ? onlyMeasured({ before, after }, now, undecided, touchedSince) : null;
  if (measured !== null) changes = mergeChanges([measured, changes]);
  else if (isOther || reordered) {
    // A removed route can only be restored as a whole.
    if (routes.restoreIds.length > 0 || (after.placed === undefined && visits.restoreIds.length > 0))
      visitIds.push(...visits.stale);
    const among = mergeUndo(changes, { before, after, state, standing });
    changes = among.changes;
    routeIds.push(...among.closedRouteIds);
  }
  // Routes that were planned under the settings that go back: no entry of this change has their times.
  if (!isLatest && TIMED_SETTINGS.some((field) => changes.plan?.set[field] !== undefined)) {
    const then = applyChanges({ routes: state.routes, visits: standing }, changes);
    const planned = unfinishedInUse(then).filter((route) => route.status !== RouteStatus.Empty);
    const recalculate = planned.map(({ id }) => ({ routeId: id, mode: "position" as const }));
    changes = mergeChanges([changes, planningChanges({ recalculate })]);
  }
  return {
    changes,
    vehicle: vehicle?.patches[0] ?? null,
    conflicts: {
      plan: plan.isConflict,
      vehicle: (vehicle?.conflicts.length ?? 0) > 0,
      routeIds,
      visitIds,
      lockedRouteIds: lockedSince(before, after, standing, state.routes, touchedSince.lockedRouteIds),
    },
  };
}

type Stops = Pick<UndoState, "routes" | "visits">;

const revertStops = (before: LoggedSide, after: LoggedSide, { routes, visits }: Stops) => ({
  visits: revertRecords(
    before.visits,
    after.visits,
    visits,
    after.placed === undefined ? FOLLOWING_VISIT_FIELDS : FOLLOWING_WITH_POSITION,
    isRouteStatus,
  ),
  routes: revertRecords(before.routes, after.routes, routes, FOLLOWING_ROUTE_FIELDS, isStopsStatus),
});

const isStale = ({ visits, routes }: ReturnType<typeof revertStops>): boolean =>
  visits.stale.length > 0 || routes.stale.length > 0;

/**
 * What takes back, beside the change, all that was measured since: then everything is as it was before. Null where the
 * times are other than the change left them for another reason, or somebody else changed the same routes or their
 * visits: a visit alone may have got another delay while its route's totals stayed.
 */
function onlyMeasured(
  change: LoggedSides,
  now: Stops,
  undecided: readonly LoggedSides[],
  touched: Pick<UndoRules["touchedSince"], "routeIds" | "visitIds">,
): PlanningChanges | null {
  if (undecided.length === 0) return null;
  const routeIds = routesOfChange(change, now.visits);
  if ([...routeIds].some((id) => touched.routeIds.has(id))) return null;
  const isOnThem = ({ routeId }: Visit) => routeId !== null && routeIds.has(routeId);
  if (now.visits.some((visit) => isOnThem(visit) && touched.visitIds.has(visit.id))) return null;
  const then = withoutMeasured(now, undecided, routeIds);
  return isStale(revertStops(change.before, change.after, then)) ? null : planningChanges(then.patches);
}

/** What people decide; Created, Planning and Scheduled follow from the routes. */
const isDecidedStatus = (status: unknown): boolean =>
  status === PlanStatus.Dispatching || status === PlanStatus.Completed;

/** Without what others have set since. The status, unless the change was about it, then follows from the routes. */
function revertPlan(
  before: LoggedSide,
  after: LoggedSide,
  plan: Plan,
  { isOfPlanStatus, isLatest }: Pick<UndoRules, "isOfPlanStatus" | "isLatest">,
): { patch: Patch<Plan> | null; isConflict: boolean } {
  const { id } = plan;
  const written = after.plan;
  if (written === null) return { patch: null, isConflict: false };
  const { patches, conflicts } = revertRecords([{ ...before.plan, id }], [{ ...written, id }], [plan], DERIVED_PLAN);
  const isWritten = (field: string) => isSameValue(plan[field as keyof Plan], written[field]);
  const goesBack = (field: string) =>
    field === "status"
      ? isOfPlanStatus || (isLatest && isWritten(field))
      : !DERIVED_PLAN.has(field) || isWritten(field);
  const set = Object.fromEntries(Object.entries(patches[0]?.set ?? {}).filter(([field]) => goesBack(field)));
  return {
    patch: Object.keys(set).length === 0 ? null : { id, set },
    isConflict: conflicts.length > 0 || (isOfPlanStatus && !isWritten("status") && isDecidedStatus(plan.status)),
  };
}

interface RevertedRecords {
  patches: { id: number; set: Record<string, unknown> }[];
  removeIds: number[];
  restoreIds: number[];
  conflicts: number[];
  /** whose times are not what the change wrote */
  stale: number[];
}

/**
 * Whether a value other than the written one is no conflict, because it follows from the rest of the route.
 */
type IsDerived = (field: string, values: readonly unknown[]) => boolean;

const isStopsStatus: IsDerived = (field, values) => field === "status" && values.every(isEmptyOrPlanning);

/** Scheduled and On Route only say how far the visit's route is. */
const isRouteStatus: IsDerived = (field, values) => field === "status" && values.every(followsRoute);

function revertRecords(
  before: readonly LoggedRecord[],
  after: readonly LoggedRecord[],
  now: readonly { id: number }[],
  derived: ReadonlySet<string>,
  follows: IsDerived = () => false,
): RevertedRecords {
  const result: RevertedRecords = { patches: [], removeIds: [], restoreIds: [], conflicts: [], stale: [] };
  const current = new Map(now.map((one) => [one.id, one as Record<string, unknown>]));
  const old = new Map(before.map((one) => [one.id, one]));
  for (const { id, created, removed, restored, ...written } of after) {
    if (removed === true) {
      result.restoreIds.push(id);
      continue;
    }
    const stored = current.get(id);
    if (created === true || restored === true) {
      // It was removed already, so there is nothing to undo.
      if (stored !== undefined) result.removeIds.push(id);
      continue;
    }
    const was = old.get(id);
    const fields = Object.keys(written);
    if (stored === undefined || was === undefined) {
      // Where the change only wrote times, a record that is gone needs no undo.
      (fields.every((field) => derived.has(field)) ? result.stale : result.conflicts).push(id);
      continue;
    }
    const isDerived = (field: string) =>
      derived.has(field) || follows(field, [was[field], written[field], stored[field]]);
    const otherwise = fields.filter((field) => !isSameValue(stored[field], written[field]));
    if (!otherwise.every(isDerived)) {
      result.conflicts.push(id);
      continue;
    }
    if (otherwise.length > 0) result.stale.push(id);
    if (fields.length > 0)
      result.patches.push({ id, set: Object.fromEntries(fields.map((field) => [field, was[field] ?? null])) });
  }
  return result;
}

/** Routes of vehicles that would have two in the plan, because another route comes back or gets its vehicle back. */
function othersWithVehicle(
  { patches, removeIds, restoreIds }: RevertedRecords,
  { routes, removedRoutes }: UndoState,
): number[] {
  const returning = new Map<number, unknown>();
  for (const { id, set } of patches) if ("vehicleId" in set) returning.set(id, set.vehicleId);
  for (const { id, vehicleId } of removedRoutes) if (restoreIds.includes(id)) returning.set(id, vehicleId);
  const vehicleIds = new Set(returning.values());
  const isStaying = ({ id }: Route) => !returning.has(id) && !removeIds.includes(id);
  return routes
    .filter((route) => isStaying(route) && route.vehicleId !== null && vehicleIds.has(route.vehicleId))
    .map((route) => route.id);
}

/** Routes that would change and were locked since: undo leaves what was approved as it is. */
function lockedSince(
  before: LoggedSide,
  after: LoggedSide,
  visits: readonly Visit[],
  routes: readonly Route[],
  locked: ReadonlySet<number>,
): number[] {
  const changed = new Set(after.visits.map((visit) => visit.id));
  const standing = visits.flatMap((visit) => (changed.has(visit.id) && visit.routeId !== null ? [visit.routeId] : []));
  const earlier = before.visits.flatMap((visit) => (typeof visit.routeId === "number" ? [visit.routeId] : []));
  const touched = new Set([...standing, ...earlier, ...after.routes.map((route) => route.id)]);
  return routes
    .filter((route) => route.isLocked && locked.has(route.id) && touched.has(route.id))
    .map((route) => route.id);
}

/** What takes a logged change of a plan back, if nobody has changed the same things since. */
import { planningChanges } from "~/domain/changes";
import type { Patch, PlanningChanges } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit } from "~/domain/visit/visit-order";
import type { LoggedRecord, LoggedSide } from "~/planner/plan-log";

interface State {
  plan: Plan;
  routes: readonly Route[];
  visits: readonly Visit[];
  /** the one that was changed along with the plan, as it is now; undefined when it is removed, or none was changed */
  vehicle?: Vehicle | undefined;
}

/** Follow from the others: another change of the same route may have moved them without touching what this one did. */
const DERIVED_VISIT = new Set(["arrivalTime", "waitingTime", "travelDuration", "distance", "polyline", "serviceDuration", "labelPosition", "violations"]);
const DERIVED_ROUTE = new Set(["startTime", "finishTime", "distance", "duration", "serviceDuration", "waitingDuration", "cost", "violations"]);
const DERIVED_PLAN = new Set(["status", "queryId"]);

export interface Undoing {
  changes: PlanningChanges;
  vehicle: Patch<Vehicle> | null;
  /** ids of what was changed since, so that nothing is taken back */
  conflicts: { plan: boolean; vehicle: boolean; routeIds: number[]; visitIds: number[]; lockedRouteIds: number[] };
}

export interface Since {
  /** ids that changes since were about, as far as they are not undone themselves */
  touchedSince: { visitIds: ReadonlySet<number>; routeIds: ReadonlySet<number>; lockedRouteIds: ReadonlySet<number> };
  /** any later change of the same routes or visits is a conflict, also where it wrote other fields */
  strict: boolean;
}

export function undoChange(before: LoggedSide, after: LoggedSide, state: State, { touchedSince, strict }: Since): Undoing {
  const visits = takeBack(before.visits, after.visits, state.visits, DERIVED_VISIT);
  const routes = takeBack(before.routes, after.routes, state.routes, DERIVED_ROUTE);
  const plan = after.plan === null ? null : takeBack([{ ...before.plan, id: state.plan.id }], [{ ...after.plan, id: state.plan.id }], [state.plan], DERIVED_PLAN);
  const vehicle = before.vehicle && after.vehicle ? takeBack([before.vehicle], [after.vehicle], state.vehicle ? [state.vehicle] : [], new Set()) : null;
  const isUsed = (routeId: number) => state.visits.some((visit) => visit.routeId === routeId && !visits.removeIds.includes(visit.id));
  const routeIds = [...routes.conflicts, ...routes.removeIds.filter(isUsed)];
  const removing = new Set(visits.removeIds);
  // What was made goes; not with what others have done to it since.
  const used = state.visits.filter((visit) => removing.has(visit.id) && isLocationVisit(visit) && ((visit.routeId !== null && !routes.removeIds.includes(visit.routeId)) || touchedSince.visitIds.has(visit.id)));
  const visitIds = [...visits.conflicts, ...used.map((visit) => visit.id)];
  if (strict) {
    visitIds.push(...after.visits.flatMap(({ id }) => (touchedSince.visitIds.has(id) ? [id] : [])));
    routeIds.push(...after.routes.flatMap(({ id }) => (touchedSince.routeIds.has(id) ? [id] : [])));
  }

  // Times that somebody else's change has moved are worked out anew, not set back.
  const stale = new Set([...visits.stale, ...routes.stale]).size > 0;
  const touched = new Set([...after.routes.map((route) => route.id), ...[...before.visits, ...after.visits].flatMap((visit) => (typeof visit.routeId === "number" ? [visit.routeId] : []))]);
  for (const visit of state.visits) if (visit.routeId !== null && after.visits.some((one) => one.id === visit.id)) touched.add(visit.routeId);
  if (stale && (visits.restoreIds.length > 0 || routes.restoreIds.length > 0)) visitIds.push(...visits.stale);
  return {
    changes: planningChanges({
      plan: (plan?.patches[0] as Patch<Plan> | undefined) ?? null,
      routes: routes.patches as Patch<Route>[],
      visits: visits.patches as Patch<Visit>[],
      removeVisitIds: visits.removeIds,
      removeRouteIds: routes.removeIds,
      restoreVisitIds: visits.restoreIds,
      restoreRouteIds: routes.restoreIds,
      recalculate: stale ? [...touched].map((routeId) => ({ routeId, mode: "position" as const })) : [],
    }),
    vehicle: (vehicle?.patches[0] as Patch<Vehicle> | undefined) ?? null,
    conflicts: { plan: (plan?.conflicts.length ?? 0) > 0, vehicle: (vehicle?.conflicts.length ?? 0) > 0, routeIds, visitIds, lockedRouteIds: lockedSince(before, after, state, touchedSince.lockedRouteIds) },
  };
}

interface TakenBack {
  patches: { id: number; set: Record<string, unknown> }[];
  removeIds: number[];
  restoreIds: number[];
  conflicts: number[];
  /** whose times are not what the change wrote */
  stale: number[];
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function takeBack(before: readonly LoggedRecord[], after: readonly LoggedRecord[], now: readonly { id: number }[], derived: ReadonlySet<string>): TakenBack {
  const result: TakenBack = { patches: [], removeIds: [], restoreIds: [], conflicts: [], stale: [] };
  const current = new Map(now.map((one) => [one.id, one as Record<string, unknown>]));
  const old = new Map(before.map((one) => [one.id, one]));
  for (const { id, created, removed, ...written } of after) {
    if (removed === true) {
      result.restoreIds.push(id);
      continue;
    }
    const stored = current.get(id);
    if (created === true) {
      // Somebody removed it already: then there is nothing to take back.
      if (stored !== undefined) result.removeIds.push(id);
      continue;
    }
    const fields = Object.keys(written);
    const was = old.get(id);
    if (stored === undefined || was === undefined || fields.some((field) => !derived.has(field) && !equal(stored[field], written[field]))) {
      result.conflicts.push(id);
      continue;
    }
    const isStale = fields.some((field) => derived.has(field) && !equal(stored[field], written[field]));
    if (isStale) result.stale.push(id);
    const back = fields.filter((field) => !(isStale && derived.has(field)));
    if (back.length > 0) result.patches.push({ id, set: Object.fromEntries(back.map((field) => [field, was[field] ?? null])) });
  }
  return result;
}

/** Routes that would change and were locked since: what was approved is not taken back from behind. */
function lockedSince(before: LoggedSide, after: LoggedSide, { routes, visits }: State, locked: ReadonlySet<number>): number[] {
  const changed = new Set(after.visits.map((visit) => visit.id));
  const standing = visits.flatMap((visit) => (changed.has(visit.id) && visit.routeId !== null ? [visit.routeId] : []));
  const earlier = before.visits.flatMap((visit) => (typeof visit.routeId === "number" ? [visit.routeId] : []));
  const touched = new Set([...standing, ...earlier, ...after.routes.map((route) => route.id)]);
  return routes.filter((route) => route.isLocked && locked.has(route.id) && touched.has(route.id)).map((route) => route.id);
}

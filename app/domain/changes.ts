/**
 * One shape for everything that a planning rule changes, so that one function can save it in one transaction.
 * Patches name only the fields that change.
 */
import { PIECE } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import type { Plan } from "./plan/plan";
import type { Route } from "./route/route";
import type { Visit } from "./visit/visit";

export interface Patch<T> {
  id: number;
  set: Partial<Omit<T, "id" | "companyId">>;
}

/** A visit that is not stored yet: added by hand or imported, or a start, end or break that planning makes. */
export type NewVisit = Omit<Visit, "id" | "createdAt" | "updatedAt">;

/** A route that is not stored yet. */
export type NewRoute = Omit<Route, "id" | "version">;

/**
 * What has to be calculated again after saving. `position` keeps the order and finds the times,
 * `full` also looks for a better order.
 */
export interface Recalculation {
  routeId: number;
  mode: "position" | "full";
  /**
   * measures all legs and finds the departure again: what they depend on changed elsewhere (the vehicle, a warehouse)
   */
  remeasure?: true;
  /** measures the legs that an engine did not measure in time; the departure stays */
  measureLate?: true;
}

export interface PlanningChanges {
  plan: Patch<Plan> | null;
  routes: Patch<Route>[];
  visits: Patch<Visit>[];
  createRoutes: NewRoute[];
  createVisits: NewVisit[];
  /** soft-deleted (`deleted_at`) */
  removeVisitIds: number[];
  removeRouteIds: number[];
  /** removed ones that come back as they were (undo) */
  restoreVisitIds: number[];
  restoreRouteIds: number[];
  recalculate: Recalculation[];
}

export function planningChanges(part: Partial<PlanningChanges> = {}): PlanningChanges {
  return {
    plan: null,
    routes: [],
    visits: [],
    createRoutes: [],
    createVisits: [],
    removeVisitIds: [],
    removeRouteIds: [],
    restoreVisitIds: [],
    restoreRouteIds: [],
    recalculate: [],
    ...part,
  };
}

/** True when nothing at all would be saved or calculated. */
export function isUnchanged(changes: PlanningChanges): boolean {
  return (
    changes.plan === null &&
    [
      changes.routes,
      changes.visits,
      changes.createRoutes,
      changes.createVisits,
      changes.removeVisitIds,
      changes.removeRouteIds,
      changes.restoreVisitIds,
      changes.restoreRouteIds,
      changes.recalculate,
    ].every((list) => list.length === 0)
  );
}

export function mergePatches<T>(patches: readonly Patch<T>[]): Patch<T>[] {
  const byId = new Map<number, Patch<T>>();
  for (const patch of patches) {
    const known = byId.get(patch.id);
    byId.set(patch.id, known === undefined ? patch : { id: patch.id, set: { ...known.set, ...patch.set } });
  }
  return [...byId.values()];
}

/**
 * Several changes as one, later ones winning field by field. A removed record gets no patch,
 * a full recalculation of a route takes the place of one by position.
 */
export function mergeChanges(all: readonly PlanningChanges[]): PlanningChanges {
  const removeVisitIds = [...new Set(all.flatMap((one) => one.removeVisitIds))];
  const removeRouteIds = [...new Set(all.flatMap((one) => one.removeRouteIds))];
  const removedRoutes = new Set(removeRouteIds);
  const recalculate = new Map<number, Recalculation>();
  for (const { routeId, mode, remeasure } of all.flatMap((one) => one.recalculate)) {
    if (removedRoutes.has(routeId)) continue;
    const known = recalculate.get(routeId);
    recalculate.set(routeId, {
      routeId,
      mode: known?.mode === "full" ? "full" : mode,
      ...(remeasure || known?.remeasure ? { remeasure: true } : {}),
    });
  }
  const removedVisits = new Set(removeVisitIds);
  const plans = all.map((one) => one.plan).filter((plan) => plan !== null);
  return {
    plan: mergePatches(plans)[0] ?? null,
    routes: mergePatches(all.flatMap((one) => one.routes)).filter((patch) => !removedRoutes.has(patch.id)),
    visits: mergePatches(all.flatMap((one) => one.visits)).filter((patch) => !removedVisits.has(patch.id)),
    createRoutes: all.flatMap((one) => one.createRoutes),
    createVisits: all.flatMap((one) => one.createVisits),
    removeVisitIds,
    removeRouteIds,
    restoreVisitIds: [...new Set(all.flatMap((one) => one.restoreVisitIds))],
    restoreRouteIds: [...new Set(all.flatMap((one) => one.restoreRouteIds))],
    recalculate: [...recalculate.values()],
  };
}

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;
/** Whether a field has this value; one that is not there has none. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (a ?? null) === (b ?? null) || (isNested(a) && isNested(b) && JSON.stringify(a) === JSON.stringify(b));

function* differing<T extends { id: number }>(patches: readonly Patch<T>[], known: readonly T[]): Pieces<Patch<T>[]> {
  const byId = new Map(known.map((one) => [one.id, one as Record<string, unknown>]));
  const found: Patch<T>[] = [];
  for (let index = 0; index < patches.length; index += 1) {
    if (index % PIECE === 0) yield;
    const patch = patches[index]!;
    const stored = byId.get(patch.id);
    const fields =
      stored === undefined
        ? null
        : Object.entries(patch.set).filter(([field, value]) => !isSameValue(stored[field], value));
    if (fields === null) found.push(patch);
    else if (fields.length > 0) found.push({ id: patch.id, set: Object.fromEntries(fields) as Patch<T>["set"] });
  }
  return found;
}

interface Known {
  plan: Plan;
  routes: readonly Route[];
  visits: readonly Visit[];
}

/** Only what differs from what is stored: a calculation names every stop, also those that stay as they are. */
export function* withoutSame(changes: PlanningChanges, known: Known): Pieces<PlanningChanges> {
  return {
    ...changes,
    plan: changes.plan === null ? null : ((yield* differing([changes.plan], [known.plan]))[0] ?? null),
    routes: yield* differing(changes.routes, known.routes),
    visits: yield* differing(changes.visits, known.visits),
  };
}

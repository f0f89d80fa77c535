/** How the plan's log tells what a change was about: fields before and after, and a few names for people. */
import type { Patch, PlanningChanges } from "~/domain/changes";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { changedOrders } from "./route-orders";
import type { RouteOrder } from "./route-orders";
import type { PlanSlice } from "./plan-slice";

/** Fields of one record, or that it was made, removed or brought back. */
export type LoggedRecord = { id: number } & Record<string, unknown>;

export interface LoggedSide {
  plan: Record<string, unknown> | null;
  routes: LoggedRecord[];
  visits: LoggedRecord[];
  /** changed along with the plan: what holds in other plans, too */
  vehicle?: LoggedRecord | undefined;
  /** of the routes that got another order */
  orders?: RouteOrder[] | undefined;
  /** after: visits that the change itself put where they stand; older logs don't say */
  placed?: number[] | undefined;
}

/** What follows from where a visit stands, and when its route gets there. */
export const FOLLOWING_VISIT_FIELDS: ReadonlySet<string> = new Set(["arrivalTime", "waitingTime", "travelDuration", "distance", "polyline", "serviceDuration", "labelPosition", "violations"]);

/** In the order of a route every stop has a number, and another's coming and going changes it. */
export const FOLLOWING_WITH_POSITION: ReadonlySet<string> = new Set([...FOLLOWING_VISIT_FIELDS, "position"]);

/** What follows from all that stands on a route. */
export const FOLLOWING_ROUTE_FIELDS: ReadonlySet<string> = new Set(["startTime", "finishTime", "distance", "duration", "serviceDuration", "waitingDuration", "cost", "violations"]);

/** The visits that a change decided about; those that only got another time, number or label by it are none. */
export const decidedVisits = ({ visits, placed }: LoggedSide): number[] =>
  visits.filter((visit) => placed === undefined || placed.includes(visit.id) || Object.keys(visit).some((field) => field !== "id" && !FOLLOWING_WITH_POSITION.has(field))).map((visit) => visit.id);

/** A vehicle's fields before and after a change. */
export interface ChangedVehicle {
  before: LoggedRecord;
  after: LoggedRecord;
}

export const NOTHING_LOGGED: LoggedSide = { plan: null, routes: [], visits: [] };

export const isLogged = (value: unknown): value is LoggedSide =>
  typeof value === "object" && value !== null && Array.isArray((value as LoggedSide).routes) && Array.isArray((value as LoggedSide).visits);

/** The fields of a patch as they were. */
function before<T extends { id: number }>(patch: Patch<T>, known: ReadonlyMap<number, T>): LoggedRecord {
  const old = known.get(patch.id) as Record<string, unknown> | undefined;
  return { id: patch.id, ...Object.fromEntries(Object.keys(patch.set).map((field) => [field, old?.[field] ?? null])) };
}

/** Everything that undo needs to take the change back, and a later edit to find out whether it was about the same. `chosen`: visits that the user did it to. */
export function logOf({ plan, routes, visits }: Pick<PlanSlice, "plan" | "routes" | "visits">, changes: PlanningChanges, createdVisitIds: readonly number[], { chosen = [], vehicle }: { chosen?: readonly number[] | undefined; vehicle?: ChangedVehicle | undefined } = {}): { before: LoggedSide; after: LoggedSide } {
  const marked = (ids: readonly number[], mark: object) => ids.map((id) => ({ id, ...mark }));
  const orders = changedOrders(visits, changes, createdVisitIds, chosen);
  const [routesById, visitsById] = [new Map(routes.map((route) => [route.id, route])), new Map(visits.map((visit) => [visit.id, visit]))];
  return {
    before: {
      plan: changes.plan === null ? null : before(changes.plan, new Map([[plan.id, plan]])),
      routes: [...changes.routes.map((patch) => before(patch, routesById)), ...marked(changes.removeRouteIds, { removed: false })],
      visits: [...changes.visits.map((patch) => before(patch, visitsById)), ...marked(changes.removeVisitIds, { removed: false })],
      vehicle: vehicle?.before,
      orders: orders.before,
    },
    after: {
      plan: changes.plan?.set ?? null,
      routes: [...changes.routes.map(({ id, set }) => ({ id, ...set })), ...marked(changes.removeRouteIds, { removed: true }), ...marked(changes.restoreRouteIds, { restored: true })],
      visits: [
        ...changes.visits.map(({ id, set }) => ({ id, ...set })),
        ...marked(changes.removeVisitIds, { removed: true }),
        ...marked(changes.restoreVisitIds, { restored: true }),
        ...marked(createdVisitIds, { created: true }),
      ],
      vehicle: vehicle?.after,
      orders: orders.after,
      placed: orders.placed,
    },
  };
}

/** What a change was about, for the list of changes. */
export interface About {
  /** of visits, at most three */
  names: string[];
  visits: number;
  routeIds: number[];
  /** the route that they all came to; null: off their routes */
  to?: number | null;
  /** the kind of change that was undone */
  undone?: string;
}

export const isAbout = (value: unknown): value is About => typeof value === "object" && value !== null && Array.isArray((value as About).names) && Array.isArray((value as About).routeIds);

const NAMED = 3;

/**
 * @param subject what the user did it to; without visits and routes of its own, everything that changed
 */
export function aboutOf({ visits }: Pick<PlanSlice, "visits">, changes: PlanningChanges, subject: { visitIds?: readonly number[] | undefined; routeIds?: readonly number[] | undefined } = {}): About {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const patched = new Map(changes.visits.map((patch) => [patch.id, patch.set]));
  const created = changes.createVisits.filter(isLocationVisit);
  const touched = [...changes.visits.map((patch) => patch.id), ...changes.removeVisitIds, ...changes.restoreVisitIds];
  const chosen = subject.visitIds ?? (subject.routeIds === undefined ? touched : []);
  const ids = [...new Set(chosen)].filter((id) => byId.has(id) && isLocationVisit(byId.get(id)!));
  const names = [...ids.map((id) => byId.get(id)!.name), ...created.map((visit) => visit.name)];
  const routesOfVisits = (subject.visitIds ?? []).flatMap((id) => [byId.get(id)?.routeId ?? null, patched.get(id)?.routeId ?? null]).filter((id) => id !== null);
  const routeIds = subject.routeIds ?? (subject.visitIds === undefined ? [...changes.routes.map((patch) => patch.id), ...changes.removeRouteIds, ...changes.restoreRouteIds] : routesOfVisits);
  const to = new Set((subject.visitIds ?? []).flatMap((id) => (patched.get(id)?.routeId === undefined ? [] : [patched.get(id)?.routeId ?? null])));
  return { names: names.slice(0, NAMED), visits: names.length, routeIds: [...new Set(routeIds)], ...(to.size === 1 ? { to: [...to][0] ?? null } : {}) };
}

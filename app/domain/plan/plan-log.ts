/** What the plan's log keeps of a change: fields before and after, and a few names for people. */
import { distinctFields, fieldsChanged } from "./changed-fields";
import type { ChangedField } from "./changed-fields";
import type { Patch, PlanningChanges } from "../changes";
import { mapped } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import { isLocationVisit } from "../visit/visit-order";
import { shownName } from "../visit/visit-display";
import { VisitType } from "../visit/visit-type";
import { isEmptyOrPlanning } from "../route/route-status";
import { followsRoute } from "../visit/visit-status";
import { changedOrders } from "./route-orders";
import type { RouteOrder } from "./route-orders";
import type { PlanSlice } from "./plan-slice";

/** Fields of one record, or that it was created, removed or restored. */
export type LoggedRecord = { id: number } & Record<string, unknown>;

export interface LoggedSide {
  plan: Record<string, unknown> | null;
  routes: LoggedRecord[];
  visits: LoggedRecord[];
  /** changed along with the plan: what holds in other plans, too */
  vehicle?: LoggedRecord | undefined;
  /** the same, where several were changed at once */
  vehicles?: LoggedRecord[] | undefined;
  /** of the routes that got another order */
  orders?: RouteOrder[] | undefined;
  /** after: visits that the change itself put where they stand; older logs don't say */
  placed?: number[] | undefined;
}

/** What a change left in the log. */
export interface LoggedSides {
  before: LoggedSide;
  after: LoggedSide;
}

/** What follows from where a visit stands, and when its route gets there. */
export const FOLLOWING_VISIT_FIELDS: ReadonlySet<string> = new Set([
  "arrivalTime",
  "waitingTime",
  "travelDuration",
  "distance",
  "polyline",
  "legEstimate",
  "serviceDuration",
  "labelPosition",
  "violations",
]);

/** Every stop has a number in its route's order, which changes when other stops come and go. */
export const FOLLOWING_WITH_POSITION: ReadonlySet<string> = new Set([...FOLLOWING_VISIT_FIELDS, "position"]);

/** What follows from all visits of a route. */
export const FOLLOWING_ROUTE_FIELDS: ReadonlySet<string> = new Set([
  "startTime",
  "finishTime",
  "distance",
  "duration",
  "serviceDuration",
  "waitingDuration",
  "cost",
  "violations",
]);

/** What reports add up, and what the first one keeps. */
const REPORTED_ROUTE_FIELDS: ReadonlySet<string> = new Set([
  "statisticOverdueTime",
  "statisticOutOfTurn",
  "plannedDistance",
  "plannedWorkDuration",
]);

const isDecided = (field: string, value: unknown): boolean =>
  field !== "id" && !FOLLOWING_WITH_POSITION.has(field) && !(field === "status" && followsRoute(value));

/**
 * The visits that a change decided about; those that only got another time, number, label or route's status are none.
 */
export const decidedVisits = ({ visits, placed }: LoggedSide): number[] =>
  visits
    .filter(
      (visit) =>
        placed === undefined ||
        placed.includes(visit.id) ||
        Object.entries(visit).some(([field, value]) => isDecided(field, value)),
    )
    .map((visit) => visit.id);

/** What follows from its stops and from reports; drivers, vehicles, settings and approvals are decided. */
const followsStops = (field: string, value: unknown): boolean =>
  FOLLOWING_ROUTE_FIELDS.has(field) ||
  // which calculation its stops are from
  field === "queryId" ||
  REPORTED_ROUTE_FIELDS.has(field) ||
  (field === "status" && isEmptyOrPlanning(value));

/** The routes that a change decided about; those that only got other times, totals or stops are none. */
export const decidedRoutes = ({ routes }: LoggedSide): number[] =>
  routes
    .filter((route) => Object.entries(route).some(([field, value]) => field !== "id" && !followsStops(field, value)))
    .map((route) => route.id);

/** A vehicle's fields before and after a change. */
export interface ChangedVehicle {
  before: LoggedRecord;
  after: LoggedRecord;
}

export const isLogged = (value: unknown): value is LoggedSide =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray((value as LoggedSide).routes) &&
  Array.isArray((value as LoggedSide).visits);

/** Ids of what a change created, in the order of its `createVisits` and `createRoutes`. */
export interface CreatedIds {
  createdVisitIds: readonly number[];
  createdRouteIds: readonly number[];
}

/** The fields of a patch as they were. */
function before<T extends { id: number }>(patch: Patch<T>, known: ReadonlyMap<number, T>): LoggedRecord {
  const old = known.get(patch.id) as Record<string, unknown> | undefined;
  const record: LoggedRecord = { id: patch.id };
  for (const field of Object.keys(patch.set)) record[field] = old?.[field] ?? null;
  return record;
}

/**
 * What undo needs to take the change back, and what tells whether a later edit was about the same records.
 * `chosen`: the visits that the user acted on.
 */
export function* logOf(
  { plan, routes, visits }: Pick<PlanSlice, "plan" | "routes" | "visits">,
  changes: PlanningChanges,
  { createdVisitIds, createdRouteIds }: CreatedIds,
  {
    chosen = [],
    vehicles = [],
  }: { chosen?: readonly number[] | undefined; vehicles?: readonly ChangedVehicle[] | undefined } = {},
): Pieces<LoggedSides> {
  const marked = (ids: readonly number[], mark: object) => ids.map((id) => ({ id, ...mark }));
  const orders = yield* changedOrders(visits, changes, createdVisitIds, chosen);
  const [routesById, visitsById] = [
    new Map(routes.map((route) => [route.id, route])),
    new Map(visits.map((visit) => [visit.id, visit])),
  ];
  return {
    before: {
      plan: changes.plan === null ? null : before(changes.plan, new Map([[plan.id, plan]])),
      routes: [
        ...changes.routes.map((patch) => before(patch, routesById)),
        ...marked(changes.removeRouteIds, { removed: false }),
      ],
      visits: [
        ...(yield* mapped(changes.visits, (patch) => before(patch, visitsById))),
        ...marked(changes.removeVisitIds, { removed: false }),
      ],
      ...loggedVehicles(vehicles.map(({ before: old }) => old)),
      orders: orders.before,
    },
    after: {
      plan: changes.plan?.set ?? null,
      routes: [
        ...changes.routes.map(({ id, set }) => ({ id, ...set })),
        ...marked(changes.removeRouteIds, { removed: true }),
        ...marked(changes.restoreRouteIds, { restored: true }),
        ...marked(createdRouteIds, { created: true }),
      ],
      visits: [
        ...(yield* mapped(changes.visits, ({ id, set }) => ({ id, ...set }))),
        ...marked(changes.removeVisitIds, { removed: true }),
        ...marked(changes.restoreVisitIds, { restored: true }),
        ...marked(createdVisitIds, { created: true }),
      ],
      ...loggedVehicles(vehicles.map(({ after }) => after)),
      orders: orders.after,
      placed: orders.placed,
    },
  };
}

const loggedVehicles = (records: LoggedRecord[]): Pick<LoggedSide, "vehicle" | "vehicles"> =>
  records.length === 0 ? {} : records.length === 1 ? { vehicle: records[0] } : { vehicles: records };

/** Two changes that follow each other as one: as it was before the first, and as the second left it. */
export function joinLogs(first: LoggedSides, second: LoggedSides): LoggedSides {
  const records = (under: readonly LoggedRecord[], over: readonly LoggedRecord[]): LoggedRecord[] => {
    const known = new Map(under.map((one) => [one.id, one]));
    for (const one of over) known.set(one.id, { ...known.get(one.id), ...one });
    return [...known.values()];
  };
  const joined = (under: LoggedSide, over: LoggedSide): LoggedSide => ({
    plan: under.plan === null && over.plan === null ? null : { ...under.plan, ...over.plan },
    routes: records(under.routes, over.routes),
    visits: records(under.visits, over.visits),
    vehicle: over.vehicle ?? under.vehicle,
    orders: [
      ...(over.orders ?? []),
      ...(under.orders ?? []).filter((one) => !(over.orders ?? []).some(({ routeId }) => routeId === one.routeId)),
    ],
  });
  const placed = [...new Set([...(first.after.placed ?? []), ...(second.after.placed ?? [])])];
  return { before: joined(second.before, first.before), after: { ...joined(first.after, second.after), placed } };
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
  /** the kind of change that was redone */
  redone?: string;
  /** which fields, from what to what */
  fields?: ChangedField[];
}

export const isAbout = (value: unknown): value is About =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray((value as About).names) &&
  Array.isArray((value as About).routeIds);

/** What people would call changed, from a log. A calculation or an import shows its numbers instead. */
export function fieldsOf(before: LoggedSide, after: LoggedSide): ChangedField[] {
  const each = (of: "route" | "visit" | "vehicle", old: readonly LoggedRecord[], now: readonly LoggedRecord[]) => {
    const known = new Map(old.map((record) => [record.id, record]));
    return now.flatMap((record) =>
      record.created === true || record.removed === true || record.restored === true
        ? []
        : fieldsChanged(of, known.get(record.id) ?? {}, record),
    );
  };
  const plan = after.plan === null ? [] : fieldsChanged("plan", before.plan ?? {}, after.plan);
  const vehiclesOf = ({ vehicle, vehicles }: LoggedSide) => vehicles ?? (vehicle === undefined ? [] : [vehicle]);
  return distinctFields([
    ...plan,
    ...each("vehicle", vehiclesOf(before), vehiclesOf(after)),
    ...each("route", before.routes, after.routes),
    ...each("visit", before.visits, after.visits),
  ]);
}

const NAMED = 3;

/**
 * @param subject what the user acted on; without visits and routes of its own, everything that changed
 */
export function* aboutOf(
  { visits }: Pick<PlanSlice, "visits">,
  changes: PlanningChanges,
  subject: { visitIds?: readonly number[] | undefined; routeIds?: readonly number[] | undefined } = {},
): Pieces<About> {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const patched = new Map(changes.visits.map((patch) => [patch.id, patch.set]));
  yield;
  const touched = [...changes.visits.map((patch) => patch.id), ...changes.removeVisitIds, ...changes.restoreVisitIds];
  const chosen = new Set(subject.visitIds ?? (subject.routeIds === undefined ? touched : []));
  yield;
  const names: string[] = [];
  for (const id of chosen) {
    const visit = byId.get(id);
    if (visit !== undefined && isLocationVisit(visit)) names.push(visit.name);
  }
  yield;
  for (const visit of changes.createVisits) if (isLocationVisit(visit)) names.push(visit.name);
  // A break goes along with stops; it is named where it alone was meant.
  const [only] = subject.visitIds?.length === 1 ? subject.visitIds : [];
  const alone = only === undefined ? undefined : byId.get(only);
  if (alone?.type === VisitType.Break) names.push(shownName(alone));
  const routesOfVisits = (subject.visitIds ?? [])
    .flatMap((id) => [byId.get(id)?.routeId ?? null, patched.get(id)?.routeId ?? null])
    .filter((id) => id !== null);
  const routeIds =
    subject.routeIds ??
    (subject.visitIds === undefined
      ? [...changes.routes.map((patch) => patch.id), ...changes.removeRouteIds, ...changes.restoreRouteIds]
      : routesOfVisits);
  const to = new Set(
    (subject.visitIds ?? []).flatMap((id) =>
      patched.get(id)?.routeId === undefined ? [] : [patched.get(id)?.routeId ?? null],
    ),
  );
  return {
    names: names.slice(0, NAMED),
    visits: names.length,
    routeIds: [...new Set(routeIds)],
    ...(to.size === 1 ? { to: [...to][0] ?? null } : {}),
  };
}

import { inBatches } from "~/lib/in-batches";
import type { Patch, PlanningChanges } from "../changes";
import { FOLLOWING_WITH_POSITION } from "../plan/plan-log";
import type { CreatedIds } from "../plan/plan-log";
import type { PlanSlice } from "../plan/plan-slice";
import type { Route } from "../route/route";
import { isApprovedStatus, RouteStatus } from "../route/route-status";
import type { Visit } from "../visit/visit";
import { isLocationVisit } from "../visit/visit-order";
import { followsRoute, isPastStatus, VisitStatus } from "../visit/visit-status";
import { MAX_ROWS } from "./webhook-events";
import type { RouteTold, VisitTold, WebhookEvent, WebhookEventName } from "./webhook-events";

/** What became of a route: the most telling name, and none beside it. */
function routeEvent(before: RouteStatus, after: RouteStatus): WebhookEventName {
  if (before === after) return "route.updated";
  if (after < before) {
    if (isApprovedStatus(after)) return "route.reopened";
    return isApprovedStatus(before) ? "route.reset" : "route.updated";
  }
  if (after === RouteStatus.Completed) return "route.finished";
  if (after === RouteStatus.OnRoute) return "route.started";
  return after === RouteStatus.Scheduled ? "route.approved" : "route.updated";
}

/**
 * What became of a visit. Null: it got another time or number on its route, or its route's status, which the route's
 * own events tell.
 */
function visitEvent(before: Pick<Visit, "status">, set: Partial<Visit>): WebhookEventName | null {
  const after = set.status ?? before.status;
  if (after !== before.status) {
    if (after === VisitStatus.Delivered) return "visit.done";
    if (after === VisitStatus.Failed) return "visit.failed";
    if (isPastStatus(before.status)) return "visit.reopened";
  }
  const isDecided = Object.entries(set).some(
    ([field, value]) => !FOLLOWING_WITH_POSITION.has(field) && !(field === "status" && followsRoute(value)),
  );
  return isDecided ? "visit.updated" : null;
}

type RouteFacts = Pick<Route, "status" | "vehicleId" | "driverId">;
type VisitFacts = Pick<Visit, "status" | "routeId" | "externalId">;

const routeTold = (id: number, { status, vehicleId, driverId }: RouteFacts): RouteTold => ({
  id,
  status,
  vehicle_id: vehicleId ?? 0,
  driver_id: driverId ?? 0,
});

const visitTold = (id: number, { status, routeId, externalId }: VisitFacts): VisitTold => ({
  id,
  route_id: routeId ?? 0,
  status,
  external_id: externalId ?? "",
});

interface Change {
  /** as the plan's log names it */
  kind: string;
  /** the plan's, after the change */
  version: number;
  changes: PlanningChanges;
  created: CreatedIds;
  /** removed ones that the change brings back, as they are stored */
  restored: { routes: readonly Route[]; visits: readonly Visit[] };
}

/** In the order in which they are told. */
class Told<Row> {
  private readonly rows = new Map<WebhookEventName, Row[]>();
  add(name: WebhookEventName, row: Row): void {
    const known = this.rows.get(name);
    if (known === undefined) this.rows.set(name, [row]);
    else known.push(row);
  }
  /** No event is longer than `MAX_ROWS`. */
  *pieces(): Generator<[WebhookEventName, Row[]]> {
    for (const [name, rows] of this.rows) for (const some of inBatches(rows, MAX_ROWS)) yield [name, some];
  }
}

const patched = <T extends { id: number }>(known: ReadonlyMap<number, T>, { id, set }: Patch<T>) => {
  const before = known.get(id);
  return before === undefined ? null : { before, after: { ...before, ...set } };
};

function routesTold(routes: readonly Route[], { changes, created, restored }: Change): Told<RouteTold> {
  const known = new Map([...routes, ...restored.routes].map((route) => [route.id, route]));
  const told = new Told<RouteTold>();
  changes.createRoutes.forEach((route, nth) => {
    const id = created.createdRouteIds[nth];
    if (id !== undefined) told.add("route.created", routeTold(id, route));
  });
  for (const { id, ...route } of restored.routes) told.add("route.created", routeTold(id, route));
  const news = new Set(changes.restoreRouteIds);
  for (const patch of changes.routes) {
    const route = patched(known, patch);
    if (route !== null && !news.has(patch.id))
      told.add(routeEvent(route.before.status, route.after.status), routeTold(patch.id, route.after));
  }
  for (const id of changes.removeRouteIds) {
    const route = known.get(id);
    if (route !== undefined) told.add("route.removed", routeTold(id, route));
  }
  return told;
}

function visitsTold(visits: readonly Visit[], { changes, created, restored }: Change): Told<VisitTold> {
  const known = new Map([...visits, ...restored.visits].map((visit) => [visit.id, visit]));
  const told = new Told<VisitTold>();
  changes.createVisits.forEach((visit, nth) => {
    const id = created.createdVisitIds[nth];
    if (id !== undefined && isLocationVisit(visit)) told.add("visit.created", visitTold(id, visit));
  });
  const news = new Set(changes.restoreVisitIds);
  for (const { id, ...visit } of restored.visits)
    if (isLocationVisit(visit)) told.add("visit.created", visitTold(id, visit));
  for (const patch of changes.visits) {
    const visit = patched(known, patch);
    if (visit === null || news.has(patch.id) || !isLocationVisit(visit.before)) continue;
    const name = visitEvent(visit.before, patch.set);
    if (name !== null) told.add(name, visitTold(patch.id, visit.after));
  }
  for (const id of changes.removeVisitIds) {
    const visit = known.get(id);
    if (visit !== undefined && isLocationVisit(visit)) told.add("visit.removed", visitTold(id, visit));
  }
  return told;
}

/**
 * What a change of a plan tells. Starts, ends and breaks of routes are no visits of customers and are left out.
 * The plan's routes and visits are as they were before.
 */
export function eventsOfChange(
  { plan, routes, visits }: Pick<PlanSlice, "plan" | "routes" | "visits">,
  change: Change,
): WebhookEvent[] {
  const of = { company_id: plan.companyId, plan_id: plan.id, plan_version: change.version, change: change.kind };
  const events: WebhookEvent[] = change.changes.plan === null ? [] : [{ type: "plan.updated", data: of }];
  for (const [type, rows] of routesTold(routes, change).pieces()) events.push({ type, data: { ...of, routes: rows } });
  for (const [type, rows] of visitsTold(visits, change).pieces()) events.push({ type, data: { ...of, visits: rows } });
  return events;
}

/** What the address of the list asks for, and how each visit is shown: the same on the page and in its file. */
import { db } from "~/db/database.server";
import { pageBehind, whereCounted } from "~/db/repositories/figure-visits.server";
import type { PageOfRows } from "~/db/repositories/paging.server";
import type { VisitSurroundings } from "~/db/repositories/visit-lists.server";
import { pagedVisits, visitsQuery } from "~/db/repositories/filtered-visits.server";
import type { RoutingVisitRow } from "~/db/tables";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import type { RouteStatus } from "~/domain/route/route-status";
import { windowInColumn } from "~/domain/time/time-window";
import { failReasonTitle } from "~/domain/visit/fail-reasons";
import { displayedVisitStatus } from "~/domain/visit/visit-display";
import { visitSourceLabel } from "~/domain/visit/visit-source";
import { VisitStatus } from "~/domain/visit/visit-status";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import { listRequest } from "~/http/list-request.server";
import { freshFigures } from "~/planner/fresh-figures.server";
import { readVisitsFilter } from "./visits-filter";
import { PLANNED_PARAM } from "./visits-view";

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/** The query of what the address asks for. Behind a figure stand exactly the visits that it counts. */
export async function askedVisits(companyId: number, request: Request) {
  const params = new URL(request.url).searchParams;
  const filter = readVisitsFilter(params);
  const planned = { "0": false, "1": true }[params.get(PLANNED_PARAM) ?? ""];
  const { search } = listRequest(request);
  const order = orderOf(LIST_ORDERS.visits, params);
  const { behind, status: shownStatus, from, to, driver: driverId, vehicle: vehicleId, warehouse } = filter;
  const shared = { search, planned, shownStatus };
  if (behind === null) {
    const warehouseId = warehouse ?? undefined;
    const query = visitsQuery(db(), companyId, { ...shared, from, to, driverId, vehicleId, warehouseId });
    const page = (one: PageOfRows) => pagedVisits(db(), query, one, order);
    return { filter, planned, query, order, page, isFigure: false };
  }
  const routes = { from: from ?? FIRST_DAY, to: to ?? LAST_DAY, driverId, vehicleId, warehouseId: warehouse };
  await freshFigures(companyId, routes);
  const query = visitsQuery(db(), companyId, shared);
  whereCounted(db(), query, companyId, behind, routes);
  // Where nothing else narrows the list, its length is the figure, and routes of whole days make its order.
  const isFigure = search === "" && planned === undefined && shownStatus === undefined;
  const page = (one: PageOfRows) =>
    isFigure && order === undefined
      ? pageBehind(db(), companyId, behind, routes, one)
      : pagedVisits(db(), query, one, order);
  return { filter, planned, query, order, page, isFigure };
}

/** A visit as the list and the file show it. */
export function listItem(row: RoutingVisitRow, { plans, routes, warehouses, drivers, vehicles }: VisitSurroundings) {
  const route = row.route_id === null ? undefined : routes.get(row.route_id);
  const plan = row.plan_id === null ? undefined : plans.get(row.plan_id);
  return {
    id: row.id,
    name: row.name,
    code: row.external_id ?? "",
    address: row.address,
    type: visitTypeLabel(row.type),
    status: displayedVisitStatus(
      { status: row.status as VisitStatus, routeId: row.route_id },
      route ? { status: route.status as RouteStatus } : null,
    ),
    plan: row.plan_id !== null && plan ? { id: row.plan_id, title: plan.title, date: plan.service_date } : null,
    warehouse: row.warehouse_id === null ? null : (warehouses.get(row.warehouse_id)?.title ?? null),
    driver: drivers.get(route?.driver_id ?? 0) ?? null,
    vehicle: vehicles.get(route?.vehicle_id ?? 0) ?? null,
    recipient: row.recipient_name,
    window: windowInColumn(row.start_time, row.end_time),
    reason: row.status === VisitStatus.Failed ? failReasonTitle(row.fail_reason_id) : null,
    source: visitSourceLabel(row.source),
    hasPlace: row.lat !== null && row.lng !== null,
  };
}
export type VisitListItem = ReturnType<typeof listItem>;

/** Visits that pass a filter, as a query and by pages. */
import type { Knex } from "knex";
import type { ListOrder, OrderColumn } from "~/domain/list-order";
import { RouteStatus } from "~/domain/route/route-status";
import { VisitStatus } from "~/domain/visit/visit-status";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { DateText, RoutingVisitRow } from "../tables";
import { visitColumns } from "./list-columns.server";
import { orderParts, pagedInOrder, pageOfIds } from "./ordered-pages.server";
import type { PageOrder } from "./ordered-pages.server";
import type { Paged, PageOfRows } from "./paging.server";
import { scoped, scopedAlso } from "./scoped.server";

export interface VisitFilter extends PageOfRows {
  search?: string | undefined;
  status?: number | undefined;
  planId?: number | undefined;
  /** in a plan (true), in none (false); undefined: both */
  planned?: boolean | undefined;
  warehouseId?: number | undefined;
  /** as it is shown: a visit without a route is unscheduled, one that waits for its vehicle follows its route */
  shownStatus?: VisitStatus | undefined;
  /** of the plan's day, both included */
  from?: DateText | undefined;
  to?: DateText | undefined;
  /** of their route; null: of routes without one */
  driverId?: number | null | undefined;
  vehicleId?: number | null | undefined;
  /** of these routes */
  routeIds?: readonly number[] | undefined;
}

/** The query's half of `displayedVisitStatus`. */
function whereShown(db: Db, query: Knex.QueryBuilder, companyId: number, status: VisitStatus): void {
  if (status === VisitStatus.Unscheduled) {
    query.where((either) => either.whereNull("route_id").orWhere({ status }));
    return;
  }
  query.whereNotNull("route_id");
  if (status === VisitStatus.Delivered || status === VisitStatus.Failed) {
    query.where({ status });
    return;
  }
  const onRoad = scoped(db, "routing_routes", companyId)
    .whereIn("status", [RouteStatus.OnRoute, RouteStatus.Completed])
    .select("id");
  query.whereIn("status", [VisitStatus.Scheduled, VisitStatus.OnRoute]);
  if (status === VisitStatus.OnRoute) query.whereIn("route_id", onRoad);
  else query.whereNotIn("route_id", onRoad);
}

/** The company's visits, as a query without order. */
export function visitsQuery(db: Db, companyId: number, filter: VisitFilter): Knex.QueryBuilder {
  const { driverId, vehicleId, routeIds } = filter;
  const isOfRoutes = driverId !== undefined || vehicleId !== undefined || routeIds !== undefined;
  // A plan and routes choose the index; nothing else narrows as much.
  const visits = filter.planId || isOfRoutes ? scopedAlso : scoped;
  const query = visits(db, "routing_visits", companyId).whereIn("type", LOCATION_TYPES);
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.planId) query.where({ plan_id: filter.planId });
  if (filter.planned === true) query.whereNotNull("plan_id");
  if (filter.planned === false) query.whereNull("plan_id");
  if (filter.warehouseId) query.where({ warehouse_id: filter.warehouseId });
  if (filter.shownStatus !== undefined) whereShown(db, query, companyId, filter.shownStatus);
  if (filter.from !== undefined || filter.to !== undefined) {
    const plans = scoped(db, "routing_plans", companyId).select("id");
    if (filter.from !== undefined) plans.where("service_date", ">=", filter.from);
    if (filter.to !== undefined) plans.where("service_date", "<=", filter.to);
    query.whereIn("plan_id", plans);
  }
  if (routeIds !== undefined) query.whereIn("route_id", [...routeIds]);
  if (driverId !== undefined || vehicleId !== undefined) {
    const routes = scoped(db, "routing_routes", companyId).select("id");
    if (driverId !== undefined) routes.where({ driver_id: driverId });
    if (vehicleId !== undefined) routes.where({ vehicle_id: vehicleId });
    query.whereIn("route_id", routes);
  }
  whereContains(
    query,
    [
      "name",
      "address",
      "external_id",
      "recipient_name",
      "recipient_phone",
      "recipient_email",
      "recipient_note",
      "delivery_note",
    ],
    filter.search,
  );
  return query;
}

export type VisitOrder = ListOrder<OrderColumn<"visits">>;

/**
 * One page of such a query, newest first unless another order is asked for. Its ids come first, mostly from an index
 * alone: asked for whole rows, MariaDB reads those of all companies from the newest on.
 */
export const pagedVisits = (
  db: Db,
  query: Knex.QueryBuilder,
  page: PageOfRows,
  order?: VisitOrder,
): Promise<Paged<RoutingVisitRow>> =>
  pagedInOrder(db, query, page, orderOfVisits(db, order), (one) => void one.select("routing_visits.*"));

function orderOfVisits(db: Db, order: VisitOrder | undefined): PageOrder {
  const columns = visitColumns(db);
  return { id: "routing_visits.id", parts: orderParts(columns, order, [{ ...columns.id, down: true }]) };
}

/** Ids of the first of them. */
export const firstVisitIds = async (
  db: Db,
  query: Knex.QueryBuilder,
  first: number,
  order?: VisitOrder,
): Promise<number[]> => (await pageOfIds(db, query, { first }, orderOfVisits(db, order))).rows.map(({ id }) => id);

/** The company's visits, newest first. */
export const listVisits = (db: Db, companyId: number, filter: VisitFilter = {}): Promise<Paged<RoutingVisitRow>> =>
  pagedVisits(db, visitsQuery(db, companyId, filter), filter);

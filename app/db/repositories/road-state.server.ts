/** What predictions about routes on the road are made of. */
import { RouteStatus } from "~/domain/route/route-status";
import { VisitType } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { DateText, RoutingRouteRow, RoutingVisitRow, UtcText } from "../tables";
import { scoped, scopedAlso } from "./scoped.server";

/** A route with what its clock follows. */
export interface RouteStateRow extends Pick<
  RoutingRouteRow,
  "id" | "company_id" | "plan_id" | "vehicle_id" | "driver_id" | "version" | "updated_at"
> {
  status: RouteStatus;
  service_date: DateText;
  plan_version: number;
  /** the plan's */
  warehouse_id: number | null;
}

/** Those of these routes that the company has. */
export async function routeStates(db: Db, companyId: number, routeIds: readonly number[]): Promise<RouteStateRow[]> {
  const found: RouteStateRow[] = [];
  for (const batch of inBatches([...new Set(routeIds)], 500))
    found.push(
      ...((await scoped(db, "routing_routes", companyId)
        .join("routing_plans as plan", "plan.id", "routing_routes.plan_id")
        .whereNull("plan.deleted_at")
        .whereIn("routing_routes.id", batch)
        .select(
          "routing_routes.id",
          "routing_routes.company_id",
          "routing_routes.plan_id",
          "routing_routes.vehicle_id",
          "routing_routes.driver_id",
          "routing_routes.status",
          "routing_routes.version",
          "routing_routes.updated_at",
          "plan.service_date",
          "plan.version as plan_version",
          "plan.warehouse_id",
        )) as RouteStateRow[]),
    );
  return found;
}

const STOP_COLUMNS = [
  "id",
  "route_id",
  "type",
  "status",
  "position",
  "arrival_time",
  "completed_at",
  "start_time",
  "end_time",
  "service_time",
  "service_duration",
  "travel_duration",
  "waiting_time",
  "lat",
  "lng",
] as const satisfies readonly (keyof RoutingVisitRow)[];
export type StopOnRoadRow = Pick<RoutingVisitRow, (typeof STOP_COLUMNS)[number]>;

/** Routes whose stops one statement reads: SQLite reads in this thread. */
const ROUTES_AT_ONCE = 10;

/** The visits of these routes by route, without what only screens show; start, end and break included. */
export async function stopsOnRoad(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, StopOnRoadRow[]>> {
  const byRoute = new Map<number, StopOnRoadRow[]>();
  for (const batch of inBatches([...new Set(routeIds)], ROUTES_AT_ONCE)) {
    const rows = (await scopedAlso(db, "routing_visits", companyId)
      .whereIn("route_id", batch)
      .orderBy("id")
      .select([...STOP_COLUMNS])) as StopOnRoadRow[];
    for (const row of rows) {
      const own = byRoute.get(row.route_id!);
      if (own === undefined) byRoute.set(row.route_id!, [row]);
      else own.push(row);
    }
  }
  return byRoute;
}

/** Routes of the company that are on the road now. */
export const idsOfRoutesOnRoad = async (db: Db, companyId: number): Promise<number[]> =>
  (await scoped(db, "routing_routes", companyId)
    .where({ status: RouteStatus.OnRoute })
    .orderBy("id")
    .pluck("id")) as number[];

/** When the vehicles left, by route; those that have not are left out. */
export async function departuresOfRoutes(
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<Map<number, UtcText>> {
  const found = new Map<number, UtcText>();
  for (const batch of inBatches([...new Set(routeIds)], 500))
    for (const row of (await scopedAlso(db, "routing_visits", companyId)
      .whereIn("route_id", batch)
      .where({ type: VisitType.Start })
      .whereNotNull("completed_at")
      .select("route_id", "completed_at")) as { route_id: number; completed_at: UtcText }[])
      found.set(row.route_id, row.completed_at);
  return found;
}

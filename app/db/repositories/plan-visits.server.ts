/** Visits of plans and of routes in the order of driving, and those that wait for a plan. */
import { LegEstimate } from "~/domain/visit/visit";
import { VisitStatus } from "~/domain/visit/visit-status";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import type { RoutingVisitRow, UtcText } from "../tables";
import { scoped, scopedAlso } from "./scoped.server";

const inOrder = async <Row = RoutingVisitRow>(query: ReturnType<typeof scoped>): Promise<Row[]> =>
  (await query.orderBy("route_id").orderBy("position").orderBy("label_position").orderBy("id")) as Row[];

/** Rows of one statement: SQLite reads in this thread, and 20,000 rows at once take it half a second. */
const READ_AT_ONCE = 250;

type Ordered = Pick<RoutingVisitRow, "id" | "route_id" | "position" | "label_position">;

/** As `inOrder` has the database do it: no route first. */
const compareRows = (a: Ordered, b: Ordered): number =>
  (a.route_id ?? 0) - (b.route_id ?? 0) ||
  a.position - b.position ||
  a.label_position - b.label_position ||
  a.id - b.id;

/** All visits of a plan by route, then position; read by and by. */
async function ofPlan<Row extends Ordered>(
  db: Db,
  companyId: number,
  planId: number,
  columns: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let last = 0; ; last = rows.at(-1)!.id) {
    const next = scoped(db, "routing_visits", companyId)
      .where({ plan_id: planId })
      .where("id", ">", last)
      .orderBy("id")
      .limit(READ_AT_ONCE);
    const found = (await next.select([...columns])) as Row[];
    rows.push(...found);
    if (found.length < READ_AT_ONCE) return rows.sort(compareRows);
  }
}

/** All visits of a plan, start, end and break included: by route, then position. */
export const listVisitsOfPlan = (db: Db, companyId: number, planId: number): Promise<RoutingVisitRow[]> =>
  ofPlan(db, companyId, planId, ["*"]);

export interface LateLegs {
  companyId: number;
  planId: number;
  routeIds: number[];
}

/** The routes of all companies with a leg, ahead or driven, that waits to be measured, by plan. */
export async function listRoutesWithLateLegsAcrossCompanies(db: Db): Promise<LateLegs[]> {
  const rows = (await db("routing_visits")
    .where({ leg_estimate: LegEstimate.Pending })
    .whereNull("deleted_at")
    .whereNotNull("plan_id")
    .whereNotNull("route_id")
    .distinct("company_id", "plan_id", "route_id")
    .orderBy(["plan_id", "route_id"])) as { company_id: number; plan_id: number; route_id: number }[];
  const plans = new Map<number, LateLegs>();
  for (const { company_id, plan_id, route_id } of rows) {
    const known = plans.get(plan_id);
    if (known === undefined) plans.set(plan_id, { companyId: company_id, planId: plan_id, routeIds: [route_id] });
    else known.routeIds.push(route_id);
  }
  return [...plans.values()];
}

/** The columns that lists, maps and timelines show, and those that the plan's search looks into. */
const SHOWN_COLUMNS = [
  "id",
  "route_id",
  "name",
  "address",
  "postcode",
  "type",
  "status",
  "position",
  "label_position",
  "arrival_time",
  "completed_at",
  "reported_lat",
  "reported_lng",
  "reported_accuracy",
  "start_time",
  "end_time",
  "service_time",
  "service_duration",
  "package_load",
  "package_capacity",
  "external_id",
  "recipient_name",
  "recipient_phone",
  "recipient_note",
  "delivery_note",
  "lat",
  "lng",
  "distance",
  "travel_duration",
  "waiting_time",
  "polyline",
  "leg_estimate",
  "unserved_reason",
  "violations",
] as const satisfies readonly (keyof RoutingVisitRow)[];
export type ShownVisitRow = Pick<RoutingVisitRow, (typeof SHOWN_COLUMNS)[number]>;

/** All visits of a plan as `listVisitsOfPlan` orders them, with what is shown of them. */
export const listShownVisitsOfPlan = (db: Db, companyId: number, planId: number): Promise<ShownVisitRow[]> =>
  ofPlan(db, companyId, planId, SHOWN_COLUMNS);

/** The same of routes, as `listVisitsOfRoutes` orders them, at most so many visits. */
export const listShownVisitsOfRoutes = (
  db: Db,
  companyId: number,
  routeIds: readonly number[],
  limit: number,
): Promise<ShownVisitRow[]> =>
  inOrder<ShownVisitRow>(
    scopedAlso(db, "routing_visits", companyId)
      .whereIn("route_id", [...routeIds])
      .limit(limit)
      .select([...SHOWN_COLUMNS]),
  );

/** All visits of routes, start, end and break included: by route, then position. */
export const listVisitsOfRoutes = (
  db: Db,
  companyId: number,
  routeIds: readonly number[],
): Promise<RoutingVisitRow[]> =>
  inOrder(scopedAlso(db, "routing_visits", companyId).whereIn("route_id", [...routeIds]));

export const listVisitsOfRoute = (db: Db, companyId: number, routeId: number): Promise<RoutingVisitRow[]> =>
  listVisitsOfRoutes(db, companyId, [routeId]);

/** Visits of a plan that no route serves: without a route, or unscheduled on one. */
export const listUnscheduledVisits = (db: Db, companyId: number, planId: number): Promise<RoutingVisitRow[]> =>
  inOrder(
    scoped(db, "routing_visits", companyId)
      .where({ plan_id: planId })
      .whereIn("type", LOCATION_TYPES)
      .where((either) => either.whereNull("route_id").orWhere("status", VisitStatus.Unscheduled)),
  );

export const listFailedVisits = (db: Db, companyId: number, planId: number): Promise<RoutingVisitRow[]> =>
  inOrder(
    scoped(db, "routing_visits", companyId)
      .where({ plan_id: planId, status: VisitStatus.Failed })
      .whereIn("type", LOCATION_TYPES),
  );

/** Visits of one warehouse (null: of none) that belong to no plan yet. No other plan takes them until `trx` ends. */
export const lockVisitsWithoutPlan = (
  trx: Db,
  companyId: number,
  warehouseId: number | null,
): Promise<RoutingVisitRow[]> =>
  inOrder(
    scoped(trx, "routing_visits", companyId)
      .where({ warehouse_id: warehouseId })
      .whereNull("plan_id")
      .whereIn("type", LOCATION_TYPES)
      .forUpdate(),
  );

/** Visits that belong to no plan yet belong to no warehouse, where they belonged to this one. */
export async function releaseFromWarehouse(
  trx: Db,
  companyId: number,
  warehouseId: number,
  now: UtcText,
): Promise<void> {
  await scoped(trx, "routing_visits", companyId)
    .where({ warehouse_id: warehouseId })
    .whereNull("plan_id")
    .update({ warehouse_id: null, updated_at: now });
}

/** Deliveries and pickups of the plan with these external ids; of several with the same one the first. */
export async function idsByExternalId(
  db: Db,
  companyId: number,
  planId: number,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const batch of inBatches([...new Set(externalIds)], 500)) {
    const rows = (await scoped(db, "routing_visits", companyId)
      .where({ plan_id: planId })
      .whereIn("type", LOCATION_TYPES)
      .whereIn("external_id", batch)
      .orderBy("id", "desc")
      .select("id", "external_id")) as { id: number; external_id: string }[];
    for (const row of rows) found.set(row.external_id, row.id);
  }
  return found;
}

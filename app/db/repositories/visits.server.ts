import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { RouteStatus } from "~/domain/route/route-status";
import { LegEstimate } from "~/domain/visit/visit";
import { VisitStatus } from "~/domain/visit/visit-status";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import { notFound } from "~/lib/errors";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { insertMany, updateMany, whereContains } from "../dialect.server";
import { translated } from "../errors.server";
import type { Changes, DateText, New, RoutingVisitRow, UtcText } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageOfRows } from "./paging.server";
import {
  assertReferences,
  findById,
  getById,
  getByIds,
  lockByIds,
  restoreRemoved,
  scoped,
  scopedAlso,
  softDelete,
} from "./scoped.server";

export type NewVisitRow = New<RoutingVisitRow, "name">;
export type VisitChanges = Omit<Changes<RoutingVisitRow>, "uid">;

const inOrder = async <Row = RoutingVisitRow>(query: ReturnType<typeof scoped>): Promise<Row[]> =>
  (await query.orderBy("route_id").orderBy("position").orderBy("label_position").orderBy("id")) as Row[];

export const getVisit = (db: Db, companyId: number, visitId: number): Promise<RoutingVisitRow> =>
  getById(db, "routing_visits", companyId, visitId);
export const findVisit = (db: Db, companyId: number, visitId: number): Promise<RoutingVisitRow | undefined> =>
  findById(db, "routing_visits", companyId, visitId);
/** Those of `getVisits`, which stay as they are until the transaction ends. @throws AppError 404 */
export const lockVisits = (trx: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> =>
  lockByIds(trx, "routing_visits", companyId, ids);
/** In the order of the ids. @throws AppError 404 when one is not the company's */
export const getVisits = (db: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> =>
  getByIds(db, "routing_visits", companyId, ids);

/** Also those that were removed. */
export async function visitsWithRemoved(db: Db, companyId: number, ids: readonly number[]): Promise<RoutingVisitRow[]> {
  const found: RoutingVisitRow[] = [];
  for (const batch of inBatches([...new Set(ids)], 1000))
    found.push(
      ...((await db("routing_visits")
        .whereRaw("+company_id = ?", [companyId])
        .whereIn("id", batch)) as RoutingVisitRow[]),
    );
  return found;
}

/** What these visits are called; those of other companies are left out. */
export async function visitNames(db: Db, companyId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const batch of inBatches([...new Set(ids)], 1000)) {
    const rows = (await scopedAlso(db, "routing_visits", companyId).whereIn("id", batch).select("id", "name")) as {
      id: number;
      name: string;
    }[];
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

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

const newestFirst = (query: Knex.QueryBuilder): Knex.QueryBuilder => query.orderBy("routing_visits.id", "desc");

/**
 * One page of such a query, newest first. Its ids come first, mostly from an index alone: asked for whole rows, MariaDB
 * reads those of all companies from the newest on, and SQLite and MariaDB sort whole rows.
 */
export async function pagedVisits(query: Knex.QueryBuilder, page: PageOfRows): Promise<Paged<RoutingVisitRow>> {
  const found = await paged<{ id: number }>(query, page, (one) => void newestFirst(one).select("routing_visits.id"));
  const ids = found.rows.map(({ id }) => id);
  if (ids.length === 0) return { ...found, rows: [] };
  return {
    ...found,
    rows: (await newestFirst(query.clone().whereIn("routing_visits.id", ids))) as RoutingVisitRow[],
  };
}

/** The company's visits, newest first. */
export const listVisits = (db: Db, companyId: number, filter: VisitFilter = {}): Promise<Paged<RoutingVisitRow>> =>
  pagedVisits(visitsQuery(db, companyId, filter), filter);

/**
 * Adds visits, in batches; run it in a transaction.
 * @returns the new ids, in the order of the visits
 * @throws AppError 404 for a plan, route, warehouse … of another company; 409 for a `uid` that is taken
 */
export async function insertVisits(
  db: Db,
  companyId: number,
  visits: readonly NewVisitRow[],
  now: UtcText,
): Promise<number[]> {
  await assertReferences(db, companyId, visits);
  // The databases disagree about the ids of a multi-row insert, so the rows are found again by a key of their own.
  const rows = visits.map((visit) => ({
    ...visit,
    uid: visit.uid ?? randomUUID(),
    company_id: companyId,
    created_at: now,
    updated_at: now,
  }));
  const ids = new Map<string, number>();
  await translated(rows.length === 1 ? rows[0] : undefined, () => insertMany(db, "routing_visits", uniform(rows)));
  for (const batch of inBatches(rows)) {
    const stored = await db("routing_visits")
      .whereIn(
        "uid",
        batch.map((row) => row.uid),
      )
      .select("id", "uid");
    for (const row of stored) ids.set(row.uid, row.id);
  }
  return rows.map((row) => ids.get(row.uid) as number);
}

/** What the table gives a visit that names nothing else. */
const DEFAULTS: Partial<RoutingVisitRow> = {
  address: "",
  postcode: "",
  type: "D",
  status: VisitStatus.Unscheduled,
  position: 1000,
  label_position: 0,
  start_time: "08:00",
  end_time: "20:00",
  service_time: 5,
  package_capacity: 0,
  package_load: 0,
  distance: 0,
  travel_duration: 0,
  waiting_time: 0,
  leg_estimate: 0,
  recipient_name: "",
  recipient_phone: "",
  recipient_email: "",
  signature_name: "",
  fail_note: "",
  done_note: "",
  is_out_of_turn: 0,
  source: 1,
};

/** Rows of one statement have to name the same columns: what only some of them name gets its default in the others. */
function uniform<T extends object>(rows: readonly T[]): T[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => {
    const given = row as Record<string, unknown>;
    return Object.fromEntries(
      columns.map((column) => [
        column,
        given[column] ?? (given[column] === undefined ? (DEFAULTS[column as keyof RoutingVisitRow] ?? null) : null),
      ]),
    ) as T;
  });
}

/**
 * Changes many visits by few statements. Each names only the columns that change.
 * @throws AppError 404 when one of them is not the company's
 */
export async function updateVisits(
  db: Db,
  companyId: number,
  changes: readonly ({ id: number } & VisitChanges)[],
  now: UtcText,
): Promise<void> {
  if (changes.length === 0) return;
  await assertReferences(db, companyId, changes);
  const found = await updateMany(
    db,
    "routing_visits",
    changes,
    { updated_at: now },
    { company_id: companyId, deleted_at: null },
  );
  if (found !== new Set(changes.map((change) => change.id)).size) throw notFound("Visit");
}

/** @throws AppError 404 */
export const updateVisit = (
  db: Db,
  companyId: number,
  visitId: number,
  changes: VisitChanges,
  now: UtcText,
): Promise<void> => updateVisits(db, companyId, [{ id: visitId, ...changes }], now);

/** Hides visits. @throws AppError 404 */
export const removeVisits = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  softDelete(db, "routing_visits", companyId, ids, now);

/** Shows hidden visits again, as they were. @throws AppError 404 when one is not hidden */
export const restoreVisits = (db: Db, companyId: number, ids: readonly number[], now: UtcText): Promise<void> =>
  restoreRemoved(db, "routing_visits", companyId, ids, now);

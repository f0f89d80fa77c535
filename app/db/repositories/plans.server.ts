import type { ListOrder, OrderColumn } from "~/domain/list-order";
import { AppError, notFound } from "~/lib/errors";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { Changes, DateText, New, PlanChangeRow, RoutingPlanRow, TableRows, UtcText } from "../tables";
import { planColumns } from "./list-columns.server";
import { orderParts, pagedInOrder } from "./ordered-pages.server";
import type { OrderPart } from "./ordered-pages.server";
import type { Paged, PageRequest } from "./paging.server";
import { assertReferences, findById, getById, insertScoped, lockById, softDelete, scoped } from "./scoped.server";
import { noteTakenAway } from "./stops-taken-away.server";
import { visitCountsByPlan } from "./visit-counts.server";
import type { VisitCounts } from "./visit-counts.server";
import { tellWebhooks } from "./webhook-outbox.server";

export type NewPlan = New<RoutingPlanRow, "title" | "service_date">;
export type PlanChanges = Omit<Changes<RoutingPlanRow>, "version">;

export const getPlan = (db: Db, companyId: number, planId: number): Promise<RoutingPlanRow> =>
  getById(db, "routing_plans", companyId, planId);
export const findPlan = (db: Db, companyId: number, planId: number): Promise<RoutingPlanRow | undefined> =>
  findById(db, "routing_plans", companyId, planId);

/** Also one that was removed. */
export const findPlanWithRemoved = async (
  db: Db,
  companyId: number,
  planId: number,
): Promise<RoutingPlanRow | undefined> => db("routing_plans").where({ company_id: companyId, id: planId }).first();

export interface PlanFilter extends PageRequest {
  /** in title and warehouse */
  search?: string | undefined;
  status?: number | undefined;
  warehouseId?: number | undefined;
  /** inclusive */
  from?: DateText | undefined;
  to?: DateText | undefined;
  /** beside those of the days, whatever their own */
  orIds?: readonly number[] | undefined;
  /**
   * A direction is that of the service date; default 'desc'. `todayFirst`: from that day on upwards, then the days
   * before it backwards.
   */
  order?: "asc" | "desc" | { todayFirst: DateText } | ListOrder<OrderColumn<"plans">> | undefined;
}

export interface PlanListRow extends Omit<RoutingPlanRow, "solution" | "settings" | "vehicle_settings"> {
  warehouse_title: string | null;
  counts: VisitCounts;
  /** in their order, for the coloured dots */
  routes: { id: number; position: number; status: number }[];
}

const LIST_COLUMNS = [
  "id",
  "company_id",
  "title",
  "warehouse_id",
  "query_id",
  "service_date",
  "status",
  "squash_duration",
  "avoid_tolls",
  "avoid_highways",
  "solving_time",
  "exploration",
  "visit_balance_coefficient",
  "start_location_type",
  "start_location_lat",
  "start_location_lng",
  "start_location_address",
  "end_location_type",
  "end_location_lat",
  "end_location_lng",
  "end_location_address",
  "version",
  "created_at",
  "updated_at",
  "deleted_at",
].map((column) => `routing_plans.${column}`);

/** Plans with what the list shows, in the same number of queries however many plans and visits there are. */
export async function listPlans(db: Db, companyId: number, filter: PlanFilter = {}): Promise<Paged<PlanListRow>> {
  const query = scoped(db, "routing_plans", companyId).leftJoin(
    "warehouses",
    "warehouses.id",
    "routing_plans.warehouse_id",
  );
  if (filter.status !== undefined) query.where("routing_plans.status", filter.status);
  if (filter.warehouseId) query.where("routing_plans.warehouse_id", filter.warehouseId);
  const { from, orIds = [] } = filter;
  if (from)
    query.where((days) => {
      days.where("routing_plans.service_date", ">=", from);
      if (orIds.length > 0) days.orWhereIn("routing_plans.id", [...orIds]);
    });
  if (filter.to) query.where("routing_plans.service_date", "<=", filter.to);
  whereContains(query, ["routing_plans.title", "warehouses.title"], filter.search);
  const order = { id: "routing_plans.id", parts: partsOf(db, filter.order ?? "desc") };
  type Row = Omit<PlanListRow, "counts" | "routes">;
  const page = await pagedInOrder<Row>(db, query, filter, order, (one) => {
    one.select(LIST_COLUMNS).select("warehouses.title as warehouse_title");
  });
  const ids = page.rows.map((row) => row.id);
  const counts = await visitCountsByPlan(db, companyId, ids);
  const routes = (await scoped(db, "routing_routes", companyId)
    .whereIn("plan_id", ids)
    .select("id", "plan_id", "position", "status")
    .orderBy("position")
    .orderBy("id")) as {
    id: number;
    plan_id: number;
    position: number;
    status: number;
  }[];
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      counts: counts.get(row.id) ?? {
        all: 0,
        scheduled: 0,
        delivered: 0,
        failed: 0,
        unscheduled: 0,
        unscheduled_in_routes: 0,
      },
      routes: routes
        .filter((route) => route.plan_id === row.id)
        .map(({ id, position, status }) => ({ id, position, status })),
    })),
  };
}

function partsOf(db: Db, order: NonNullable<PlanFilter["order"]>): OrderPart[] {
  const columns = planColumns(db);
  const ofDays = (down: boolean): OrderPart[] => [
    { ...columns.date, down },
    { ...columns.id, down },
  ];
  if (typeof order === "string") return ofDays(order === "desc");
  if ("by" in order) return orderParts(columns, order, ofDays(true));
  const { todayFirst: day } = order;
  const column = "routing_plans.service_date";
  return [
    { by: db.raw("CASE WHEN ?? >= ? THEN 0 ELSE 1 END", [column, day]) },
    { by: db.raw("CASE WHEN ?? >= ? THEN ?? END", [column, day, column]) },
    ...ofDays(true),
  ];
}

/** Titles of those of the plans that are the company's, by id. */
export async function planTitles(db: Db, companyId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows: Pick<RoutingPlanRow, "id" | "title">[] = await scoped(db, "routing_plans", companyId)
    .whereIn("id", [...new Set(ids)])
    .select("id", "title");
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Which of these titles plans of the company have. */
export const planTitlesAmong = (db: Db, companyId: number, titles: readonly string[]): Promise<string[]> =>
  scoped(db, "routing_plans", companyId)
    .whereIn("title", [...titles])
    .pluck("title");

/** @returns the new id. @throws AppError 404 for a warehouse of another company */
export async function insertPlan(db: Db, companyId: number, values: NewPlan, now: UtcText): Promise<number> {
  const id = await insertScoped(db, "routing_plans", companyId, values, now);
  await tellWebhooks(db, companyId, () => planEvent("plan.created", db, companyId, id), now);
  return id;
}

async function planEvent(type: "plan.created" | "plan.removed", db: Db, companyId: number, planId: number) {
  const { version } = await getPlan(db, companyId, planId);
  const data = { company_id: companyId, plan_id: planId, plan_version: version, change: type };
  return [{ type, data }];
}

/** What a 409 tells about the plan (`details` of AppError 'plan.changed'). */
export interface PlanConflict {
  expectedVersion: number;
  version: number;
  /** newest first, at most 20 */
  changes: Pick<PlanChangeRow, "kind" | "user_id" | "plan_version" | "created_at">[];
}

async function planConflict(db: Db, companyId: number, planId: number, expectedVersion: number): Promise<AppError> {
  const plan = await findPlan(db, companyId, planId);
  if (!plan) return notFound("Plan");
  const changes = (await scoped(db, "plan_changes", companyId)
    .where({ plan_id: planId })
    .where("plan_version", ">", expectedVersion)
    .orderBy("id", "desc")
    .limit(20)
    .select("kind", "user_id", "plan_version", "created_at")) as PlanConflict["changes"];
  const details: PlanConflict = { expectedVersion, version: plan.version, changes };
  return new AppError(
    "plan.changed",
    "Somebody else has changed this plan meanwhile. Look at it again, then repeat your change.",
    { status: 409, details },
  );
}

/**
 * Changes a plan and raises its version.
 * @param expectedVersion the version that the change was based on; null takes whatever is there
 * @returns the new version
 * @throws AppError 404; 409 'plan.changed' with `PlanConflict` when somebody else was faster
 */
export async function updatePlan(
  db: Db,
  companyId: number,
  planId: number,
  expectedVersion: number | null,
  changes: PlanChanges,
  now: UtcText,
): Promise<number> {
  await assertReferences(db, companyId, [changes]);
  const query = scoped(db, "routing_plans", companyId).where("routing_plans.id", planId);
  if (expectedVersion !== null) query.where("routing_plans.version", expectedVersion);
  const set: Record<string, unknown> = { ...changes, updated_at: now, version: db.raw("version + 1") };
  delete set.id;
  delete set.company_id;
  const found = await query.update(set);
  if (found === 0)
    throw expectedVersion === null ? notFound("Plan") : await planConflict(db, companyId, planId, expectedVersion);
  if (expectedVersion !== null) return expectedVersion + 1;
  return (await getPlan(db, companyId, planId)).version;
}

/**
 * Keeps others from changing the plan until the transaction ends: what is read afterwards stays true. @throws AppError
 * 404
 */
export async function lockPlan(trx: Db, companyId: number, planId: number): Promise<void> {
  const row: unknown = await scoped(trx, "routing_plans", companyId)
    .where("routing_plans.id", planId)
    .forUpdate()
    .first("routing_plans.id");
  if (row === undefined) throw notFound("Plan");
}

/**
 * A route or visit that stays as it is read until the transaction ends. Changes of what a plan has lock the plan first.
 * @throws AppError 404
 */
export async function lockWithPlan<T extends "routing_routes" | "routing_visits">(
  trx: Db,
  table: T,
  companyId: number,
  id: number,
): Promise<TableRows[T]> {
  const { plan_id: planId } = await getById(trx, table, companyId, id);
  if (planId === null) return lockById(trx, table, companyId, id);
  await lockPlan(trx, companyId, planId);
  return getById(trx, table, companyId, id);
}

/** Raises the version because routes or visits of the plan change. Also locks the plan until the transaction ends. */
export const touchPlan = (
  db: Db,
  companyId: number,
  planId: number,
  expectedVersion: number | null,
  now: UtcText,
): Promise<number> => updatePlan(db, companyId, planId, expectedVersion, {}, now);

/** Hides a plan with its routes and visits. @throws AppError 404 */
export async function removePlan(db: Db, companyId: number, planId: number, now: UtcText): Promise<void> {
  await tellWebhooks(db, companyId, () => planEvent("plan.removed", db, companyId, planId), now);
  await noteTakenAway(db, companyId, planId, { routeIds: "all", visitIds: [] }, now);
  await softDelete(db, "routing_plans", companyId, [planId], now);
  for (const table of ["routing_visits", "routing_routes"] as const) {
    await scoped(db, table, companyId).where({ plan_id: planId }).update({ deleted_at: now, updated_at: now });
  }
}

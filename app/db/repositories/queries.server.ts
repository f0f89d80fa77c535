import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { Changes, DateText, New, QueryStatus, RoutingQueryRow, UtcText } from "../tables";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { findById, getById, insertScoped, scoped, updateScoped } from "./scoped.server";

/** Calculations as people see them; the queue behind them is in query-queue.server.ts. */
export type NewQuery = New<RoutingQueryRow, "input">;

/** A calculation without its big JSON columns. */
export type QueryListRow = Omit<RoutingQueryRow, "input" | "output" | "routific" | "checkpoint">;

const LIST_COLUMNS = [
  "id", "title", "company_id", "country_id", "sheet_id", "user_id", "plan_id", "route_id", "summary", "is_correct_output", "type", "status", "priority", "plan_version",
  "progress", "incumbent_cost", "incumbent_unassigned", "error_code", "error_message", "cancel_requested", "attempts", "locked_by", "locked_until", "heartbeat_at",
  "started_at", "finished_at", "applied_at", "created_at", "updated_at",
];

const OPEN: readonly QueryStatus[] = ["queued", "running"];

/** With everything, input and output included. @throws AppError 404 */
export const getQuery = (db: Db, companyId: number, id: number): Promise<RoutingQueryRow> => getById(db, "routing_queries", companyId, id);
export const findQuery = (db: Db, companyId: number, id: number): Promise<RoutingQueryRow | undefined> => findById(db, "routing_queries", companyId, id);

/** Without the big columns: cheap enough to ask every second. */
export async function findQueryState(db: Db, companyId: number, id: number): Promise<QueryListRow | undefined> {
  return (await scoped(db, "routing_queries", companyId).where({ id }).first(LIST_COLUMNS)) as QueryListRow | undefined;
}

/** The newest calculation of a plan, whole plan or single route; with `statuses` the newest of these. */
export async function latestQueryOfPlan(db: Db, companyId: number, planId: number, statuses?: readonly QueryStatus[]): Promise<QueryListRow | undefined> {
  const query = scoped(db, "routing_queries", companyId).where({ plan_id: planId });
  if (statuses) query.whereIn("status", [...statuses]);
  return (await query.orderBy("id", "desc").first(LIST_COLUMNS)) as QueryListRow | undefined;
}

/** Calculations of a plan that wait or run, oldest first. */
export async function listOpenQueriesOfPlan(db: Db, companyId: number, planId: number): Promise<QueryListRow[]> {
  return (await scoped(db, "routing_queries", companyId).where({ plan_id: planId }).whereIn("status", [...OPEN]).orderBy("id").select(LIST_COLUMNS)) as QueryListRow[];
}

export interface QueryFilter extends PageRequest {
  search?: string | undefined;
  planId?: number | undefined;
  routeId?: number | undefined;
  userId?: number | undefined;
  countryId?: number | undefined;
  status?: QueryStatus | undefined;
  type?: number | undefined;
  /** days of the creation, UTC, inclusive */
  from?: DateText | undefined;
  to?: DateText | undefined;
}

/** History of calculations, newest first. */
export function listQueries(db: Db, companyId: number, filter: QueryFilter = {}): Promise<Paged<QueryListRow>> {
  const query = scoped(db, "routing_queries", companyId);
  if (filter.planId) query.where({ plan_id: filter.planId });
  if (filter.routeId) query.where({ route_id: filter.routeId });
  if (filter.userId) query.where({ user_id: filter.userId });
  if (filter.countryId) query.where({ country_id: filter.countryId });
  if (filter.status) query.where({ status: filter.status });
  if (filter.type !== undefined) query.where({ type: filter.type });
  if (filter.from) query.where("created_at", ">=", `${filter.from} 00:00:00`);
  if (filter.to) query.where("created_at", "<=", `${filter.to} 23:59:59`);
  whereContains(query, ["title"], filter.search);
  return paged<QueryListRow>(query, filter, (page) => void page.orderBy("id", "desc").select(LIST_COLUMNS));
}

/** Stores a calculation that waits for its turn. @returns its id. @throws AppError 404 */
export const enqueueQuery = (db: Db, companyId: number, values: NewQuery, now: UtcText): Promise<number> =>
  insertScoped(db, "routing_queries", companyId, { ...values, status: "queued" }, now);

/** Stores a calculation that was done at once (by position, or by the API). @returns its id. @throws AppError 404 */
export const insertFinishedQuery = (db: Db, companyId: number, values: NewQuery, now: UtcText): Promise<number> =>
  insertScoped(db, "routing_queries", companyId, { status: "done", progress: 1, started_at: now, finished_at: now, ...values }, now);

/** @throws AppError 404 */
export const updateQuery = (db: Db, companyId: number, id: number, changes: Changes<RoutingQueryRow>, now: UtcText): Promise<void> =>
  updateScoped(db, "routing_queries", companyId, id, changes, now);

/**
 * Asks for the end of a calculation. One that waits is cancelled at once; one that runs keeps its best plan and ends
 * soon after.
 * @throws AppError 404
 */
export async function requestCancel(db: Db, companyId: number, id: number, now: UtcText): Promise<"cancelled" | "requested" | "finished"> {
  const waiting = await scoped(db, "routing_queries", companyId)
    .where({ id, status: "queued" })
    // One that waits again after a crash has a plan to keep: the next worker finishes it.
    .whereNull("checkpoint")
    .update({ status: "cancelled", cancel_requested: 1, finished_at: now, updated_at: now });
  if (waiting === 1) return "cancelled";
  const open = await scoped(db, "routing_queries", companyId).where({ id }).whereIn("status", [...OPEN]).update({ cancel_requested: 1, updated_at: now });
  if (open === 1) return "requested";
  await getById(db, "routing_queries", companyId, id);
  return "finished";
}

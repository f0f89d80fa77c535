import type { Db } from "../client.server";
import { orderByText, whereContains } from "../dialect.server";
import type { Changes, New, RoutingQueryRow, UtcText } from "../tables";
import { UNDERWAY } from "~/domain/calculation/calculation-status";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { tellEnd } from "./calculation-end.server";
import { getById, insertScoped, scoped, updateScoped } from "./scoped.server";
import { withTransaction } from "../transaction.server";

/** Calculations as people see them; the queue behind them is in calculation-queue.server.ts. */
export type NewCalculation = New<RoutingQueryRow, "input">;

/** A calculation without its big JSON columns. */
export type CalculationListRow = Omit<RoutingQueryRow, "input" | "output" | "routific" | "checkpoint" | "difference">;

const LIST_COLUMNS = [
  "id",
  "title",
  "company_id",
  "country_id",
  "sheet_id",
  "user_id",
  "plan_id",
  "route_id",
  "summary",
  "is_correct_output",
  "type",
  "status",
  "priority",
  "plan_version",
  "aim",
  "progress",
  "incumbent_cost",
  "incumbent_unassigned",
  "error_code",
  "error_message",
  "cancel_requested",
  "attempts",
  "locked_by",
  "locked_until",
  "heartbeat_at",
  "started_at",
  "finished_at",
  "applied_at",
  "change_budget",
  "kept_at",
  "created_at",
  "updated_at",
];

/** With everything, input and output included. @throws AppError 404 */
export const getCalculation = (db: Db, companyId: number, id: number): Promise<RoutingQueryRow> =>
  getById(db, "routing_queries", companyId, id);

/** Without the big columns: cheap enough to be read every second. */
export async function findCalculationHead(
  db: Db,
  companyId: number,
  id: number,
): Promise<CalculationListRow | undefined> {
  return (await scoped(db, "routing_queries", companyId).where({ id }).first(LIST_COLUMNS)) as
    CalculationListRow | undefined;
}

/**
 * Calculations that were asked for in order to change the plan. Those without a version are tried out for the history
 * alone.
 */
const applicable = (db: Db, companyId: number, planId: number) =>
  scoped(db, "routing_queries", companyId).where({ plan_id: planId }).whereNotNull("plan_version");

/** The newest calculation of a plan, whole plan or single route; with `statuses` the newest of these. */
export async function latestCalculationOfPlan(
  db: Db,
  companyId: number,
  planId: number,
  statuses?: readonly CalculationStatus[],
): Promise<CalculationListRow | undefined> {
  const query = applicable(db, companyId, planId);
  if (statuses) query.whereIn("status", [...statuses]);
  return (await query.orderBy("id", "desc").first(LIST_COLUMNS)) as CalculationListRow | undefined;
}

/** What the result of a calculation changed, or would change: JSON; undefined when there is no such calculation. */
export async function differenceOfCalculation(
  db: Db,
  companyId: number,
  id: number,
): Promise<string | null | undefined> {
  return (
    (await scoped(db, "routing_queries", companyId).where({ id }).limit(1).pluck("difference")) as (string | null)[]
  )[0];
}

/** Undecided proposals are discarded when a new calculation is requested. */
export async function discardProposals(trx: Db, companyId: number, planId: number, now: UtcText): Promise<void> {
  await applicable(trx, companyId, planId)
    .where({ status: "proposed" })
    .update({ status: "discarded", updated_at: now });
}

/** Calculations of a plan that wait or run, oldest first. */
export async function listOpenCalculationsOfPlan(
  db: Db,
  companyId: number,
  planId: number,
): Promise<CalculationListRow[]> {
  return (await applicable(db, companyId, planId)
    .whereIn("status", [...UNDERWAY])
    .orderBy("id")
    .select(LIST_COLUMNS)) as CalculationListRow[];
}

/** Those that wait or run and change no plan. */
export async function countOpenSentCalculations(db: Db, companyId: number): Promise<number> {
  const [row] = await scoped(db, "routing_queries", companyId)
    .whereNull("plan_version")
    .whereIn("status", [...UNDERWAY])
    .count({ count: "*" });
  return Number((row as { count?: number | string } | undefined)?.count ?? 0);
}

export interface CalculationFilter extends PageRequest {
  /** in the title and in the plan's title */
  search?: string | undefined;
  planId?: number | undefined;
  routeId?: number | undefined;
  userId?: number | undefined;
  countryId?: number | undefined;
  status?: CalculationStatus | undefined;
  type?: number | undefined;
  /** created at that instant or later */
  since?: UtcText | undefined;
  /** created earlier than that */
  before?: UtcText | undefined;
}

/** A calculation in the history, with the names of what it belongs to. */
export interface CalculationHistoryRow extends CalculationListRow {
  /** null: the plan was never there, or is gone for good */
  plan_title: string | null;
  user_name: string | null;
  user_surname: string | null;
}

/** History of calculations, newest first. */
export function listCalculationHistory(
  db: Db,
  companyId: number,
  filter: CalculationFilter = {},
): Promise<Paged<CalculationHistoryRow>> {
  const query = scoped(db, "routing_queries", companyId)
    .leftJoin("routing_plans as plan", (join) =>
      join.on("plan.id", "routing_queries.plan_id").andOn("plan.company_id", "routing_queries.company_id"),
    )
    .leftJoin("users as user", "user.id", "routing_queries.user_id");
  const equal: [column: string, value: string | number | undefined][] = [
    ["plan_id", filter.planId],
    ["route_id", filter.routeId],
    ["user_id", filter.userId],
    ["country_id", filter.countryId],
    ["status", filter.status],
    ["type", filter.type],
  ];
  for (const [column, value] of equal) if (value !== undefined) query.where(`routing_queries.${column}`, value);
  if (filter.since) query.where("routing_queries.created_at", ">=", filter.since);
  if (filter.before) query.where("routing_queries.created_at", "<", filter.before);
  whereContains(query, ["routing_queries.title", "plan.title"], filter.search);
  return paged<CalculationHistoryRow>(query, filter, (page) => {
    page
      .orderBy("routing_queries.id", "desc")
      .select(LIST_COLUMNS.map((column) => `routing_queries.${column}`))
      .select("plan.title as plan_title", "user.name as user_name", "user.surname as user_surname");
  });
}

/** Plans that were calculated, the newest calculation first. */
export async function listCalculatedPlans(
  db: Db,
  companyId: number,
  limit = 200,
): Promise<{ id: number; title: string }[]> {
  return (await scoped(db, "routing_queries", companyId)
    .join("routing_plans as plan", (join) =>
      join.on("plan.id", "routing_queries.plan_id").andOn("plan.company_id", "routing_queries.company_id"),
    )
    .groupBy("plan.id", "plan.title")
    .orderByRaw("MAX(routing_queries.id) DESC")
    .limit(limit)
    .select("plan.id", "plan.title")) as { id: number; title: string }[];
}

/** Countries that calculations were made for, by title. */
export async function listCalculatedCountries(db: Db, companyId: number): Promise<{ id: number; title: string }[]> {
  const query = scoped(db, "routing_queries", companyId)
    .join("countries as country", "country.id", "routing_queries.country_id")
    .groupBy("country.id", "country.title")
    .select("country.id", "country.title");
  return (await orderByText(query, "country.title")) as { id: number; title: string }[];
}

/** Stores a calculation that waits for its turn. @returns its id. @throws AppError 404 */
export const insertQueuedCalculation = (
  db: Db,
  companyId: number,
  values: NewCalculation,
  now: UtcText,
): Promise<number> => insertScoped(db, "routing_queries", companyId, { ...values, status: "queued" }, now);

/** @throws AppError 404 */
export const updateCalculation = (
  db: Db,
  companyId: number,
  id: number,
  changes: Changes<RoutingQueryRow>,
  now: UtcText,
): Promise<void> => updateScoped(db, "routing_queries", companyId, id, changes, now);

/**
 * Asks for the end of a calculation. One that waits is cancelled at once; one that runs keeps its best plan and ends
 * soon after.
 * @throws AppError 404
 */
export async function requestCancel(
  db: Db,
  companyId: number,
  id: number,
  now: UtcText,
): Promise<"cancelled" | "requested" | "finished"> {
  // One that waits again after a crash has a best plan already: the next worker finishes it.
  const waits = (on: Db) =>
    scoped(on, "routing_queries", companyId).where({ id, status: "queued" }).whereNull("checkpoint");
  // Where nothing waits, nothing is done, and a command that is refused leaves no trace.
  const isThere = (await waits(db).first("id")) !== undefined;
  const cancel = async (trx: Db) => {
    const cancelled = await waits(trx).update({
      status: "cancelled",
      cancel_requested: 1,
      finished_at: now,
      updated_at: now,
    });
    if (cancelled === 1) await tellEnd(trx, { id, companyId }, { status: "cancelled" }, now);
    return cancelled;
  };
  const waiting = isThere ? await withTransaction(db, cancel) : 0;
  if (waiting === 1) return "cancelled";
  const open = await scoped(db, "routing_queries", companyId)
    .where({ id })
    .whereIn("status", [...UNDERWAY])
    .update({ cancel_requested: 1, updated_at: now });
  if (open === 1) return "requested";
  await getById(db, "routing_queries", companyId, id);
  return "finished";
}

/** Deletes the calculations of a plan for good; a running one loses its claim and ends. */
export async function deleteCalculationsOfPlan(db: Db, companyId: number, planId: number): Promise<void> {
  await scoped(db, "routing_queries", companyId).where({ plan_id: planId }).delete();
}

/** Marks an applied result as taken back, unless somebody has kept it. @returns whether it was */
export async function discardUnkept(db: Db, companyId: number, id: number, now: UtcText): Promise<boolean> {
  const rows = scoped(db, "routing_queries", companyId).where({ id }).whereNull("kept_at");
  return (await rows.update({ status: "discarded", updated_at: now })) > 0;
}

/** Marks an applied result as kept, unless somebody has taken it back. @returns whether it was */
export async function keepApplied(db: Db, companyId: number, id: number, now: UtcText): Promise<boolean> {
  const rows = scoped(db, "routing_queries", companyId).where({ id }).whereNot({ status: "discarded" });
  return (await rows.update({ kept_at: now, updated_at: now })) > 0;
}

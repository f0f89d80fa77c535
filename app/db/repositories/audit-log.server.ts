import type { Knex } from "knex";
import type { Db } from "../client.server";
import type { AuditLogRow } from "../tables";
import { scoped } from "./scoped.server";

export type NewLogEntry = Omit<AuditLogRow, "id" | "is_refused">;

/** Entries are added and read; nothing here changes or removes one. */
export const insertLogEntryAcrossCompanies = async (trx: Db, entry: NewLogEntry): Promise<void> =>
  void (await trx("audit_log").insert(entry));

/** What to list; what is left out narrows nothing. */
export interface LogFilter {
  userId?: number;
  apiKeyId?: number;
  action?: string;
  model?: string;
  refused?: boolean;
  /** from this moment on, UTC */
  from?: string;
  /** before this moment, UTC */
  until?: string;
  /** entries older than this one */
  before?: number;
}

/** Newest first, at most `limit`: a log has no end, so that it is never counted. */
export const listLogEntries = (db: Db, companyId: number, filter: LogFilter, limit: number): Promise<AuditLogRow[]> =>
  newest(db, scoped(db, "audit_log", companyId), filter, limit);

export interface PlatformLogFilter extends Omit<LogFilter, "userId"> {
  /** of one of these */
  companyIds?: readonly number[];
  /** by one of these */
  userIds?: readonly number[];
  /** by super admins in companies that are none of theirs */
  byPlatform?: boolean;
}

export interface PlatformLogEntry extends AuditLogRow {
  /** null: of no company, or of one that is gone */
  company_title: string | null;
}

/** The same of all companies and of none, for super admins. */
export async function listLogEntriesAcrossCompanies(
  db: Db,
  { companyIds, userIds, byPlatform, ...filter }: PlatformLogFilter,
  limit: number,
): Promise<PlatformLogEntry[]> {
  const query: Knex.QueryBuilder = db("audit_log");
  if (companyIds !== undefined) query.whereIn("company_id", companyIds);
  if (userIds !== undefined) query.whereIn("user_id", userIds);
  if (byPlatform === true) query.where("by_platform", 1);
  // The title beside the page's rows alone.
  const rows = await newest(db, query, filter, limit);
  const ids = [...new Set(rows.flatMap(({ company_id }) => company_id ?? []))];
  const titles = new Map(
    ((await db("companies").whereIn("id", ids).select("id", "title")) as { id: number; title: string }[]).map(
      ({ id, title }) => [id, title],
    ),
  );
  return rows.map((row) => ({ ...row, company_title: titles.get(row.company_id ?? 0) ?? null }));
}

/**
 * The newest entries. Their ids come first, from an index alone: asked for whole rows, MariaDB reads all between the
 * newest entry of the company and the first that fits. Of days they come by time, which is where the days' index ends.
 */
async function newest(
  db: Db,
  query: Knex.QueryBuilder,
  { before, ...filter }: LogFilter,
  limit: number,
): Promise<AuditLogRow[]> {
  const isOfDays = filter.from !== undefined || filter.until !== undefined;
  narrowed(query, filter);
  if (isOfDays) query.orderBy("created_at", "desc");
  query.orderBy("id", "desc").limit(limit);
  const last = before !== undefined && isOfDays ? await timeOf(db, before) : undefined;
  if (last !== undefined)
    query
      .where("created_at", "<=", last)
      .where((one) => one.where("created_at", "<", last).orWhere("id", "<", before!));
  else if (before !== undefined) query.where("id", "<", before);
  const ids = (await query.pluck("id")) as number[];
  if (ids.length === 0) return [];
  const rows = new Map(((await db("audit_log").whereIn("id", ids)) as AuditLogRow[]).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)!);
}

const timeOf = async (db: Db, id: number): Promise<string | undefined> =>
  ((await db("audit_log").where({ id }).first("created_at")) as Pick<AuditLogRow, "created_at"> | undefined)
    ?.created_at;

function narrowed(query: Knex.QueryBuilder, filter: Omit<LogFilter, "before">): void {
  if (filter.userId !== undefined) query.where("user_id", filter.userId);
  if (filter.apiKeyId !== undefined) query.where("api_key_id", filter.apiKeyId);
  if (filter.action !== undefined) query.where("action", filter.action);
  if (filter.model !== undefined) query.where("model", filter.model);
  if (filter.refused === true) query.where("is_refused", 1);
  if (filter.from !== undefined) query.where("created_at", ">=", filter.from);
  if (filter.until !== undefined) query.where("created_at", "<", filter.until);
}

/**
 * Each action that the company's log has, by its name: one step in the index for each of them. MariaDB takes one only
 * where the last name is a constant; from a column of the statement it reads all entries of the company each time.
 */
export async function listLoggedActions(db: Db, companyId: number): Promise<string[]> {
  const actions: string[] = [];
  for (;;) {
    const { next } = (await scoped(db, "audit_log", companyId)
      .where("action", ">", actions.at(-1) ?? "")
      .min("action as next")
      .first()) as { next: string | null };
    if (next === null) return actions;
    actions.push(next);
  }
}

/** Accounts that an action is about, also removed ones. */
export const accountsForLogAcrossCompanies = async <Row>(db: Db, ids: readonly number[]): Promise<Row[]> =>
  (await db("users").whereIn("id", ids)) as Row[];

/** What records of the log are called by, also of removed ones. @param columns beside the id */
export async function namesForLog<Row>(
  db: Db,
  table: string,
  companyId: number,
  ids: readonly number[],
  columns: readonly string[],
): Promise<Row[]> {
  const owner = table === "companies" ? "id" : "company_id";
  return (await db(table)
    .where(owner, companyId)
    .whereIn("id", ids)
    .select("id", ...columns)) as Row[];
}

/** Rows that an action is about, also removed ones, as they are in the transaction at hand. */
export async function rowsForLog<Row>(
  db: Db,
  table: string,
  companyId: number,
  ids: readonly number[],
): Promise<Row[]> {
  const owner = table === "companies" ? "id" : "company_id";
  return (await db(table).where(owner, companyId).whereIn("id", ids)) as Row[];
}

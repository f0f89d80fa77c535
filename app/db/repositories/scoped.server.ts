/**
 * What the repositories share: every query is bound to a company, rows that were removed are hidden, and ids in
 * references are looked up in the same company before they are stored.
 */
import type { Knex } from "knex";
import { notFound } from "~/lib/errors";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { translated } from "../errors.server";
import { packTexts, unpackTexts } from "../packed-texts.server";
import type { Changes, TableRows, UtcText } from "../tables";

/** The tables of companies, and what an entity of each is called in "… not found". */
const ENTITY = {
  company_members: "Member",
  company_billings: "Billing",
  billed_visits: "Visit",
  billing_orders: "Order",
  company_api_keys: "Api key",
  company_exports: "Export",
  warehouses: "Warehouse",
  vehicles: "Vehicle",
  confirmation_templates: "Confirmation template",
  routing_plans: "Plan",
  routing_routes: "Route",
  routing_visits: "Visit",
  routing_visit_attachments: "Attachment",
  routing_queries: "Calculation",
  routing_sheets: "Sheet",
  routing_sheet_rows: "Row",
  spreadsheet_columns: "Column",
  plan_changes: "Change",
  applied_commands: "Command",
  sample_days: "Sample day",
  visit_geocodes: "Address",
  audit_log: "Entry",
  road_tasks: "Task",
  stops_taken_away: "Visit",
  recipient_messages: "Message",
  message_contacts: "Contact",
  message_texts: "Text",
  vehicle_positions: "Position",
  latest_positions: "Position",
  live_routes: "Route",
  visit_predictions: "Prediction",
  eta_widths: "Widths",
  plan_figures: "Plan",
  route_figures: "Route",
  visit_figures: "Visit",
  tracking_links: "Link",
  push_subscriptions: "Browser",
  push_told: "News",
  recipient_replies: "Reply",
  webhook_endpoints: "Webhook",
  webhook_deliveries: "Delivery",
} as const;
export type ScopedTable = keyof typeof ENTITY;

/** Ids that one statement names. */
const IDS_AT_ONCE = 1000;

const SOFT: ReadonlySet<string> = new Set([
  "warehouses",
  "vehicles",
  "confirmation_templates",
  "routing_plans",
  "routing_routes",
  "routing_visits",
]);
/** What people knew a removed row by. Those of visits are for whoever may see their plan, which is not known here. */
const NAMES_OF_REMOVED: Readonly<Partial<Record<ScopedTable, string>>> = {
  warehouses: "title",
  vehicles: "title",
  confirmation_templates: "title",
  routing_plans: "title",
};
const UNSTAMPED: ReadonlySet<string> = new Set(["routing_visit_attachments", "plan_changes", "applied_commands"]);

/** Which table of the same company a column refers to. */
const REFERENCES: Readonly<Record<string, ScopedTable>> = {
  warehouse_id: "warehouses",
  driver_id: "company_members",
  vehicle_id: "vehicles",
  plan_id: "routing_plans",
  route_id: "routing_routes",
  query_id: "routing_queries",
  visit_id: "routing_visits",
  sheet_id: "routing_sheets",
  api_key_id: "company_api_keys",
  confirmation_template_id: "confirmation_templates",
  member_id: "company_members",
  subscription_id: "push_subscriptions",
  endpoint_id: "webhook_endpoints",
};

/**
 * All rows of one company that were not removed. Columns are named with their table, so that joins stay clear. Problems
 * in other formats share the calculations' queue, and are none (format-jobs.server.ts).
 */
export const scoped = (db: Db, table: ScopedTable, companyId: number): Knex.QueryBuilder =>
  current(db, table).where(`${table}.company_id`, companyId);

/**
 * The same where another condition has to choose the index: SQLite, which knows nothing of how many rows a company
 * has, may read an index of the company's rows from end to end. The plus keeps the company from leading; MySQL takes
 * no notice of it. (ANALYZE would tell SQLite, but of one large company it learns that a company narrows nothing, and
 * reads whole tables: the late visits that contain a word took four times as long.)
 */
export const scopedAlso = (db: Db, table: ScopedTable, companyId: number): Knex.QueryBuilder =>
  current(db, table).whereRaw("+?? = ?", [`${table}.company_id`, companyId]);

function current(db: Db, table: ScopedTable): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db(table as string);
  if (SOFT.has(table)) query.whereNull(`${table}.deleted_at`);
  if (table === "routing_queries") query.whereNull(`${table}.format`);
  return query;
}

export async function findById<T extends ScopedTable>(
  db: Db,
  table: T,
  companyId: number,
  id: number,
): Promise<TableRows[T] | undefined> {
  const row = (await scoped(db, table, companyId).where(`${table}.id`, id).first()) as TableRows[T] | undefined;
  return row && unpackTexts(table, row);
}

/**
 * @throws AppError 404 when the company has no such row, whoever else may have it; of one that was removed it says so
 */
export async function getById<T extends ScopedTable>(
  db: Db,
  table: T,
  companyId: number,
  id: number,
): Promise<TableRows[T]> {
  const row = await findById(db, table, companyId, id);
  if (row) return row;
  const nameColumn = NAMES_OF_REMOVED[table];
  const removed =
    nameColumn &&
    ((await db(table as string)
      .where({ company_id: companyId, id })
      .first(nameColumn)) as TitleRow);
  throw notFound(
    ENTITY[table],
    removed ? `The ${ENTITY[table].toLowerCase()} “${String(removed[nameColumn])}” was removed.` : undefined,
  );
}

type TitleRow = Record<string, unknown> | undefined;

/**
 * The rows of these ids, in the order of the ids.
 * @throws AppError 404 when one of them is not the company's
 */
export async function getByIds<T extends ScopedTable>(
  db: Db,
  table: T,
  companyId: number,
  ids: readonly number[],
): Promise<TableRows[T][]> {
  const wanted = [...new Set(ids)];
  const found = new Map<number, TableRows[T]>();
  for (const batch of inBatches(wanted, IDS_AT_ONCE)) {
    const rows = (await scopedAlso(db, table, companyId).whereIn(`${table}.id`, batch)) as TableRows[T][];
    for (const row of rows) found.set((row as { id: number }).id, await unpackTexts(table, row));
  }
  return wanted.map((id) => {
    const row = found.get(id);
    if (!row) throw notFound(ENTITY[table]);
    return row;
  });
}

/** Keeps others from changing these rows until the transaction ends. */
async function lock(trx: Db, table: ScopedTable, companyId: number, ids: readonly number[]): Promise<void> {
  // In one order: who locks the same rows waits, and neither waits for the other.
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  for (const batch of inBatches(wanted, IDS_AT_ONCE))
    await scopedAlso(trx, table, companyId).whereIn(`${table}.id`, batch).forUpdate().select(`${table}.id`);
}

/** `getById` of a row that stays as it is read until the transaction ends. @throws AppError 404 */
export async function lockById<T extends ScopedTable>(
  trx: Db,
  table: T,
  companyId: number,
  id: number,
): Promise<TableRows[T]> {
  await lock(trx, table, companyId, [id]);
  return getById(trx, table, companyId, id);
}

/** `getByIds` of rows that stay as they are read until the transaction ends. @throws AppError 404 */
export async function lockByIds<T extends ScopedTable>(
  trx: Db,
  table: T,
  companyId: number,
  ids: readonly number[],
): Promise<TableRows[T][]> {
  await lock(trx, table, companyId, ids);
  return getByIds(trx, table, companyId, ids);
}

/**
 * Looks up every reference in the company that the rows belong to: a foreign key alone would accept another company's
 * id.
 * @throws AppError 404 naming the kind of thing
 */
export async function assertReferences(db: Db, companyId: number, rows: readonly object[]): Promise<void> {
  for (const [column, table] of Object.entries(REFERENCES)) {
    const ids = new Set<number>();
    for (const row of rows) {
      const id = (row as Record<string, unknown>)[column];
      if (typeof id === "number") ids.add(id);
    }
    if (ids.size === 0) continue;
    const known = (await scopedAlso(db, table, companyId)
      .whereIn(`${table}.id`, [...ids])
      .pluck(`${table}.id`)) as number[];
    if (known.length !== ids.size) throw notFound(ENTITY[table]);
  }
}

/** @returns the id of the new row. @throws AppError 404 (reference), 409 (duplicate) */
export async function insertScoped(
  db: Db,
  table: ScopedTable,
  companyId: number,
  values: object,
  now: UtcText,
): Promise<number> {
  await assertReferences(db, companyId, [values]);
  const stamps = UNSTAMPED.has(table) ? { created_at: now } : { created_at: now, updated_at: now };
  const row: Record<string, unknown> = { ...(await packTexts(table, values)), ...stamps, company_id: companyId };
  const [id] = await translated(row, () => db(table as string).insert(row));
  return id as number;
}

/** @throws AppError 404 (row or reference), 409 (duplicate) */
export async function updateScoped<T extends ScopedTable>(
  db: Db,
  table: T,
  companyId: number,
  id: number,
  changes: Changes<TableRows[T]>,
  now: UtcText,
): Promise<void> {
  await assertReferences(db, companyId, [changes]);
  const set: Record<string, unknown> = { ...(await packTexts(table, changes)), updated_at: now };
  delete set.id;
  delete set.company_id;
  const found = await translated(set, () => scoped(db, table, companyId).where(`${table}.id`, id).update(set));
  if (found === 0) throw notFound(ENTITY[table]);
}

/**
 * Hides rows of a table with `deleted_at`.
 * @throws AppError 404 when one of them is not the company's
 */
export async function softDelete(
  db: Db,
  table: ScopedTable,
  companyId: number,
  ids: readonly number[],
  now: UtcText,
  also: object = {},
): Promise<void> {
  const wanted = [...new Set(ids)];
  let found = 0;
  for (const batch of inBatches(wanted, IDS_AT_ONCE)) {
    found += await scopedAlso(db, table, companyId)
      .whereIn("id", batch)
      .update({ ...also, deleted_at: now, updated_at: now });
  }
  if (found !== wanted.length) throw notFound(ENTITY[table]);
}

/** Takes `softDelete` back. @throws AppError 404 when one of them is not there or not removed */
export async function restoreRemoved(
  db: Db,
  table: ScopedTable,
  companyId: number,
  ids: readonly number[],
  now: UtcText,
): Promise<void> {
  const wanted = [...new Set(ids)];
  let found = 0;
  for (const batch of inBatches(wanted, IDS_AT_ONCE)) {
    found += await db(table)
      .whereRaw("+company_id = ?", [companyId])
      .whereNotNull("deleted_at")
      .whereIn("id", batch)
      .update({ deleted_at: null, updated_at: now });
  }
  if (found !== wanted.length) throw notFound(ENTITY[table]);
}

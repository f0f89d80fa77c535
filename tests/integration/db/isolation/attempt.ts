import type { Db } from "~/db/client.server";
import { isSqlite } from "~/db/dialect.server";
import type { TestCompany } from "../../../factories/company";
import { columnsOf } from "../../../helpers/stored";
import type { Other } from "../other-company";

/** When attempts write: a change that sets the same values shows by it. */
export const LATER = "2026-11-21 07:00:00";

/** What company `me` tries with ids of the other company. */
export type Attempt = (db: Db, me: number, other: Other, mine: TestCompany) => Promise<unknown>;
/** By the function that is tried. */
export type Attempts = Record<string, Attempt | Attempt[]>;

const TABLES = [
  "company_members",
  "company_billings",
  "billing_orders",
  "company_exports",
  "company_api_keys",
  "warehouses",
  "vehicles",
  "confirmation_templates",
  "routing_plans",
  "routing_routes",
  "routing_visits",
  "routing_visit_attachments",
  "routing_queries",
  "routing_sheets",
  "routing_sheet_rows",
  "spreadsheet_columns",
  "plan_changes",
  "applied_commands",
  "sample_days",
  "visit_geocodes",
  "road_tasks",
  "stops_taken_away",
  "recipient_messages",
  "message_contacts",
  "message_texts",
  "vehicle_positions",
  "latest_positions",
  "tracking_links",
  "push_subscriptions",
  "push_told",
  "recipient_replies",
  "live_routes",
  "visit_predictions",
  "eta_widths",
  "plan_figures",
  "route_figures",
  "visit_figures",
  "webhook_endpoints",
  "webhook_deliveries",
];

/** Of SQLite: what a company has, asked at once. The columns are the same in all databases. */
let question: ((companyId: number) => string) | undefined;

async function makeQuestion(db: Db): Promise<(companyId: number) => string> {
  const columns = await columnsOf(db);
  const parts = ["companies", ...TABLES].map((table) => {
    const values = columns.get(table)!.map((column) => `quote("${column}")`);
    const content = `group_concat(${values.join(" || ',' || ")}, char(10))`;
    const where = table === "companies" ? "id" : "company_id";
    return (companyId: number) =>
      `SELECT '${table}' AS name, (SELECT ${content} FROM ${table} WHERE ${where} = ${companyId}) AS content`;
  });
  return (companyId) => parts.map((part) => part(companyId)).join(" UNION ALL ");
}

/** Every row of the company, to be compared. */
export async function snapshot(db: Db, companyId: number): Promise<unknown> {
  if (isSqlite(db)) {
    question ??= await makeQuestion(db);
    return db.raw(question(companyId));
  }
  const rows: Record<string, unknown> = { companies: await db("companies").where({ id: companyId }) };
  for (const table of TABLES) rows[table] = await db(table).where({ company_id: companyId }).orderBy("id");
  return rows;
}

/** What the work answers; whatever it stored is taken back. */
export async function rolledBack<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  const trx = await db.transaction();
  try {
    return await work(trx);
  } finally {
    await trx.rollback();
  }
}

/** Neither a row nor a change. */
export function isNothing(answer: unknown): boolean {
  if (answer instanceof Map) return answer.size === 0;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer === "object" && answer !== null && "total" in answer) return answer.total === 0;
  return answer === undefined || answer === 0 || answer === false;
}

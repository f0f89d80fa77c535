import type { Db } from "~/db/client.server";
import type { TestCompany } from "../../../factories/company";
import type { Other } from "../other-company";

/** When attempts write: a change that sets the same values shows by it. */
export const LATER = "2026-11-21 07:00:00";

/** What company `me` tries with ids of the other company. */
export type Attempt = (db: Db, me: number, other: Other, mine: TestCompany) => Promise<unknown>;
/** By the function that is tried. */
export type Attempts = Record<string, Attempt | Attempt[]>;

/** Every row of the company. */
export async function snapshot(db: Db, companyId: number): Promise<unknown> {
  const rows: Record<string, unknown> = { companies: await db("companies").where({ id: companyId }) };
  const tables = [
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
  for (const table of tables) rows[table] = await db(table).where({ company_id: companyId }).orderBy("id");
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

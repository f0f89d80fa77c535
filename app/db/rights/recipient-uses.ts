/**
 * What becomes of the texts about a recipient whom a company erases, in one table: every table with a column of the use
 * `recipients` (table-uses), and every table that refers to visits, has a line here, or
 * tests/integration/rights/recipient-uses.test.ts fails.
 *
 * Beside this, their e-mail or phone is taken out of all texts about customers and of the program's workings.
 */
import type { TableName } from "./table-uses";

/**
 * - `emptied`: rows of their visits lose all columns of the use `recipients`
 * - `removed`: rows of their visits go
 * - `inside`: what is told of their visits is taken out of the JSON (forget-in-plans, forget-of-visits)
 * - `contact`: rows of their e-mail or phone go
 * - `kept`: numbers, states and times, which name nobody
 */
type RecipientUse = "emptied" | "removed" | "inside" | "contact" | "kept";

export const RECIPIENT_USES: Readonly<Partial<Record<TableName, RecipientUse>>> = {
  routing_visits: "emptied",
  routing_visit_attachments: "removed",
  recipient_replies: "emptied",
  recipient_messages: "removed",
  message_contacts: "contact",
  road_tasks: "removed",
  visit_geocodes: "removed",
  routing_sheet_rows: "emptied",
  routing_queries: "inside",
  plan_changes: "inside",
  webhook_deliveries: "inside",
  tracking_links: "kept",
  stops_taken_away: "kept",
  visit_predictions: "kept",
  visit_figures: "kept",
  billed_visits: "kept",
  live_routes: "kept",
};

export const tablesForRecipients = (use: RecipientUse): TableName[] =>
  (Object.keys(RECIPIENT_USES) as TableName[]).filter((table) => RECIPIENT_USES[table] === use);

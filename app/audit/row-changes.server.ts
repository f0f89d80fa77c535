/** What an action changed in the records that it is about. */
import type { Db } from "~/db/client.server";
import { accountsForLogAcrossCompanies, rowsForLog } from "~/db/repositories/audit-log.server";
import { MAX_CHOSEN_ROWS } from "~/domain/constants";
import type { LoggedChange } from "./note-in-log.server";
import { MODELS } from "./subjects";
import type { LoggedTable } from "./subjects";

export type Row = Readonly<Record<string, unknown>> & { id: number };

/** Rows that are compared: all that a form about chosen rows has. Of more visits of one plan, the plan's log knows. */
const MAX_ROWS = MAX_CHOSEN_ROWS;
const MAX_TEXT = 200;

/** Never in the log: what lets somebody in, and where files lie. */
const SECRET = /password|token|secret|hash|(?:^|_)key$|(?:^|_)path$|^value$/;
/** What follows from the rest, what every change touches, long inputs and results, and where somebody was. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "id",
  "company_id",
  "created_at",
  "updated_at",
  "version",
  "revision",
  "uid",
  "arrival_time",
  "waiting_time",
  "waiting_duration",
  "travel_duration",
  "distance",
  "duration",
  "planned_distance",
  "planned_work_duration",
  "cost",
  "label_position",
  "leg_estimate",
  "polyline",
  "violations",
  "unserved_reason",
  "statistic_overdue_time",
  "statistic_out_of_turn",
  "solution",
  "input",
  "output",
  "routific",
  "summary",
  "difference",
  "checkpoint",
  "heartbeat_at",
  "locked_by",
  "locked_until",
  "progress",
  "incumbent_cost",
  "incumbent_unassigned",
  "reported_lat",
  "reported_lng",
  "reported_accuracy",
  "book",
  "mappings",
  "sheets",
  "errors",
  "next_row",
  "begun",
  "next_sheet",
]);

/** That it changed is told, and no value: the log is kept for good, and proofs may not be. */
const UNTOLD: ReadonlySet<string> = new Set(["signature_name"]);

/** Of an account: named one by one, so that no new column gets into the log by itself. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  "name",
  "surname",
  "email",
  "phone",
  "country_id",
  "language_id",
  "time_zone",
  "status",
  "platform_role",
  "is_admin",
  "is_completed",
  "email_verified_at",
  "settings",
  "admin_comment",
  "deleted_at",
]);

export const isShown = (column: string, table?: LoggedTable): boolean =>
  table === "users" ? OF_ACCOUNTS.has(column) : !LEFT_OUT.has(column) && !SECRET.test(column);

/** @returns accounts, or else rows of the company, as they are now, at most MAX_ROWS */
export async function readRows(
  db: Db,
  table: LoggedTable,
  companyId: number | null,
  ids: readonly number[],
): Promise<Row[]> {
  const some = ids.slice(0, MAX_ROWS);
  if (some.length === 0) return [];
  if (table === "users") return accountsForLogAcrossCompanies<Row>(db, some);
  return companyId === null ? [] : rowsForLog<Row>(db, table, companyId, some);
}

const shown = (value: unknown): unknown => {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  return typeof text === "string" && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : (text ?? null);
};

/** Column by column, of each row; rows without a difference are left out. */
export function rowChanges(table: LoggedTable, before: readonly Row[], after: readonly Row[]): LoggedChange[] {
  const was = new Map(before.map((row) => [row.id, row]));
  const is = new Map(after.map((row) => [row.id, row]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [old, now] = [was.get(id), is.get(id)];
    const fields: Record<string, readonly [unknown, unknown]> = {};
    for (const column of Object.keys(now ?? old ?? {}).filter((name) => isShown(name, table))) {
      const pair = [shown(old?.[column]), shown(now?.[column])] as const;
      if (pair[0] !== pair[1]) fields[column] = UNTOLD.has(column) ? [null, null] : pair;
    }
    return Object.keys(fields).length === 0 ? [] : [{ model: MODELS[table], id, fields }];
  });
}

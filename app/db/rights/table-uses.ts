/**
 * What becomes of every text that is stored, in one table: whether it is exported, and what goes when a company or a
 * person is erased. Columns that hold no text are exported with their rows, and go with them. A table or a text column
 * without a line here fails tests/integration/rights/table-uses.test.ts.
 *
 * Parents stand before their children: rows are deleted from the last table to the first.
 */
import type { TableRows } from "../tables";

/**
 * - `told`: codes, times and names of settings; exported, and no name is in them
 * - `people`: written by people of the team about itself; exported, what the company calls a person is taken out
 * - `recipients`: about customers; exported, a person's proven e-mail alone is taken out
 * - `own`: name and contacts of the person that the row is about: the pseudonym takes their place
 * - `file`: names a stored file, which is exported, and goes with the row
 * - `secret`: passwords, keys, hashes, tokens: never exported
 * - `inner`: workings of the program, which may hold customers' data: not exported, a person's proven e-mail alone is
 *   taken out
 */
export const COLUMN_USES = ["told", "people", "recipients", "own", "file", "secret", "inner"] as const;
type ColumnUse = (typeof COLUMN_USES)[number];
type Columns = Partial<Record<ColumnUse, readonly string[]>>;

/**
 * `company`: of its `company_id`; `account`: of its `user_id`; `itself`: company and account; `platform`: nobody's
 */
type Owner = "company" | "account" | "itself" | "platform";

interface TableUse {
  owner: Owner;
  /** the name of its files in the export; null: it isn't exported, for the reason that is given */
  exported: string | null;
  why?: string;
  /** further columns that aren't exported */
  unexported?: readonly string[];
  /** the primary key */
  key: string;
  columns: Columns;
  /** Rows that stay when their company is erased, with these columns; all other texts are emptied. */
  stays?: readonly string[];
}

type Rest = Partial<Omit<TableUse, "owner" | "columns">>;
const tableOf = (owner: Owner, exported: string | null, columns: Columns, rest: Rest = {}): TableUse => ({
  key: "id",
  ...rest,
  owner,
  exported,
  columns,
});
const ofCompany = (exported: string, columns: Columns, rest: Rest = {}) => tableOf("company", exported, columns, rest);
const working = (why: string, columns: Columns, rest: Rest = {}) => tableOf("company", null, columns, { ...rest, why });
const ofAccount = (why: string, columns: Columns) => tableOf("account", null, columns, { why });
const ofPlatform = (why: string, columns: Columns, rest: Rest = {}) =>
  tableOf("platform", null, columns, { ...rest, why });

const STAMPS = ["created_at", "updated_at"] as const;
const ENDS = ["start_location_type", "end_location_type"] as const;
const ADDRESSES = ["start_location_address", "end_location_address"] as const;
const REFERENCE = "the same for everybody";
const MAPS = "made of a public map";

export const TABLE_USES: Readonly<Record<keyof TableRows, TableUse>> = {
  countries: ofPlatform(REFERENCE, { told: ["code", "title", "name"] }),
  country_areas: ofPlatform(REFERENCE, { told: ["title", "codes"] }),
  industries: ofPlatform(REFERENCE, { told: ["title"] }),
  fail_reasons: ofPlatform(REFERENCE, { told: ["title", "image"] }),
  billing_packages: ofPlatform(REFERENCE, { told: ["key", "title", "prices"] }),
  users: tableOf(
    "itself",
    null,
    {
      told: [
        "active_at",
        "status",
        "email_verified_at",
        "platform_role",
        ...STAMPS,
        "deleted_at",
        "erase_at",
        "erased_at",
      ],
      own: ["name", "surname", "email", "username", "image", "phone", "time_zone", "admin_comment", "settings"],
      secret: ["password_hash"],
    },
    {
      why: "an account is its person's; what the company knows of them is in its members",
      stays: ["status", "platform_role", ...STAMPS, "deleted_at", "erase_at", "erased_at"],
    },
  ),
  companies: tableOf(
    "itself",
    "company",
    {
      told: [
        "default_vehicle_start_hour",
        "default_vehicle_end_hour",
        "default_start_location_type",
        "default_end_location_type",
        "default_aim",
        "confirmation_settings",
        "fail_reasons_settings",
        "recipient_settings",
        "message_channels",
        "message_on_since",
        "message_quiet_start",
        "message_quiet_end",
        "message_language",
        ...STAMPS,
        "deleted_at",
        "erased_at",
      ],
      people: ["title", "phone", "email", "message_sender", "admin_comment"],
      file: ["image"],
      secret: ["api_key"],
    },
    // What super admins have remarked about the company is theirs.
    { unexported: ["admin_comment"], stays: [...STAMPS, "deleted_at", "erased_at"] },
  ),
  sessions: ofAccount("who is signed in where is the person's", {
    secret: ["hash"],
    told: ["created_at", "last_used_at", "expires_at", "proved_at"],
    inner: ["user_agent"],
  }),
  tokens: ofAccount("links that open accounts", {
    secret: ["hash"],
    inner: ["payload"],
    told: ["kind", "expires_at", "used_at", "created_at"],
  }),
  user_identities: ofAccount("ways into the account of a person", {
    own: ["subject", "email"],
    told: ["issuer", "created_at", "last_used_at"],
  }),
  user_totps: ofAccount("ways into the account of a person", {
    secret: ["secret"],
    told: ["confirmed_at", "created_at"],
  }),
  user_recovery_codes: ofAccount("ways into the account of a person", {
    secret: ["hash"],
    told: ["used_at", "created_at"],
  }),
  user_passkeys: ofAccount("ways into the account of a person", {
    secret: ["credential_id", "credential_hash", "public_key"],
    own: ["name"],
    told: ["transports", "created_at", "last_used_at"],
  }),
  audit_log: ofCompany(
    "audit-log",
    {
      told: ["action", "outcome", "model", "ids", "request_id", "created_at"],
      own: ["who", "ip", "user_agent"],
      people: ["changes"],
    },
    { unexported: ["is_refused"], stays: ["action", "outcome", "model", "ids", "request_id", "created_at"] },
  ),
  company_exports: ofCompany("exports", { told: ["busy_until", "ended_at", "outcome", "created_at"] }),
  company_api_keys: ofCompany("api-keys", {
    people: ["name"],
    secret: ["hash", "value"],
    told: ["hint", "scopes", "last_used_at", "revoked_at", ...STAMPS],
  }),
  company_members: ofCompany(
    "members",
    { own: ["email", "name", "surname", "phone"], told: [...STAMPS, "invited_at"] },
    { unexported: ["invitation_token_id", "asked_user_id"] },
  ),
  company_billings: ofCompany("billing", {
    told: [
      "package",
      "start_date",
      "end_date",
      "status",
      "subscription_status",
      "visits_period",
      "next_reset",
      ...STAMPS,
    ],
    people: ["phase_id", "customer_id", "subscription_id"],
  }),
  billed_visits: ofCompany("billed-visits", { told: ["planned_on"] }, { key: "visit_id" }),
  billing_orders: ofCompany(
    "billing-orders",
    {
      told: ["package", "provider", "status", "start_date", "end_date", "decided_at", ...STAMPS],
      people: ["checkout_id", "billed_to"],
    },
    // Invoices have to be kept.
    { stays: ["package", "provider", "status", "start_date", "end_date", "decided_at", ...STAMPS] },
  ),
  warehouses: ofCompany("warehouses", {
    people: ["external_id", "title", "address"],
    told: ["country_code", "time_zone", ...STAMPS, "deleted_at"],
  }),
  vehicles: ofCompany("vehicles", {
    people: ["title", "plate", "park_location_address"],
    told: ["type", "work_hour_start", "work_hour_end", "break_start", "break_end", ...STAMPS, "deleted_at"],
  }),
  confirmation_templates: ofCompany("confirmation-templates", {
    people: ["title"],
    told: ["confirmation_settings", ...STAMPS, "deleted_at"],
  }),
  message_texts: ofCompany("message-texts", {
    people: ["subject", "mail", "sms"],
    told: ["language", "kind", ...STAMPS],
  }),
  message_contacts: ofCompany("message-contacts", {
    recipients: ["contact"],
    secret: ["token"],
    told: ["channel", "language", "stopped_at", ...STAMPS],
  }),
  spreadsheet_columns: ofCompany("spreadsheet-columns", { people: ["header"], told: ["kind", "field", ...STAMPS] }),
  sample_days: working("ids of records that are exported themselves", { inner: ["made"], told: [...STAMPS] }),
  eta_widths: working("learnt from visits that are exported themselves", { told: ["widths", "made_at"] }),
  applied_commands: working("answers to forms and calls, kept for two weeks", {
    told: ["command_id", "command", "claimed_by", "claimed_at", "done_at", "created_at"],
    inner: ["result"],
  }),
  routing_plans: ofCompany("plans", {
    people: ["title", ...ADDRESSES, "settings", "vehicle_settings", "travel_note"],
    inner: ["solution"],
    told: ["service_date", ...ENDS, "aim", "travel_engine", ...STAMPS, "deleted_at"],
  }),
  routing_routes: ofCompany("routes", {
    people: [...ADDRESSES, "vehicle_settings", "violations"],
    told: [...ENDS, "start_time", "finish_time", ...STAMPS, "deleted_at"],
  }),
  routing_visits: ofCompany("visits", {
    recipients: [
      "name",
      "address",
      "postcode",
      "recipient_name",
      "recipient_phone",
      "recipient_email",
      "recipient_note",
      "delivery_note",
      "signature_name",
      "fail_note",
      "done_note",
      "source_id",
      "external_id",
      "external_warehouse_id",
      "unserved_reason",
      "violations",
    ],
    told: [
      "uid",
      "type",
      "arrival_time",
      "completed_at",
      "reported_at",
      "start_time",
      "end_time",
      "confirmation_type",
      "polyline",
      ...STAMPS,
      "deleted_at",
    ],
  }),
  routing_visit_attachments: ofCompany("photos-and-signatures", {
    file: ["path"],
    told: ["type", "created_at", "taken_back_of"],
  }),
  recipient_replies: ofCompany("recipient-replies", {
    recipients: ["note", "safe_place", "comment"],
    told: ["rated_at", ...STAMPS],
  }),
  recipient_messages: ofCompany("recipient-messages", {
    recipients: ["contact", "failure"],
    told: ["kind", "channel", "day", "state", "reason", "uid", "next_try_at", "sent_at", ...STAMPS],
  }),
  tracking_links: working("links that open pages of recipients, made anew from the server's secret", {
    told: ["subject", ...STAMPS],
  }),
  road_tasks: ofCompany("tasks", {
    recipients: ["details"],
    told: ["kind", "task_key", "settled_at", "outcome", ...STAMPS],
  }),
  stops_taken_away: working("who may still report about a visit", { told: ["taken_at"] }),
  vehicle_positions: ofCompany("positions", { told: ["taken_at"] }, { unexported: ["thinned"] }),
  latest_positions: working("the newest of the positions", { told: ["taken_at", "line"] }),
  live_routes: working("worked out from routes and positions", {
    told: ["seen_at", "told_arrival", "reported_at", "since", "arrived_at"],
  }),
  visit_predictions: ofCompany("predictions", {
    told: ["begins", "promised_from", "promised_to", "began_at", "began_by", ...STAMPS],
  }),
  visit_geocodes: ofCompany("addresses", {
    recipients: ["address", "postcode", "candidates"],
    told: ["state", ...STAMPS],
  }),
  plan_figures: working("counted from visits that are exported themselves", { told: ["service_date"] }),
  route_figures: working("counted from visits that are exported themselves", { told: ["service_date"] }),
  visit_figures: working("counted from visits that are exported themselves", {}),
  routing_sheets: ofCompany("imports", {
    people: ["title", "file_name", "errors", "sheets"],
    file: ["file_path"],
    inner: ["rows_path", "book", "mappings"],
    told: ["state", "file_hash", ...STAMPS],
  }),
  routing_sheet_rows: ofCompany("import-rows", {
    recipients: ["match_key", "cells", "notes"],
    told: ["entity", "outcome"],
  }),
  routing_queries: ofCompany("calculations", {
    people: ["title", "error_message"],
    recipients: ["input", "output", "difference"],
    inner: ["routific", "summary", "checkpoint", "locked_by", "input_packed", "output_packed"],
    told: [
      "status",
      "error_code",
      "locked_until",
      "heartbeat_at",
      "started_at",
      "finished_at",
      "applied_at",
      "kept_at",
      "aim",
      "format",
      ...STAMPS,
    ],
  }),
  plan_changes: ofCompany("plan-history", {
    recipients: ["before", "after", "about"],
    told: ["kind", "undone_at", "created_at"],
  }),
  push_subscriptions: working("addresses of browsers, with their keys", {
    secret: ["endpoint", "endpoint_hash", "p256dh", "auth"],
    told: [...STAMPS],
  }),
  push_told: working("what browsers know of routes that are exported themselves", {
    inner: ["told"],
    told: ["due_at", ...STAMPS],
  }),
  webhook_endpoints: ofCompany("webhooks", {
    people: ["url", "note"],
    secret: ["secret", "previous_secret"],
    told: ["events", "secret_at", "previous_until", "disabled_at", "disabled_reason", "failing_since", ...STAMPS],
    inner: ["busy_until", "claim"],
  }),
  webhook_deliveries: ofCompany("webhook-deliveries", {
    recipients: ["body", "answer_text", "failure"],
    told: ["uid", "event", "state", "next_try_at", "tried_at", ...STAMPS],
  }),
  site_announcements: ofPlatform("when an upgrade was announced", { told: ["created_at"] }),
  public_page_versions: ofPlatform("published by the platform, for anybody", {
    told: ["page", "title", "description", "body", "created_at"],
  }),
  mails: ofPlatform("mails that wait to be sent, sealed; those to a person go with them", {
    own: ["recipient"],
    inner: ["subject", "body", "failure"],
    told: ["uid", "next_try_at", "created_at"],
  }),
  payment_events: ofPlatform("numbers of a payment provider, so that each counts once", {
    told: ["event_id", "kind", "created_at"],
  }),
  open_calls: ofPlatform("answers to calls without a company, kept for two weeks", {
    secret: ["call_key", "content"],
    inner: ["answer"],
    told: ["path", "claimed_by", "claimed_at", "created_at"],
  }),
  limits: ofPlatform("counts of tries, kept for a day at most, under hashed names", { told: ["key"] }, { key: "key" }),
  generator_runs: ofPlatform("what super admins made up", {
    inner: ["title", "options", "made", "failure"],
    told: ["status", "locked_until", ...STAMPS],
  }),
  geo_regions: ofPlatform(MAPS, { told: ["name", "version", "state", "loaded_at"] }),
  geo_entries: ofPlatform(MAPS, {
    told: ["kind", "names", "city", "areas", "postcodes", "line", "country_code", "words"],
  }),
  geo_addresses: ofPlatform(MAPS, { told: ["suffix", "number", "postcode"] }),
  geo_spots: ofPlatform(MAPS, {}),
  geo_words: ofPlatform(MAPS, { told: ["word"] }),
  geo_word_keys: ofPlatform(MAPS, {}),
  geocode_cache: ofPlatform("answers about addresses, under hashed questions", {
    told: ["question", "answer", "kept_at"],
  }),
  travel_times: ofPlatform("times between places", { told: ["context", "origin", "entries", "used_at"] }),
};

/** Not of the row types: Knex's own, and indexes of the database. */
export const FOREIGN_TABLES = /^(?:knex_migrations(?:_lock)?|sqlite_.*|geo_entries_words.*)$/;

export type TableName = keyof TableRows;
export const TABLE_NAMES = Object.keys(TABLE_USES) as TableName[];
export const COMPANY_TABLES = TABLE_NAMES.filter((name) => TABLE_USES[name].owner === "company");

export const columnsOf = ({ columns }: TableUse, ...uses: readonly ColumnUse[]): string[] =>
  uses.flatMap((one) => columns[one] ?? []);

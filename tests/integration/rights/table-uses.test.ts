import { describe, expect, it } from "vitest";
import { COLUMN_USES, columnsOf, TABLE_NAMES, TABLE_USES } from "~/db/rights/table-uses";
import type { TableName } from "~/db/rights/table-uses";
import { databases, useTestDatabase } from "../../helpers/databases";
import { tablesOfSchema } from "../../helpers/table-schema";

/** Characters that a name and surname may have. */
const ROOM = 41;

/** Codes, settings, ids, hashes and figures that the program writes, in columns that have room for a name. */
const WITHOUT_NAMES = [
  "applied_commands.command",
  "applied_commands.command_id",
  "audit_log.action",
  "audit_log.ids",
  "audit_log.model",
  "audit_log.outcome",
  "billing_orders.package",
  "companies.confirmation_settings",
  "companies.fail_reasons_settings",
  "companies.message_channels",
  "companies.message_on_since",
  "companies.recipient_settings",
  "company_api_keys.scopes",
  "company_billings.package",
  "confirmation_templates.confirmation_settings",
  "eta_widths.widths",
  "latest_positions.line",
  "plan_changes.kind",
  "road_tasks.task_key",
  "routing_queries.error_code",
  "routing_sheets.file_hash",
  "routing_visits.polyline",
  "spreadsheet_columns.field",
  "user_identities.issuer",
  "user_passkeys.transports",
  "visit_predictions.begins",
  "warehouses.time_zone",
  "webhook_endpoints.events",
];

describe.each(databases())("what becomes of each table on %s", (kind) => {
  const database = useTestDatabase(kind);
  const schema = () => tablesOfSchema(database().db);

  it("is decided for every table and every text column that there is, and for nothing else", async () => {
    const found = await schema();
    expect([...TABLE_NAMES].sort()).toEqual(found.map(({ name }) => name).sort());
    for (const { name, columns } of found) {
      const decided = columnsOf(TABLE_USES[name as TableName], ...COLUMN_USES);
      const texts = columns.filter(({ isText, isKey, name: column }) => isText && !(isKey && column === "id"));
      expect([name, decided.sort()]).toEqual([name, texts.map((column) => column.name).sort()]);
    }
  });

  it("belongs to whom the columns say, and names columns that are there", async () => {
    for (const { name, columns, references } of await schema()) {
      const { owner, key, unexported = [], stays, exported, why } = TABLE_USES[name as TableName];
      const known = columns.map((column) => column.name);
      expect([name, known]).toEqual([name, expect.arrayContaining([key, ...unexported, ...(stays ?? [])])]);
      expect([name, columns.some((column) => column.isKey && column.name === key)]).toEqual([name, true]);
      if (owner === "company") expect([name, known.includes("company_id")]).toEqual([name, true]);
      else expect([name, known.includes("company_id") && name !== "sessions"]).toEqual([name, false]);
      if (owner === "account") expect(references).toContainEqual(expect.objectContaining({ table: "users" }));
      // What isn't exported has a reason.
      expect([name, exported === null]).toEqual([name, why !== undefined]);
    }
  });

  it("has parents before the children that go with them", async () => {
    const place = new Map(TABLE_NAMES.map((name, nth) => [name as string, nth]));
    const wrong = (await schema()).flatMap(({ name, references }) =>
      references
        .filter(({ table, onDelete }) => onDelete === "CASCADE" && place.get(table)! >= place.get(name)!)
        .map(({ table }) => `${table} → ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("takes for words without names what has no room for one, and these", async () => {
    const roomy = (await schema()).flatMap(({ name, columns }) => {
      const { owner, columns: uses } = TABLE_USES[name as TableName];
      if (owner === "platform") return [];
      return columns
        .filter((one) => uses.told?.includes(one.name) === true && (one.length === null || one.length > ROOM))
        .map((one) => `${name}.${one.name}`);
    });
    expect(roomy.sort()).toEqual(WITHOUT_NAMES);
  });
});

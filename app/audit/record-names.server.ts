/** What the records that entries of the log are about are called, and where each of them opens. */
import type { Db } from "~/db/client.server";
import { accountsForLogAcrossCompanies, namesForLog } from "~/db/repositories/audit-log.server";
import { NO_VEHICLE } from "~/domain/constants";
import { fullName, memberName } from "~/domain/access/person-name";
import { MESSAGE_KIND_LABELS } from "~/domain/messages/message-kind";
import { labelOf } from "~/domain/labels";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { shownName } from "~/domain/visit/visit-display";
import { VisitType } from "~/domain/visit/visit-type";
import { inBatches } from "~/lib/in-batches";
import { paths } from "~/paths";
import { MODELS } from "./subjects";
import type { LoggedTable } from "./subjects";

interface NamedRow {
  id: number;
  title?: string;
  name?: string;
  surname?: string;
  email?: string | null;
  plate?: string;
  url?: string;
  kind?: string;
  type?: VisitType;
  service_date?: string;
  plan_id?: number | null;
  vehicle_id?: number | null;
  visit_id?: number;
  deleted_at?: string | null;
}
type Found = ReadonlyMap<number, NamedRow>;
type Names = (table: LoggedTable) => Found;

interface Kind {
  columns: readonly (keyof NamedRow)[];
  name: (row: NamedRow, names: Names) => string;
  /** null: it opens nowhere, or not any more */
  to: (row: NamedRow, names: Names) => string | null;
}

const title = ({ title: text = "" }: NamedRow): string => text;
const nowhere = (): null => null;
const planOf = (row: NamedRow, names: Names) => names("routing_plans").get(row.plan_id ?? 0);
const isThere = (row: NamedRow | undefined): boolean => row !== undefined && row.deleted_at == null;

const KINDS: Readonly<Record<LoggedTable, Kind>> = {
  billing_orders: { columns: [], name: ({ id }) => `Order ${id}`, to: () => paths.billingMain() },
  companies: { columns: ["title"], name: title, to: () => paths.companyGeneral() },
  company_api_keys: { columns: ["name"], name: ({ name = "" }) => name, to: () => paths.companyApi() },
  company_members: {
    columns: ["name", "surname", "email"],
    name: ({ id, name = "", surname = "", email = null }) => memberName({ id, name, surname, email }),
    to: () => paths.team(),
  },
  confirmation_templates: {
    columns: ["title", "deleted_at"],
    name: title,
    to: (row) => (isThere(row) ? paths.companySettings() : null),
  },
  message_texts: {
    columns: ["kind"],
    name: ({ kind }) => labelOf(MESSAGE_KIND_LABELS, kind),
    to: () => paths.companyMessages(),
  },
  road_tasks: { columns: [], name: ({ id }) => `Task ${id}`, to: nowhere },
  routing_plans: {
    columns: ["title", "deleted_at"],
    name: title,
    to: (row) => (isThere(row) ? paths.plan(row.id) : null),
  },
  routing_queries: { columns: ["title"], name: title, to: ({ id }) => paths.calculation(id) },
  routing_routes: {
    columns: ["vehicle_id", "plan_id", "deleted_at"],
    name(row, names) {
      const vehicle = names("vehicles").get(row.vehicle_id ?? 0);
      const { id, title: text = "", plate = "" } = vehicle ?? { id: 0 };
      return [vehicle === undefined ? NO_VEHICLE : vehicleName({ id, title: text, plate }), planOf(row, names)?.title]
        .filter(Boolean)
        .join(" · ");
    },
    to: (row, names) => (isThere(row) && isThere(planOf(row, names)) ? paths.route(row.id) : null),
  },
  routing_sheets: { columns: ["title"], name: title, to: ({ id }) => paths.sheet(id) },
  routing_visit_attachments: { columns: [], name: ({ id }) => `Picture ${id}`, to: nowhere },
  routing_visits: {
    columns: ["name", "type", "plan_id", "deleted_at"],
    name: ({ name = "", type = VisitType.Delivery }) => shownName({ name, type }),
    to(row, names) {
      if (!isThere(row)) return null;
      return isThere(planOf(row, names))
        ? paths.plan(row.plan_id!, { visit: row.id })
        : paths.visits({ dialog: "edit-visit", id: row.id });
    },
  },
  users: {
    columns: ["name", "surname", "email"],
    name: ({ name = "", surname = "", email }) => fullName({ name, surname }) || (email ?? ""),
    to: nowhere,
  },
  vehicles: {
    columns: ["title", "plate", "deleted_at"],
    name: ({ id, title: text = "", plate = "" }) => vehicleName({ id, title: text, plate }),
    to: (row) => (isThere(row) ? paths.vehicles({ dialog: "edit-vehicle", id: row.id }) : null),
  },
  warehouses: {
    columns: ["title", "deleted_at"],
    name: title,
    to: (row) => (isThere(row) ? paths.warehouses({ dialog: "edit-warehouse", id: row.id }) : null),
  },
  webhook_deliveries: { columns: [], name: ({ id }) => `Webhook delivery ${id}`, to: () => paths.companyWebhooks() },
  webhook_endpoints: { columns: ["url"], name: ({ url = "" }) => url, to: () => paths.companyWebhooks() },
};

const TABLES = new Map(Object.entries(MODELS).map(([table, model]) => [model as string, table as LoggedTable]));
/** In this order: names of routes and links of visits need what comes after them. */
const FIRST: readonly LoggedTable[] = ["routing_routes", "routing_visits"];
/** Ids of one statement. */
const AT_ONCE = 500;

/** Which records names are asked for, by their kind. */
type AskedRecords = ReadonlyMap<string, ReadonlySet<number>>;

interface NamedRecord {
  name: string;
  to: string | null;
}
/** undefined: it is gone, or is another company's */
export type RecordNames = (model: string, id: number) => NamedRecord | undefined;

/** Names of records of one company, and of accounts; null for what belongs to none. */
export async function namesOfRecords(db: Db, companyId: number | null, asked: AskedRecords): Promise<RecordNames> {
  const wanted = new Map<LoggedTable, Set<number>>();
  const want = (table: LoggedTable, id: number | null | undefined) => {
    if (id === null || id === undefined) return;
    wanted.set(table, (wanted.get(table) ?? new Set()).add(id));
  };
  for (const [model, ids] of asked) {
    const table = TABLES.get(model);
    if (table !== undefined) for (const id of ids) want(table, id);
  }
  const found = new Map<LoggedTable, Map<number, NamedRow>>();
  async function read(table: LoggedTable): Promise<void> {
    const rows = new Map<number, NamedRow>();
    for (const ids of inBatches([...(wanted.get(table) ?? [])], AT_ONCE)) {
      const some =
        table === "users"
          ? await accountsForLogAcrossCompanies<NamedRow>(db, ids)
          : companyId === null
            ? []
            : await namesForLog<NamedRow>(db, table, companyId, ids, KINDS[table].columns);
      for (const row of some) rows.set(row.id, row);
    }
    found.set(table, rows);
  }
  for (const table of FIRST) {
    await read(table);
    for (const row of found.get(table)!.values()) {
      want("routing_plans", row.plan_id);
      want("vehicles", row.vehicle_id);
    }
  }
  for (const table of wanted.keys()) if (!FIRST.includes(table)) await read(table);
  const names: Names = (table) => found.get(table) ?? new Map();
  return (model, id) => {
    const table = TABLES.get(model);
    const row = table === undefined ? undefined : names(table).get(id);
    if (table === undefined || row === undefined) return undefined;
    const kind = KINDS[table];
    return { name: kind.name(row, names) || `${model} ${id}`, to: kind.to(row, names) };
  };
}

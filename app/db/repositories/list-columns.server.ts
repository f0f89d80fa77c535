/** What each column of a list is ordered by: what it shows, and nothing where it shows nothing. */
import type { Knex } from "knex";
import type { OrderColumn, OrderedList } from "~/domain/list-order";
import { PlanStatus } from "~/domain/plan/plan-status";
import { InvitationType } from "~/domain/team/invitation";
import { VEHICLE_TYPE_LABELS } from "~/domain/vehicle/vehicle-type";
import type { Db } from "../client.server";
import type { OrderPart } from "./ordered-pages.server";

type Columns<List extends OrderedList> = Record<OrderColumn<List>, OrderPart>;

const words = (by: OrderPart["by"]): OrderPart => ({ by, text: true });

/** The first that isn't empty. */
const firstOf = (db: Db, ...values: (string | Knex.Raw)[]): Knex.Raw =>
  db.raw(
    `COALESCE(${values.map((value) => (typeof value === "string" ? "NULLIF(??, '')" : "NULLIF(?, '')"))})`,
    values,
  );

/** Name and surname in one: `fullName`. @param table of people */
const nameIn = (db: Db, table: string): Knex.Raw =>
  db.raw("CONCAT_WS(' ', NULLIF(??, ''), NULLIF(??, ''))", [`${table}.name`, `${table}.surname`]);

/** Of what a row refers to, while it is there. */
const ofReference = (db: Db, table: string, column: string, reference: string): Knex.Raw =>
  db.raw("(SELECT ?? FROM ?? WHERE ?? = ?? AND ?? IS NULL)", [
    `${table}.${column}`,
    table,
    `${table}.id`,
    reference,
    `${table}.deleted_at`,
  ]);

/** Active ones first. */
const activity = (db: Db, table: string): OrderPart => ({ by: db.raw("1 - ??", [`${table}.status`]), isFilled: true });

export function vehicleColumns(db: Db): Columns<"vehicles"> {
  /** 0 is none */
  const limit = (column: string): OrderPart => ({ by: db.raw("NULLIF(??, 0)", [`vehicles.${column}`]) });
  const types = Object.entries(VEHICLE_TYPE_LABELS);
  const typeWords = `CASE ?? ${types.map(() => "WHEN ? THEN ?").join(" ")} END`;
  return {
    title: words(firstOf(db, "vehicles.title", "vehicles.plate")),
    id: { by: "vehicles.id", isFilled: true },
    plate: words("vehicles.plate"),
    type: { by: db.raw(typeWords, ["vehicles.type", ...types.flat()]) },
    driver: words(firstOf(db, nameIn(db, "driver"), nameIn(db, "account"), "account.email", "driver.email")),
    capacity: limit("capacity"),
    load: limit("max_load"),
    visits: limit("max_quantity"),
    hours: { by: db.raw("CONCAT(??, ??)", ["vehicles.work_hour_start", "vehicles.work_hour_end"]) },
    warehouse: words(ofReference(db, "warehouses", "title", "vehicles.warehouse_id")),
    status: activity(db, "vehicles"),
  };
}

export const warehouseColumns = (db: Db): Columns<"warehouses"> => ({
  title: words("warehouses.title"),
  id: { by: "warehouses.id", isFilled: true },
  address: words("warehouses.address"),
  zone: words("warehouses.time_zone"),
  status: activity(db, "warehouses"),
});

export const memberColumns = (db: Db): Columns<"members"> => ({
  name: words(
    firstOf(
      db,
      nameIn(db, "company_members"),
      "related.title",
      nameIn(db, "account"),
      "account.email",
      "company_members.email",
    ),
  ),
  id: { by: "company_members.id", isFilled: true },
  email: words("company_members.email"),
  phone: {
    by: db.raw("COALESCE(NULLIF(??, ''), CASE WHEN ?? = ? THEN ?? END)", [
      "company_members.phone",
      "company_members.invitation_type",
      InvitationType.Accepted,
      "account.phone",
    ]),
  },
  status: activity(db, "company_members"),
});

export const planColumns = (db: Db): Columns<"plans"> => ({
  title: words("routing_plans.title"),
  id: { by: "routing_plans.id", isFilled: true },
  warehouse: words("warehouses.title"),
  date: { by: "routing_plans.service_date", isFilled: true },
  // The list shows only whether a plan is completed; those that are not come first.
  status: { by: db.raw("CASE WHEN ?? = ? THEN 1 ELSE 0 END", ["routing_plans.status", PlanStatus.Completed]) },
});

export const visitColumns = (db: Db): Columns<"visits"> => ({
  name: words("routing_visits.name"),
  code: words("routing_visits.external_id"),
  id: { by: "routing_visits.id", isFilled: true },
  address: words("routing_visits.address"),
  recipient: words("routing_visits.recipient_name"),
  // Open at its beginning: from midnight on.
  window: {
    by: db.raw("CASE WHEN COALESCE(??, ??, '') <> '' THEN CONCAT(COALESCE(??, ''), ' ', COALESCE(??, '')) END", [
      "routing_visits.start_time",
      "routing_visits.end_time",
      "routing_visits.start_time",
      "routing_visits.end_time",
    ]),
  },
  plan: words(ofReference(db, "routing_plans", "title", "routing_visits.plan_id")),
  date: { by: ofReference(db, "routing_plans", "service_date", "routing_visits.plan_id") },
});

export const userColumns = (db: Db): Columns<"users"> => ({
  name: words(firstOf(db, nameIn(db, "users"), "users.email")),
  email: words("users.email"),
  phone: { by: "users.phone" },
  active: { by: "users.active_at" },
  registered: { by: "users.created_at", isFilled: true },
  id: { by: "users.id", isFilled: true },
});

export const companyColumns = (db: Db): Columns<"companies"> => ({
  title: words("companies.title"),
  owner: words(firstOf(db, nameIn(db, "owner"), "owner.email")),
  country: words("country.title"),
  members: { by: membersOf(db), isFilled: true },
  status: activity(db, "companies"),
  created: { by: "companies.created_at", isFilled: true },
  id: { by: "companies.id", isFilled: true },
});

/** How many members a company has. */
export const membersOf = (db: Db): Knex.Raw =>
  db.raw("(SELECT COUNT(*) FROM ?? WHERE ?? = ??)", ["company_members", "company_members.company_id", "companies.id"]);

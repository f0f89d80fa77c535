/** What there is on the whole platform, counted for super admins. */
import { OrderStatus } from "~/domain/billing/order";
import { LOCATION_TYPES } from "~/domain/visit/visit-type";
import type { Knex } from "knex";
import { RecordStatus } from "~/domain/record-status";
import type { Db } from "../client.server";
import { isSqlite } from "../dialect.server";
import type { UtcText } from "../tables";

async function count(query: Knex.QueryBuilder): Promise<number> {
  const row = (await query.count({ total: "*" }).first()) as { total: number | string } | undefined;
  return Number(row?.total ?? 0);
}

/** Bytes of the database, its indexes included; of MySQL as the server estimates them. */
async function databaseBytes(db: Db): Promise<number> {
  if (isSqlite(db)) {
    const [{ bytes } = { bytes: 0 }] = (await db.raw(
      "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
    )) as { bytes: number }[];
    return Number(bytes);
  }
  const row = (await db("information_schema.TABLES")
    .whereRaw("TABLE_SCHEMA = DATABASE()")
    .sum({ bytes: db.raw("DATA_LENGTH + INDEX_LENGTH") })
    .first()) as { bytes: number | string | null } | undefined;
  return Number(row?.bytes ?? 0);
}

/** @param dayAgo a day before now */
export async function countAcrossCompanies(db: Db, dayAgo: UtcText) {
  const companies = () => db("companies").whereNull("deleted_at");
  const users = () => db("users").whereNull("deleted_at");
  const visits = () => db("routing_visits").whereNull("deleted_at").whereIn("type", LOCATION_TYPES);
  const calculations = () => db("routing_queries");
  return {
    companies: {
      total: await count(companies()),
      active: await count(companies().where("status", RecordStatus.Active)),
    },
    users: {
      total: await count(users()),
      active_last_day: await count(users().where("active_at", ">=", dayAgo)),
      banned: await count(users().where("status", "ban")),
      unverified: await count(users().whereNull("email_verified_at")),
    },
    visits: { total: await count(visits()), on_routes: await count(visits().whereNotNull("route_id")) },
    calculations: {
      total: await count(calculations()),
      last_day: await count(calculations().where("created_at", ">=", dayAgo)),
    },
    queue: {
      waiting: await count(calculations().where("status", "queued")),
      running: await count(calculations().where("status", "running")),
      mails: await count(db("mails").whereNotNull("next_try_at")),
    },
    failures: {
      calculations_last_day: await count(calculations().where("status", "failed").where("updated_at", ">=", dayAgo)),
      // Those that were sent are gone.
      mails: await count(db("mails").whereNull("next_try_at")),
    },
    // Others are decided by the payment, and what a removed company ordered by nobody.
    orders: {
      waiting: await count(
        db("billing_orders as ordered")
          .join("companies as company", "company.id", "ordered.company_id")
          .whereNull("company.deleted_at")
          .whereNull("ordered.checkout_id")
          .where("ordered.status", OrderStatus.Open),
      ),
    },
    storage: {
      database_bytes: await databaseBytes(db),
      files: await count(db("routing_visit_attachments")),
    },
  };
}

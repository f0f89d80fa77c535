import { createsTable } from "./helpers";

/** What endpoints are to be told, or were told: queue and log in one. */
export const { up, down } = createsTable("webhook_deliveries", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("endpoint_id", "webhook_endpoints", "CASCADE", true);
  // The same in every try, and when somebody sends it again.
  c.exact("uid", 40).notNullable();
  c.exact("event", 40).notNullable();
  c.long("body").notNullable();
  c.exact("state", 10).notNullable();
  c.int("attempts", 0);
  c.utc("next_try_at").nullable();
  c.utc("tried_at").nullable();
  c.table.integer("answer_status").nullable();
  c.long("answer_text").nullable();
  c.table.integer("took_ms").nullable();
  c.text("failure").nullable();
  c.stamps();
  c.index(["endpoint_id", "next_try_at", "id"], "next_try_at");
  c.index(["endpoint_id", "id"], "newest");
  c.index(["created_at"], "created_at");
});

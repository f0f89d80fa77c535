import { createsTable } from "./helpers";

/** The log of a plan: for undo, and to name what changed when an edit comes too late. */
export const { up, down } = createsTable("plan_changes", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("plan_id", "routing_plans", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  c.text("kind", 50).notNullable();
  c.int("plan_version", 0);
  c.long("before").nullable();
  c.long("after").nullable();
  c.utc("undone_at").nullable();
  c.utc("created_at").notNullable();
  c.index(["plan_id", "id"], "plan_id");
  c.index(["company_id"], "company_id");
});

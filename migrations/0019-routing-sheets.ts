import { createsTable } from "./helpers";

export const { up, down } = createsTable("routing_sheets", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("user_id", "users", "SET NULL");
  c.reference("plan_id", "routing_plans", "SET NULL");
  c.reference("country_id", "countries", "SET NULL");
  c.text("title").notNullable();
  c.flag("status", 1);
  c.text("state", 20).notNullable().defaultTo("uploaded");
  c.text("file_name").notNullable().defaultTo("");
  c.text("file_path").nullable();
  c.long("sheets").nullable();
  c.long("errors").nullable();
  c.int("rows_total", 0);
  c.int("rows_applied", 0);
  c.stamps();
  c.index(["company_id", "country_id", "status"], "company_status");
  c.index(["plan_id"], "plan_id");
});

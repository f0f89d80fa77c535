import { createsTable } from "./helpers";

export const { up, down } = createsTable("company_billings", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.int("visits_used", 0);
  c.int("visits_limit", 0);
  c.exact("package", 50).notNullable();
  c.table.decimal("subscription_price", 12, 2).notNullable().defaultTo(0);
  c.exact("phase_id").nullable();
  c.exact("customer_id").nullable();
  c.exact("subscription_id").nullable();
  c.date("start_date").nullable();
  c.date("end_date").nullable();
  c.text("status", 10).notNullable().defaultTo("actual");
  c.text("subscription_status", 30).nullable();
  c.text("visits_period", 20).notNullable().defaultTo("monthly");
  c.table.decimal("custom_cost_per_visit", 12, 6).nullable();
  c.table.double("custom_discount").nullable();
  c.date("next_reset").nullable();
  c.stamps();
  c.table
    .foreign("package", "company_billings_package_foreign")
    .references("key")
    .inTable("billing_packages")
    .onDelete("RESTRICT");
  c.index(["company_id", "status"], "company_status");
  c.index(["subscription_id"], "subscription_id");
});

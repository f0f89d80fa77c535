import { createsTable } from "./helpers";

export const { up, down } = createsTable("billing_packages", (c) => {
  c.id();
  c.exact("key", 50).notNullable();
  c.text("title").notNullable();
  c.table.integer("period_months").nullable();
  c.table.integer("trial_days").nullable();
  c.table.double("discount").nullable();
  c.long("prices").notNullable();
  c.unique(["key"]);
});

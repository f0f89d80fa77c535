import { createsTable } from "./helpers";

/**
 * Up to which version of each plan its figures were counted. No key of the plan: counting would wait for whoever
 * changes it.
 */
export const { up, down } = createsTable("plan_figures", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.table.integer("plan_id").unsigned().notNullable();
  // The day that the figures were counted for.
  c.date("service_date").notNullable();
  // 0: to be counted anew.
  c.int("version", 0);
  c.unique(["plan_id"]);
  c.index(["company_id", "service_date"], "company_date");
});

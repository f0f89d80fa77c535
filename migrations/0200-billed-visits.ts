import { createsTable } from "./helpers";

/**
 * The visits that were planned at least once, with the first day. They count for the company's package, and go on
 * counting when they are removed: no visit is referred to.
 */
export const { up, down } = createsTable("billed_visits", (c) => {
  c.table.integer("visit_id").unsigned().primary();
  c.reference("company_id", "companies", "CASCADE", true);
  c.date("planned_on").notNullable();
  c.index(["company_id", "planned_on"], "company_day");
});

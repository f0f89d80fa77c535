import { createsTable } from "./helpers";

/** What is judged of a visit: of those alone of which there is something to say. */
export const { up, down } = createsTable("visit_figures", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.table.integer("plan_id").unsigned().notNullable();
  c.table.integer("visit_id").unsigned().notNullable();
  for (const column of ["judged", "on_time", "overdue", "promised", "kept"]) c.flag(column, 0);
  c.unique(["visit_id"]);
  c.index(["plan_id"], "plan_id");
});

import { createsTable } from "./helpers";

export const { up, down } = createsTable("routing_visit_attachments", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE", true);
  c.text("path").notNullable();
  c.text("type", 10).notNullable();
  c.utc("created_at").notNullable();
  c.index(["visit_id", "type"], "visit_type");
  c.index(["company_id"], "company_id");
});

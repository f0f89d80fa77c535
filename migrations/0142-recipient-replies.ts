import { createsTable } from "./helpers";

/** What the recipient of a visit said on the page of its link. */
export const { up, down } = createsTable("recipient_replies", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE", true);
  c.text("note", 300).notNullable().defaultTo("");
  c.text("safe_place", 150).notNullable().defaultTo("");
  c.table.integer("stars").nullable();
  c.text("comment", 1000).notNullable().defaultTo("");
  c.utc("rated_at").nullable();
  c.stamps();
  c.unique(["visit_id"], "visit");
});

import { addsIndex, createsTable } from "./helpers";
import type { Migration } from "./helpers";

/** What a search found for the address of a visit that came without coordinates. */
const geocodes = createsTable("visit_geocodes", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE", true);
  // What was asked about: another address is asked again.
  c.text("address").notNullable();
  c.text("postcode", 50).notNullable();
  c.exact("state", 10).notNullable();
  c.long("candidates").notNullable();
  c.stamps();
  c.unique(["visit_id"]);
  c.index(["company_id", "state"], "company_state");
});
// The visits themselves are the queue: those of an import that have no place.
const queue = addsIndex("routing_visits", ["source", "lat", "company_id"], "source_lat");

export const up: Migration["up"] = async (knex) => {
  await geocodes.up(knex);
  await queue.up(knex);
};

export const down: Migration["down"] = async (knex) => {
  await queue.down(knex);
  await geocodes.down(knex);
};

import { createsTable } from "./helpers";

/** What was predicted about a visit while its vehicle came closer, and when it was served. */
export const { up, down } = createsTable("visit_predictions", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("route_id", "routing_routes", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE", true);
  // JSON: the predicted begin in epoch seconds, by the stops that were left before it.
  c.text("begins", 500).notNullable();
  // The window that its recipient saw when the route left.
  c.utc("promised_from").notNullable();
  c.utc("promised_to").notNullable();
  // Seconds between the two.
  c.int("promised_width", 0);
  c.utc("began_at").nullable();
  // position, report; none: nothing tells.
  c.exact("began_by", 10).nullable();
  c.stamps();
  c.unique(["visit_id"]);
  c.index(["company_id", "began_at"], "company_began_at");
  c.index(["route_id", "began_by"], "route_began_by");
});

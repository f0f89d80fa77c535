import { createsTable } from "./helpers";

/** What is known of a route on the road between two reports: the way that its vehicle has left to the next stop. */
export const { up, down } = createsTable("live_routes", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("route_id", "routing_routes", "CASCADE", true);
  // What was looked at last: the route's version, its plan's, and when.
  c.int("seen_version", 0);
  c.int("seen_plan_version", 0);
  c.utc("seen_at").notNullable();
  // Where it is heading to.
  c.reference("visit_id", "routing_visits", "SET NULL");
  c.table.double("visit_lat").nullable();
  c.table.double("visit_lng").nullable();
  // When pages were told last that it arrives there.
  c.utc("told_arrival").nullable();
  // The last report: positions from before it say nothing about the next stop.
  c.utc("reported_at").nullable();
  // Where it was, and the way from there.
  c.utc("since").nullable();
  c.table.double("lat").nullable();
  c.table.double("lng").nullable();
  c.int("duration", 0);
  c.flag("is_estimate", 0);
  c.utc("arrived_at").nullable();
  c.unique(["route_id"]);
  c.index(["company_id"], "company_id");
});

import { createsTable } from "./helpers";

/** How often the public link of a route or a visit was made anew. None: never, and its first link counts. */
export const { up, down } = createsTable("tracking_links", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  // 'route:12', 'visit:7': one row for each, whoever revokes at the same time.
  c.exact("subject", 40).notNullable();
  c.reference("route_id", "routing_routes", "CASCADE");
  c.reference("visit_id", "routing_visits", "CASCADE");
  c.int("revision", 0);
  c.stamps();
  c.unique(["company_id", "subject"], "subject");
});

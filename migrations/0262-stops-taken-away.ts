import { createsTable } from "./helpers";

/**
 * Routes and stops that were taken from a driver, who may not have heard of it and report about them. Without a visit:
 * the route as a whole.
 */
export const { up, down } = createsTable("stops_taken_away", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("member_id", "company_members", "CASCADE", true);
  c.reference("route_id", "routing_routes", "CASCADE", true);
  c.reference("visit_id", "routing_visits", "CASCADE");
  c.utc("taken_at").notNullable();
  c.index(["company_id", "member_id", "visit_id"], "member_visit");
  c.index(["taken_at"], "taken_at");
});

import { createsTable } from "./helpers";

/** The way that vehicles took: the positions that drivers shared, thinned. */
export const { up, down } = createsTable("vehicle_positions", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("route_id", "routing_routes", "CASCADE", true);
  c.reference("member_id", "company_members", "SET NULL");
  c.utc("taken_at").notNullable();
  c.table.double("lat").notNullable();
  c.table.double("lng").notNullable();
  c.table.integer("accuracy").nullable();
  c.table.integer("heading").nullable();
  c.table.integer("speed").nullable();
  c.unique(["route_id", "taken_at"], "taken_at");
  c.index(["company_id", "taken_at"], "company_taken_at");
});

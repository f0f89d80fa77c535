import { createsTable } from "./helpers";

/** What happened on the road, or was asked for, that a dispatcher has to look at. */
export const { up, down } = createsTable("road_tasks", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.exact("kind", 20).notNullable();
  // What it comes from, e.g. the id of a driver's report: the same makes one task, however often it arrives.
  c.exact("task_key", 100).notNullable();
  c.reference("plan_id", "routing_plans", "SET NULL");
  c.reference("route_id", "routing_routes", "SET NULL");
  c.reference("visit_id", "routing_visits", "SET NULL");
  c.long("details").notNullable();
  c.utc("settled_at").nullable();
  c.reference("settled_by", "users", "SET NULL");
  c.exact("outcome", 20).nullable();
  c.stamps();
  c.unique(["company_id", "task_key"], "task_key");
  c.index(["company_id", "settled_at", "id"], "open");
});

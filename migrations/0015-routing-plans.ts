import { createsTable } from "./helpers";

export const { up, down } = createsTable("routing_plans", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.text("title").notNullable();
  c.reference("warehouse_id", "warehouses", "SET NULL");
  c.laterReference("query_id", "routing_queries", "SET NULL");
  c.date("service_date").notNullable();
  c.int("status", 1);
  c.double("squash_duration", 1);
  c.flag("avoid_tolls", 1);
  c.flag("avoid_highways", 0);
  c.int("solving_time", 0);
  c.int("exploration", 5);
  c.double("visit_balance_coefficient", 0);
  c.long("settings").nullable();
  c.long("solution").nullable();
  c.routeEnds();
  c.long("vehicle_settings").nullable();
  c.int("version", 1);
  c.stamps();
  c.softDelete();
  c.index(["company_id", "deleted_at", "service_date"], "company_date");
  c.index(["company_id", "status"], "company_status");
  c.index(["warehouse_id"], "warehouse_id");
  c.index(["query_id"], "query_id");
});

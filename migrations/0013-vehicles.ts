import { createsTable } from "./helpers";

/**
 * The plate is not unique: a spreadsheet may carry a van twice, and the import decides whether that updates or adds.
 */
export const { up, down } = createsTable("vehicles", (c) => {
  c.id();
  c.reference("company_id", "companies", "CASCADE", true);
  c.reference("warehouse_id", "warehouses", "SET NULL");
  c.reference("driver_id", "company_members", "SET NULL");
  c.text("title").notNullable().defaultTo("");
  c.text("plate").notNullable().defaultTo("");
  c.flag("status", 1);
  c.text("type", 10).notNullable().defaultTo("auto");
  c.double("capacity", 0);
  c.double("max_load", 0);
  c.int("max_quantity", 0);
  c.table.double("width").nullable();
  c.table.double("height").nullable();
  c.table.double("weight").nullable();
  c.hour("work_hour_start").notNullable().defaultTo("08:00");
  c.hour("work_hour_end").notNullable().defaultTo("18:00");
  c.double("max_distance", 0);
  c.double("overtime", 0);
  c.double("speed_factor", 1);
  c.hour("break_start").nullable();
  c.hour("break_end").nullable();
  c.table.double("break_duration").nullable();
  c.text("park_location_address").nullable();
  c.table.double("park_location_lat").nullable();
  c.table.double("park_location_lng").nullable();
  c.stamps();
  c.softDelete();
  c.index(["company_id", "deleted_at", "status"], "company_status");
  c.index(["company_id", "plate"], "company_plate");
  c.index(["warehouse_id"], "warehouse_id");
  c.index(["driver_id"], "driver_id");
});
